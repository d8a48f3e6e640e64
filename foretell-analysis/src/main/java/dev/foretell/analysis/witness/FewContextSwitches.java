// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * An equivalent order of a schedule's events with fewer context switches: each thread runs as long as possible.
 *
 * <p>It keeps the order of every two dependent events of the given schedule (same thread, one depends on the other,
 * same variable with a write, same lock and not both shared), so it is as valid as the given one and never gets stuck.
 * An interrupt keeps its place between events of the interrupted thread: two interrupts before the thread notices one
 * act as one, and which wait an interrupt ends depends on its time.
 */
final class FewContextSwitches {
    private final TraceModel model;
    private final Trace trace;
    private final int[] schedule;
    private final int[] chain;
    private final IntArrayList sources = new IntArrayList();
    private final IntArrayList targets = new IntArrayList();
    /** Index in the schedule by thread and position: the events of a thread are a prefix of it, in order. */
    private final int[][] places;

    /** {@code chain}: events whose order must be kept too. */
    private FewContextSwitches(TraceModel model, int[] schedule, int... chain) {
        this.model = model;
        this.trace = model.trace();
        this.schedule = schedule;
        this.chain = chain;
        int[] counts = new int[model.threadCount()];
        for (int e : schedule) {
            counts[trace.thread(e)]++;
        }
        this.places = new int[counts.length][];
        for (int t = 0; t < counts.length; t++) {
            places[t] = new int[counts[t]];
        }
        for (int i = 0; i < schedule.length; i++) {
            places[trace.thread(schedule[i])][model.position(schedule[i])] = i;
        }
    }

    /** The schedule in such an order, if that has fewer switches and is valid; else unchanged. */
    static int[] improve(TraceModel model, int[] schedule, Goal goal, Predicate<int[]> valid) {
        int[] other = new FewContextSwitches(model, schedule, goal.chain()).reorder();
        boolean better = switches(model.trace(), other) < switches(model.trace(), schedule);
        return better && valid.test(other) ? other : schedule;
    }

    private static int switches(Trace trace, int[] schedule) {
        int switches = 0;
        for (int i = 1; i < schedule.length; i++) {
            if (trace.thread(schedule[i]) != trace.thread(schedule[i - 1])) {
                switches++;
            }
        }
        return switches;
    }

    private int[] reorder() {
        collectEdges();
        int[] open = new int[schedule.length];
        int[] starts = new int[schedule.length + 1];
        for (int i = 0; i < sources.size(); i++) {
            open[targets.getInt(i)]++;
            starts[sources.getInt(i) + 1]++;
        }
        for (int i = 0; i < schedule.length; i++) {
            starts[i + 1] += starts[i];
        }
        int[] fill = Arrays.copyOf(starts, schedule.length);
        int[] successors = new int[sources.size()];
        for (int i = 0; i < sources.size(); i++) {
            successors[fill[sources.getInt(i)]++] = targets.getInt(i);
        }
        return run(open, starts, successors);
    }

    private int[] run(int[] open, int[] starts, int[] successors) {
        int[] out = new int[schedule.length];
        int[] at = new int[places.length];
        int current = -1;
        for (int size = 0; size < out.length; size++) {
            if (current < 0 || !isReady(current, at, open)) {
                current = earliestReady(at, open);
            }
            int place = places[current][at[current]++];
            out[size] = schedule[place];
            for (int i = starts[place]; i < starts[place + 1]; i++) {
                open[successors[i]]--;
            }
        }
        return out;
    }

    private boolean isReady(int thread, int[] at, int[] open) {
        return at[thread] < places[thread].length && open[places[thread][at[thread]]] == 0;
    }

    private int earliestReady(int[] at, int[] open) {
        int best = -1;
        int bestPlace = Integer.MAX_VALUE;
        for (int t = 0; t < places.length; t++) {
            if (isReady(t, at, open) && places[t][at[t]] < bestPlace) {
                best = t;
                bestPlace = places[t][at[t]];
            }
        }
        return best;
    }

    private void collectEdges() {
        for (int i = 1; i < chain.length; i++) {
            edge(place(chain[i - 1]), place(chain[i]));
        }
        int[] lastWrite = filled(trace.variableCount());
        int[] lastRelease = filled(trace.lockCount());
        // Shared releases since the lock was last held exclusively, as linked lists too.
        int[] lastShare = filled(trace.lockCount());
        int[] shareBefore = new int[schedule.length];
        // Readers of the present value of each variable, as linked lists of places in the schedule.
        int[] lastReader = filled(trace.variableCount());
        int[] readerBefore = new int[schedule.length];
        int[] lastOfThread = filled(places.length);
        int[] lastInterrupt = filled(places.length);
        for (int i = 0; i < schedule.length; i++) {
            int e = schedule[i];
            edge(lastInterrupt[trace.thread(e)], i);
            lastInterrupt[trace.thread(e)] = -1;
            lastOfThread[trace.thread(e)] = i;
            int interrupted = trace.interruptedBy(e);
            if (interrupted >= 0) {
                edge(lastOfThread[interrupted], i);
                edge(lastInterrupt[interrupted], i);
                lastInterrupt[interrupted] = i;
            }
            int target = trace.target(e);
            EventKind kind = trace.kind(e);
            if (kind.isRead()) {
                edge(lastWrite[target], i);
                edge(place(model.fork(e)), i);
                readerBefore[i] = lastReader[target];
                lastReader[target] = i;
                continue;
            }
            for (int source : model.dependencies(e)) {
                edge(place(source), i);
            }
            for (int held : model.mustPrecede(e)) {
                edge(i, place(held));
            }
            if (kind.isWrite()) {
                edge(lastWrite[target], i);
                for (int r = lastReader[target]; r >= 0; r = readerBefore[r]) {
                    edge(r, i);
                }
                lastReader[target] = -1;
                lastWrite[target] = i;
            } else if (kind.isAcquire()) {
                edge(lastRelease[target], i);
                if (!kind.isShared()) {
                    for (int s = lastShare[target]; s >= 0; s = shareBefore[s]) {
                        edge(s, i);
                    }
                    lastShare[target] = -1;
                }
            } else if (kind == EventKind.RELEASE_SHARED) {
                shareBefore[i] = lastShare[target];
                lastShare[target] = i;
            } else if (kind == EventKind.RELEASE) {
                lastRelease[target] = i;
            } else if (kind == EventKind.WAKE) {
                edge(place(releaseOf(e)), place(model.partner(e)));
            }
        }
    }

    private int releaseOf(int wait) {
        int position = model.position(wait);
        return position == 0 ? -1 : model.event(trace.thread(wait), position - 1);
    }

    private int place(int event) {
        if (event < 0) {
            return -1;
        }
        int[] own = places[trace.thread(event)];
        int position = model.position(event);
        return position < own.length ? own[position] : -1;
    }

    /** An edge to an event that must directly follow its predecessor goes to that predecessor. */
    private void edge(int source, int target) {
        if (source < 0 || target < 0) {
            return;
        }
        int e = schedule[target];
        int thread = trace.thread(e);
        if (trace.thread(schedule[source]) == thread) {
            return;
        }
        int to = target;
        while (!trace.kind(e).isAccess() && model.position(e) > 0) {
            int before = model.event(thread, model.position(e) - 1);
            if (!model.inseparable(before)) {
                break;
            }
            e = before;
            to = place(before);
        }
        sources.add(source);
        targets.add(to);
    }

    private static int[] filled(int size) {
        int[] column = new int[size];
        Arrays.fill(column, -1);
        return column;
    }
}
