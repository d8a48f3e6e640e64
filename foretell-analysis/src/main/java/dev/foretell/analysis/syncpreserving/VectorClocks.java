// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.syncpreserving;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The vector clock of each thread while a trace is read event by event: for each other thread the last event that is
 * ordered before the next event of this one. Order comes from program order, from the last write to the read that sees
 * it, from fork, join, notify, initialisers, publish and permits, and, optionally, from a release to the next acquire
 * that it excludes: a shared release excludes only exclusive acquires. A failed try comes after the acquire that made
 * it fail.
 *
 * <p>With lock edges this is SHB (Mathur, Kini, Viswanathan, OOPSLA 2018), without them the order that every correct
 * reordering keeps. The time of an event is its index in the trace, so an epoch is an event and determines its thread.
 *
 * <p>A thread's clock is copied on write: a release or write costs no copy, and a join with a clock that is already
 * included costs one comparison.
 */
public final class VectorClocks {
    private final TraceModel model;
    private final Trace trace;
    private final boolean lockEdges;
    /** By thread: its clock, the last event of every other thread, -1 for none; its own entry is implicit. */
    private final int[][] known;
    /** Whether this thread's clock is shared, so that it must be copied before a change. */
    private final boolean[] shared;

    private final int[] lastWrite;
    private final int[][] writeClock;
    private final int[] lastRelease;
    private final int[][] releaseClock;
    /** By lock: the join of the clocks of its shared releases since it was last held exclusively. */
    private final Int2ObjectOpenHashMap<int[]> sharedReleaseClocks = new Int2ObjectOpenHashMap<>();
    /** The acquires that failed tries come after. */
    private final BitSet blockers = new BitSet();
    /** By notify or permit release, or by acquire that a failed try comes after, and by class. */
    private final Int2ObjectOpenHashMap<int[]> eventClock = new Int2ObjectOpenHashMap<>();

    private final Int2ObjectOpenHashMap<int[]> initialiserClock = new Int2ObjectOpenHashMap<>();
    /** By channel: the join of the clocks of its publish events so far. */
    private final Int2ObjectOpenHashMap<int[]> publishClock = new Int2ObjectOpenHashMap<>();

    public VectorClocks(TraceModel model, boolean lockEdges) {
        this.model = model;
        this.trace = model.trace();
        this.lockEdges = lockEdges;
        int threads = model.threadCount();
        known = new int[threads][];
        shared = new boolean[threads];
        for (int t = 0; t < threads; t++) {
            known[t] = filled(threads);
            known[t][t] = Integer.MAX_VALUE;
        }
        lastWrite = filled(trace.variableCount());
        writeClock = new int[lastWrite.length][];
        lastRelease = filled(trace.lockCount());
        releaseClock = new int[lastRelease.length][];
        for (int refusal : model.failedTries()) {
            for (int source : model.dependencies(refusal)) {
                blockers.set(source);
            }
        }
    }

    private static int[] filled(int size) {
        int[] column = new int[size];
        Arrays.fill(column, -1);
        return column;
    }

    /** The clock of a thread, read-only; it changes with the thread's next event. */
    public int[] of(int thread) {
        return known[thread];
    }

    /** As {@link #of}, for later use. */
    int[] snapshot(int thread) {
        shared[thread] = true;
        return known[thread];
    }

    /** Processes the next event of the trace; whether its thread's clock has changed. */
    public boolean advance(int e) {
        boolean more = join(e);
        if (blockers.get(e)) {
            eventClock.put(e, snapshot(trace.thread(e)));
        }
        return more;
    }

    private boolean join(int e) {
        int thread = trace.thread(e);
        int target = trace.target(e);
        return switch (trace.kind(e)) {
            case READ, VOLATILE_READ -> {
                int write = lastWrite[target];
                yield write >= 0 && join(thread, write, writeClock[target]);
            }
            case WRITE, VOLATILE_WRITE -> {
                lastWrite[target] = e;
                writeClock[target] = snapshot(thread);
                yield false;
            }
            case ACQUIRE -> {
                boolean more = learnFromRelease(thread, target);
                yield sharedReleaseClocks.isEmpty() ? more : more | joinSharedReleases(thread, target);
            }
            case RELEASE -> {
                if (lockEdges) {
                    lastRelease[target] = e;
                    releaseClock[target] = snapshot(thread);
                }
                yield false;
            }
            case ACQUIRE_SHARED -> learnFromRelease(thread, target);
            case RELEASE_SHARED -> {
                if (lockEdges) {
                    add(sharedReleaseClocks, target, thread, e);
                }
                yield false;
            }
            case PERMIT_ACQUIRE -> learnFromPermits(e, thread);
            case TRY_ACQUIRE_FAILED, TRY_PERMIT_FAILED -> learnFromHolders(e, thread);
            case NOTIFY, NOTIFY_ALL, PERMIT_RELEASE -> {
                eventClock.put(e, snapshot(thread));
                yield false;
            }
            case WAKE -> {
                int notify = model.partner(e);
                yield notify >= 0 && join(thread, notify, eventClock.get(notify));
            }
            case FORK -> {
                if (target >= 0 && target != thread) {
                    join(target, e, known[thread]);
                }
                yield false;
            }
            case JOIN -> {
                int last = model.partner(e);
                yield last >= 0 && join(thread, last, known[target]);
            }
            case INIT_END -> {
                initialiserClock.put(target, snapshot(thread));
                yield false;
            }
            case INIT_USE -> {
                int end = model.partner(e);
                yield end >= 0 && join(thread, end, initialiserClock.get(target));
            }
            case PUBLISH -> {
                add(publishClock, target, thread, e);
                yield false;
            }
            case OBSERVE -> {
                int[] sum = publishClock.get(target);
                yield sum != null && await(thread, sum);
            }
            case BEGIN, END, INIT_BEGIN, REGION_BEGIN, REGION_END -> false;
        };
    }

    private boolean learnFromRelease(int thread, int lock) {
        int release = lastRelease[lock];
        return release >= 0 && join(thread, release, releaseClock[lock]);
    }

    private boolean learnFromPermits(int acquire, int thread) {
        boolean more = false;
        for (int source : model.dependencies(acquire)) {
            more |= trace.kind(source) == EventKind.PERMIT_RELEASE && join(thread, source, eventClock.get(source));
        }
        return more;
    }

    private boolean learnFromHolders(int failedTry, int thread) {
        boolean more = false;
        for (int source : model.dependencies(failedTry)) {
            more |= blockers.get(source)
                    && source != model.fork(failedTry)
                    && join(thread, source, eventClock.get(source));
        }
        return more;
    }

    /** Their clocks are included in that of the next exclusive release. */
    private boolean joinSharedReleases(int thread, int lock) {
        int[] sum = sharedReleaseClocks.remove(lock);
        return sum != null && await(thread, sum);
    }

    private void add(Int2ObjectOpenHashMap<int[]> sums, int target, int thread, int e) {
        int[] sum = sums.computeIfAbsent(target, k -> filled(known.length));
        max(sum, known[thread]);
        sum[thread] = e;
    }

    private boolean join(int thread, int source, int[] theirs) {
        int from = trace.thread(source);
        if (known[thread][from] >= source) {
            return false; // and so is all that came before it
        }
        int[] mine = own(thread);
        max(mine, theirs);
        mine[from] = source;
        return true;
    }

    private boolean await(int thread, int[] theirs) {
        boolean more = false;
        for (int t = 0; t < theirs.length; t++) {
            more |= theirs[t] > known[thread][t];
        }
        if (more) {
            max(own(thread), theirs);
        }
        return more;
    }

    private int[] own(int thread) {
        if (shared[thread]) {
            shared[thread] = false;
            known[thread] = known[thread].clone();
        }
        return known[thread];
    }

    /** The other thread's own entry is too high in {@code theirs}; callers correct it. */
    private static void max(int[] mine, int[] theirs) {
        for (int t = 0; t < mine.length; t++) {
            mine[t] = Math.max(mine[t], theirs[t]);
        }
    }
}
