// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.text;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Operand;
import dev.foretell.trace.Trace;
import dev.foretell.trace.TraceBuilder;
import dev.foretell.trace.TraceThread;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The threads of a text trace, numbered as they appear. Some recorders write {@code fork(3)} for thread {@code T3}: the
 * fork then orders nothing and false races appear, so such names are reported, and repaired on request.
 */
final class ThreadNames {
    private final List<TraceThread> threads = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final BitSet active = new BitSet();

    void declare(String path, String name) {
        numbers.put(path, threads.size());
        threads.add(new TraceThread(path, name));
    }

    /** The thread of an event; -1 when it had to be declared and was not. */
    int ofEvent(String name, boolean declaredOnly) {
        if (declaredOnly && !numbers.containsKey(name)) {
            return -1;
        }
        int number = mentioned(name);
        active.set(number);
        return number;
    }

    /** The number of a thread of the table; -1 when it is not in it. */
    int declared(String name) {
        return numbers.getOrDefault(name, -1);
    }

    int mentioned(String name) {
        Integer known = numbers.get(name);
        if (known == null) {
            known = threads.size();
            declare(name, name);
        }
        return known;
    }

    List<TraceThread> all() {
        return threads;
    }

    /** Threads that are only forked or joined, each with the thread that has events and the same name plus T. */
    Map<Integer, Integer> misspelt() {
        Map<Integer, Integer> meant = new HashMap<>();
        for (int i = 0; i < threads.size(); i++) {
            Integer other = numbers.get("T" + threads.get(i).path());
            if (!active.get(i) && other != null && active.get(other)) {
                meant.put(i, other);
            }
        }
        return meant;
    }

    String describe(Map<Integer, Integer> meant, boolean repaired) {
        Map.Entry<Integer, Integer> example = meant.entrySet().iterator().next();
        String names = "fork or join of thread " + threads.get(example.getKey()).path() + " while the events are by "
                + threads.get(example.getValue()).path();
        return repaired
                ? meant.size() + " thread names were repaired (" + names + ")"
                : meant.size() + " thread names do not match (" + names
                        + "): false races will appear; parse the trace with REPAIR_THREAD_NAMES";
    }

    /** The same trace with forks and joins of the threads that were meant. */
    static Trace retarget(Trace trace, Map<Integer, Integer> meant) {
        TraceBuilder out = new TraceBuilder();
        int[] number = new int[trace.threads().size()];
        for (int i = 0; i < number.length; i++) {
            if (!meant.containsKey(i)) {
                number[i] = out.addThread(
                        trace.threads().get(i).path(), trace.threads().get(i).name());
            }
        }
        meant.forEach((wrong, right) -> number[wrong] = number[right]);
        for (int i = 0; i < trace.siteCount(); i++) {
            out.addSite(trace.site(i));
        }
        for (int i = 0; i < trace.variableCount(); i++) {
            out.addVariable(trace.variableName(i), trace.variableOwner(i));
        }
        for (int i = 0; i < trace.lockCount(); i++) {
            out.addLock(trace.lockName(i));
        }
        for (int i = 0; i < trace.semaphoreCount(); i++) {
            out.addSemaphore(trace.semaphoreName(i), trace.initialPermits(i));
        }
        for (int channel : trace.channelsOfThreads()) {
            out.setThreadOfChannel(channel, number[trace.threadOfChannel(channel)]);
        }
        for (int e = 0; e < trace.size(); e++) {
            EventKind kind = trace.kind(e);
            int target = kind.operand() == Operand.THREAD ? number[trace.target(e)] : trace.target(e);
            out.add(kind, number[trace.thread(e)], target, trace.siteOf(e), trace.occurrence(e));
        }
        return out.build(trace.run());
    }
}
