// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.export;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * STD text: {@code thread|op(operand)|location}, no header, decimal locations (site numbers). It has only reads,
 * writes, locks, fork, join, begin and end. A volatile access is written inside a lock of its own, which keeps it from
 * being a race and keeps the order it makes; a wait is the release and acquire it consists of; other events have no
 * counterpart and are counted.
 *
 * <p>A lock that threads share is written as several locks: one for each thread that ever shares it, which a shared
 * acquire of that thread acquires. An exclusive acquire acquires all of them. So shared holders do not exclude each
 * other, and exclusive ones exclude all.
 */
public final class StdExport {
    private final Trace trace;
    /** By lock: the threads that share it, in ascending order. */
    private final Map<Integer, Set<Integer>> sharers = new HashMap<>();

    private long leftOut;

    public StdExport(Trace trace) {
        this.trace = trace;
        for (int event = 0; event < trace.size(); event++) {
            if (trace.kind(event) == EventKind.ACQUIRE_SHARED) {
                sharers.computeIfAbsent(trace.target(event), lock -> new TreeSet<>())
                        .add(trace.thread(event));
            }
        }
    }

    public void write(Appendable out) throws IOException {
        for (int event = 0; event < trace.size(); event++) {
            int target = trace.target(event);
            switch (trace.kind(event)) {
                case READ -> line(out, event, "r", "V" + target);
                case WRITE -> line(out, event, "w", "V" + target);
                case VOLATILE_READ, VOLATILE_WRITE -> volatileAccess(out, event);
                case ACQUIRE -> exclusive(out, event, "acq");
                case RELEASE -> exclusive(out, event, "rel");
                case ACQUIRE_SHARED -> line(out, event, "acq", share(target, trace.thread(event)));
                case RELEASE_SHARED -> line(out, event, "rel", share(target, trace.thread(event)));
                case FORK -> line(out, event, "fork", "T" + target);
                case JOIN -> line(out, event, "join", "T" + target);
                case BEGIN -> line(out, event, "begin", "0");
                case END -> line(out, event, "end", "0");
                case WAKE -> {} // its release and acquire are there already
                case NOTIFY, NOTIFY_ALL, INIT_BEGIN, INIT_END, INIT_USE, PUBLISH, OBSERVE -> leftOut++;
                case REGION_BEGIN, REGION_END, PERMIT_ACQUIRE, PERMIT_RELEASE -> leftOut++;
                case TRY_ACQUIRE_FAILED, TRY_PERMIT_FAILED -> leftOut++;
            }
        }
    }

    private void exclusive(Appendable out, int event, String op) throws IOException {
        int lock = trace.target(event);
        line(out, event, op, "L" + lock);
        for (int thread : sharers.getOrDefault(lock, Set.of())) {
            line(out, event, op, share(lock, thread));
        }
    }

    private static String share(int lock, int thread) {
        return "L" + lock + "T" + thread;
    }

    private void volatileAccess(Appendable out, int event) throws IOException {
        String lock = "LV" + trace.target(event);
        boolean read = trace.kind(event) == EventKind.VOLATILE_READ;
        line(out, event, "acq", lock);
        line(out, event, read ? "r" : "w", "V" + trace.target(event));
        line(out, event, "rel", lock);
    }

    private void line(Appendable out, int event, String op, String operand) throws IOException {
        out.append('T')
                .append(Integer.toString(trace.thread(event)))
                .append('|')
                .append(op)
                .append('(')
                .append(operand)
                .append(")|")
                .append(Integer.toString(trace.siteOf(event)))
                .append('\n');
    }

    /** Events that STD cannot express. */
    public long leftOut() {
        return leftOut;
    }
}
