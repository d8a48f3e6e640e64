// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.model;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The partner and the dependencies of each event, from one pass over the trace.
 *
 * <p>A wait's notify: waiters of a lock form a FIFO queue from their release on; a notify wakes the first, as HotSpot
 * does, a notifyAll all. A wait without one although there was a notify since its release (a time-out at the same time)
 * is ordered after the last of these: too much order rather than too little.
 *
 * <p>Permits: the j-th acquire of a semaphore with p initial permits depends on the first j-p permit releases of the
 * recorded order. In any order of the acquires: if j is the highest number acquired so far, at least j-p permits have
 * been released and at most j acquired, so no acquire blocks.
 *
 * <p>Failed tries: the partner of a failed tryLock is the acquire of the critical section that made it fail, the
 * exclusive one or the share acquired last. The try must be between that and its release. A failed permit try comes
 * after all permit acquires that preceded it and before all permit releases that followed it: then there are never more
 * permits than recorded.
 */
final class EventDependencies {
    private static final int[] NONE = {};

    private final Trace trace;
    private final ThreadIndex threads;
    private final int[] partner;
    /** The first event of a thread after its fork, to that fork. */
    private final Int2IntOpenHashMap forks = new Int2IntOpenHashMap();

    /** The keys of these: looked up for every event of the trace, many times. */
    private final BitSet forked = new BitSet();
    /**
     * OBSERVE, PERMIT_ACQUIRE or TRY_PERMIT_FAILED, to the last PUBLISH, PERMIT_RELEASE or PERMIT_ACQUIRE of each other
     * thread that it depends on.
     */
    private final Int2ObjectOpenHashMap<int[]> several = new Int2ObjectOpenHashMap<>();

    private final IntArrayList failedTries = new IntArrayList();
    /** TRY_PERMIT_FAILED, to the first PERMIT_RELEASE of each other thread that it must precede. */
    private final Int2ObjectOpenHashMap<int[]> mustPrecede = new Int2ObjectOpenHashMap<>();
    /** Events inside a class initialiser, including its begin but not its end. */
    private final BitSet initialising = new BitSet();

    /** Few, but looked up so often that computing them each time is measurable. */
    private final BitSet inseparable = new BitSet();

    EventDependencies(Trace trace, ThreadIndex threads) {
        this.trace = trace;
        this.threads = threads;
        this.partner = new int[trace.size()];
        this.forks.defaultReturnValue(-1);
        new Pass().run();
    }

    private void noteSticky(int e) {
        if (mustGoOn(e)) {
            inseparable.set(e);
        }
    }

    int of(int event) {
        return partner[event];
    }

    boolean insideInitialiser(int event) {
        return initialising.get(event);
    }

    boolean inseparable(int event) {
        return inseparable.get(event);
    }

    private boolean mustGoOn(int event) {
        EventKind kind = trace.kind(event);
        int next = threads.next(event);
        if (next < 0) {
            return false;
        }
        EventKind then = trace.kind(next);
        return kind == EventKind.WAKE && then == EventKind.ACQUIRE && trace.target(next) == trace.target(event)
                || initialising.get(event)
                        && (then == EventKind.FORK || then == EventKind.INIT_BEGIN || then == EventKind.INIT_END);
    }

    int fork(int event) {
        return forked.get(event) ? forks.get(event) : -1;
    }

    int[] dependencies(int event) {
        int fork = fork(event);
        return switch (trace.kind(event)) {
            case READ, VOLATILE_READ, WAKE, JOIN, INIT_USE, TRY_ACQUIRE_FAILED -> {
                int source = partner[event];
                boolean foreign = source >= 0 && trace.thread(source) != trace.thread(event);
                if (foreign) {
                    yield fork < 0 ? new int[] {source} : new int[] {source, fork};
                }
                yield only(fork);
            }
            case OBSERVE, PERMIT_ACQUIRE, TRY_PERMIT_FAILED -> {
                int[] sources = several.getOrDefault(event, NONE);
                if (fork < 0) {
                    yield sources;
                }
                int[] both = Arrays.copyOf(sources, sources.length + 1);
                both[sources.length] = fork;
                yield both;
            }
            case WRITE, VOLATILE_WRITE -> only(fork);
            case ACQUIRE, RELEASE, ACQUIRE_SHARED, RELEASE_SHARED, PERMIT_RELEASE -> only(fork);
            case FORK, BEGIN, END, NOTIFY, NOTIFY_ALL, INIT_BEGIN, INIT_END, PUBLISH -> only(fork);
            case REGION_BEGIN, REGION_END -> only(fork);
        };
    }

    private static int[] only(int fork) {
        return fork < 0 ? NONE : new int[] {fork};
    }

    IntList failedTries() {
        return failedTries;
    }

    int[] mustPrecede(int event) {
        EventKind kind = trace.kind(event);
        if (kind == EventKind.TRY_ACQUIRE_FAILED) {
            int release = partner[event] < 0 ? -1 : partner[partner[event]];
            return release < 0 ? NONE : new int[] {release};
        }
        return kind == EventKind.TRY_PERMIT_FAILED ? mustPrecede.getOrDefault(event, NONE) : NONE;
    }

    /**
     * The dependencies that are in PECAN's partial order: not those of plain reads, and not those of failed tries,
     * which observe nothing that other threads wrote.
     */
    int[] orderedAfter(int event) {
        return trace.kind(event).isOrdering() ? dependencies(event) : only(fork(event));
    }

    /** The state of the pass. */
    private final class Pass {
        private final int[] lastWrite = filled(trace.variableCount());
        private final int[] openAcquire = filled(trace.lockCount());
        /** By lock and thread. */
        private final Long2IntOpenHashMap openShares = new Long2IntOpenHashMap();

        private final Permits[] permits = new Permits[trace.semaphoreCount()];
        private final int[] pendingFork = filled(trace.threads().size());
        private final int[] lastEvent = filled(trace.threads().size());
        private final int[] initDepth = new int[trace.threads().size()];
        private final Int2ObjectOpenHashMap<Waiters> waiters = new Int2ObjectOpenHashMap<>();
        private final Int2IntOpenHashMap initEnds = new Int2IntOpenHashMap();
        private final Int2ObjectOpenHashMap<int[]> lastPublishes = new Int2ObjectOpenHashMap<>();

        void run() {
            initEnds.defaultReturnValue(-1);
            openShares.defaultReturnValue(-1);
            for (int e = 0; e < partner.length; e++) {
                int thread = trace.thread(e);
                if (pendingFork[thread] >= 0) {
                    forks.put(e, pendingFork[thread]);
                    forked.set(e);
                    pendingFork[thread] = -1;
                }
                partner[e] = -1;
                event(e, thread, trace.target(e));
                if (initDepth[thread] > 0) {
                    initialising.set(e);
                    noteSticky(e);
                } else if (trace.kind(e) == EventKind.WAKE) {
                    noteSticky(e);
                }
                lastEvent[thread] = e;
            }
        }

        private void event(int e, int thread, int target) {
            switch (trace.kind(e)) {
                case READ, VOLATILE_READ -> partner[e] = lastWrite[target];
                case WRITE, VOLATILE_WRITE -> lastWrite[target] = e;
                case ACQUIRE -> openAcquire[target] = e;
                case RELEASE -> release(e, thread, target);
                case ACQUIRE_SHARED -> openShares.put(share(target, thread), e);
                case RELEASE_SHARED -> pair(openShares.remove(share(target, thread)), e);
                case FORK -> {
                    if (target >= 0 && target != thread) {
                        pendingFork[target] = e;
                    }
                }
                case JOIN -> partner[e] = target >= 0 && target != thread ? lastEvent[target] : -1;
                case WAKE -> {
                    Waiters queue = waiters.get(target);
                    partner[e] = queue == null ? -1 : queue.leave(thread);
                }
                case NOTIFY -> waiters(target).wake(e, false);
                case NOTIFY_ALL -> waiters(target).wake(e, true);
                case INIT_BEGIN -> initDepth[thread]++;
                case INIT_END -> {
                    initDepth[thread] = Math.max(0, initDepth[thread] - 1);
                    initEnds.put(target, e);
                }
                case INIT_USE -> partner[e] = initEnds.get(target);
                case PUBLISH ->
                    lastPublishes
                            .computeIfAbsent(target, k -> filled(trace.threads().size()))[thread] = e;
                case OBSERVE -> observe(e, thread, target);
                case PERMIT_RELEASE -> permitRelease(e, thread, permits(target));
                case PERMIT_ACQUIRE -> {
                    several.put(e, permits(target).permitAcquire(thread));
                    permits(target).lastAcquire[thread] = e;
                }
                case TRY_ACQUIRE_FAILED -> {
                    partner[e] = blocker(target, thread);
                    failedTries.add(e);
                }
                case TRY_PERMIT_FAILED -> {
                    failedTry(e, thread, permits(target));
                    failedTries.add(e);
                }
                case BEGIN, END, REGION_BEGIN, REGION_END -> {}
            }
        }

        private void release(int e, int thread, int lock) {
            int acquire = openAcquire[lock];
            if (acquire >= 0 && trace.thread(acquire) == thread) {
                pair(acquire, e);
                openAcquire[lock] = -1;
            }
            int next = threads.next(e);
            if (next >= 0 && trace.kind(next) == EventKind.WAKE && trace.target(next) == lock) {
                waiters(lock).enter(thread);
            }
        }

        private void pair(int acquire, int release) {
            if (acquire >= 0) {
                partner[release] = acquire;
                partner[acquire] = release;
            }
        }

        /**
         * The acquire of the section that blocks a thread's acquire: the exclusive one, else the share acquired last;
         * or -1.
         */
        private int blocker(int lock, int thread) {
            int blocker = openAcquire[lock];
            if (blocker >= 0 && trace.thread(blocker) != thread) {
                return blocker;
            }
            blocker = -1;
            for (int t = 0; t < pendingFork.length; t++) {
                blocker = t == thread ? blocker : Math.max(blocker, openShares.get(share(lock, t)));
            }
            return blocker;
        }

        private void failedTry(int e, int thread, Permits permits) {
            several.put(e, others(permits.lastAcquire, thread));
            mustPrecede.put(e, NONE);
            permits.failed.add(e);
        }

        private void permitRelease(int e, int thread, Permits permits) {
            permits.releases.add(e);
            // Its first since the try: all others follow in program order.
            for (int i = permits.failed.size() - 1;
                    i >= 0 && permits.failed.getInt(i) > permits.lastRelease[thread];
                    i--) {
                int failedTry = permits.failed.getInt(i);
                if (trace.thread(failedTry) != thread) {
                    int[] releases = mustPrecede.get(failedTry);
                    releases = Arrays.copyOf(releases, releases.length + 1);
                    releases[releases.length - 1] = e;
                    mustPrecede.put(failedTry, releases);
                }
            }
            permits.lastRelease[thread] = e;
        }

        private static long share(int lock, int thread) {
            return (long) lock << 32 | thread;
        }

        private Permits permits(int semaphore) {
            if (permits[semaphore] == null) {
                permits[semaphore] = new Permits(trace, semaphore);
            }
            return permits[semaphore];
        }

        private void observe(int e, int thread, int channel) {
            int[] last = lastPublishes.get(channel);
            if (last != null) {
                several.put(e, others(last, thread));
            }
        }

        private static int[] others(int[] last, int thread) {
            IntArrayList others = new IntArrayList();
            for (int t = 0; t < last.length; t++) {
                if (t != thread && last[t] >= 0) {
                    others.add(last[t]);
                }
            }
            return others.toIntArray();
        }

        private Waiters waiters(int lock) {
            return waiters.computeIfAbsent(lock, k -> new Waiters());
        }
    }

    /** The permits of one semaphore. */
    private static final class Permits {
        private final Trace trace;
        private final IntArrayList releases = new IntArrayList();
        /** How many permit releases the acquires so far depend on, and how many of these there were. */
        private int dependent;

        private int counted;
        /** By thread: the last of its permit releases that are counted. */
        private final int[] last;
        /** By thread: the dependencies of its permit acquires so far, null before the first. */
        private final int[][] known;

        private final IntArrayList failed = new IntArrayList();
        /** By thread. */
        private final int[] lastAcquire;

        private final int[] lastRelease;

        Permits(Trace trace, int semaphore) {
            this.trace = trace;
            this.dependent = -trace.initialPermits(semaphore);
            this.last = filled(trace.threads().size());
            this.known = new int[last.length][];
            this.lastAcquire = filled(last.length);
            this.lastRelease = filled(last.length);
        }

        /**
         * The permit releases of other threads that the next acquire depends on and no earlier one of its thread does.
         */
        int[] permitAcquire(int thread) {
            dependent++;
            while (counted < dependent && counted < releases.size()) {
                int permitRelease = releases.getInt(counted++);
                last[trace.thread(permitRelease)] = permitRelease;
            }
            if (known[thread] == null) {
                known[thread] = filled(last.length);
            }
            IntArrayList sources = new IntArrayList();
            for (int t = 0; t < last.length; t++) {
                if (t != thread && last[t] > known[thread][t]) {
                    known[thread][t] = last[t];
                    sources.add(last[t]);
                }
            }
            return sources.toIntArray();
        }
    }

    /** The FIFO queue of threads that wait on one lock. */
    private static final class Waiters {
        private final IntArrayList queue = new IntArrayList();
        private final IntArrayList wakers = new IntArrayList();
        private final IntArrayList latest = new IntArrayList();

        void enter(int thread) {
            queue.add(thread);
            wakers.add(-1);
            latest.add(-1);
        }

        void wake(int notify, boolean all) {
            boolean one = false;
            for (int i = 0; i < queue.size(); i++) {
                latest.set(i, notify);
                if (wakers.getInt(i) < 0 && (all || !one)) {
                    wakers.set(i, notify);
                    one = true;
                }
            }
        }

        int leave(int thread) {
            int i = queue.indexOf(thread);
            if (i < 0) {
                return -1;
            }
            queue.removeInt(i);
            int waker = wakers.removeInt(i);
            int last = latest.removeInt(i);
            return waker >= 0 ? waker : last;
        }
    }

    private static int[] filled(int size) {
        int[] column = new int[size];
        Arrays.fill(column, -1);
        return column;
    }
}
