// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.RunInfo;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Small traces that a Java program could have left, made by running random threads in a random order. */
public final class RandomTraces {
    private final Random random;
    private final int threadCount;
    private final int lockCount;
    private final int variableCount;
    private final boolean allKinds;

    private TraceBuilder out;
    private boolean[] started;
    private boolean[] ended;
    private int[] owner;
    private List<List<Integer>> sharers;
    /** Exclusive locks as their number, shared ones as its complement. */
    private List<List<Integer>> held;

    private boolean sharing;
    private int[] permits;
    private int[] waitsFor;
    private boolean[] woken;
    private List<Integer> line;
    private int initialised;

    public RandomTraces(long seed, int threads, int locks, int variables, boolean allKinds) {
        this.random = new Random(seed);
        this.threadCount = threads;
        this.lockCount = locks;
        this.variableCount = variables;
        this.allKinds = allKinds;
    }

    public Trace next(int events) {
        out = new TraceBuilder();
        started = new boolean[threadCount];
        ended = new boolean[threadCount];
        owner = new int[lockCount];
        waitsFor = new int[threadCount];
        woken = new boolean[threadCount];
        held = new ArrayList<>();
        sharers = new ArrayList<>();
        // Half of the traces have locks that can be shared, so that those of monitors alone are covered too.
        sharing = random.nextBoolean();
        line = new ArrayList<>();
        initialised = 0;
        for (int t = 0; t < threadCount; t++) {
            out.addThread("t" + t, "t" + t);
            held.add(new ArrayList<>());
            waitsFor[t] = -1;
            started[t] = t == 0 || random.nextInt(3) > 0;
        }
        for (int l = 0; l < lockCount; l++) {
            out.addLock("l" + l);
            owner[l] = -1;
            sharers.add(new ArrayList<>());
        }
        permits = new int[allKinds ? 2 : 0];
        for (int s = 0; s < permits.length; s++) {
            permits[s] = random.nextInt(4) - 1;
            out.addSemaphore("s" + s, permits[s]);
        }
        for (int v = 0; v < variableCount; v++) {
            out.addVariable("v" + v, 0);
        }
        int volatileVariable = out.addVariable("volatile", 0);
        for (int tries = 0; out.size() < events && tries < 1000; tries++) {
            act(random.nextInt(threadCount), volatileVariable);
        }
        return out.build(RunInfo.NONE);
    }

    private void act(int t, int volatileVariable) {
        if (!started[t] || ended[t]) {
            return;
        }
        if (waitsFor[t] >= 0) {
            int lock = waitsFor[t];
            if (isFree(lock) && (woken[t] || random.nextInt(20) == 0)) {
                event(EventKind.WAKE, t, lock);
                line.remove((Integer) t);
                waitsFor[t] = -1;
                woken[t] = false;
                take(t, lock);
            }
            return;
        }
        int lock = random.nextInt(lockCount);
        switch (random.nextInt(allKinds ? 23 : 12)) {
            case 0, 1, 2 -> event(EventKind.READ, t, random.nextInt(variableCount));
            case 3, 4, 5 -> event(EventKind.WRITE, t, random.nextInt(variableCount));
            case 6, 7, 8 -> {
                if (sharing && random.nextBoolean()) {
                    if ((owner[lock] < 0 || owner[lock] == t) && !held.get(t).contains(~lock)) {
                        share(t, lock);
                    }
                } else if (isFree(lock)) {
                    take(t, lock);
                } else if (allKinds && !held.get(t).contains(lock)) {
                    failTry(t, lock);
                }
            }
            case 9, 10, 11 -> {
                if (!held.get(t).isEmpty()) {
                    // mostly nested, sometimes hand-over-hand
                    int i = random.nextInt(6) == 0 ? 0 : held.get(t).size() - 1;
                    give(t, held.get(t).get(i));
                }
            }
            case 12, 13 -> startOrJoin(t);
            case 14, 15 -> waitOrNotify(t);
            case 16 -> event(EventKind.VOLATILE_READ, t, volatileVariable);
            case 17 -> event(EventKind.VOLATILE_WRITE, t, volatileVariable);
            case 18 -> initialise(t);
            case 19, 20, 21 -> permitAcquireOrRelease(t);
            default -> {
                if (random.nextInt(3) == 0 && held.get(t).isEmpty() && t > 0) {
                    event(EventKind.END, t, -1);
                    ended[t] = true;
                } else {
                    event(random.nextBoolean() ? EventKind.PUBLISH : EventKind.OBSERVE, t, 0);
                }
            }
        }
    }

    private void startOrJoin(int t) {
        int other = random.nextInt(threadCount);
        if (other == t) {
            return;
        }
        if (!started[other]) {
            event(EventKind.FORK, t, other);
            started[other] = true;
        } else if (ended[other]) {
            event(EventKind.JOIN, t, other);
        }
    }

    private void waitOrNotify(int t) {
        if (held.get(t).isEmpty()) {
            return;
        }
        int lock = held.get(t).get(held.get(t).size() - 1);
        if (lock < 0 || sharers.get(lock).contains(t)) {
            return;
        }
        if (random.nextInt(5) < 2) {
            give(t, lock);
            waitsFor[t] = lock;
            line.add(t);
        } else {
            boolean all = random.nextInt(3) == 0;
            event(all ? EventKind.NOTIFY_ALL : EventKind.NOTIFY, t, lock);
            for (int waiter : line) {
                if (waitsFor[waiter] == lock && !woken[waiter]) {
                    woken[waiter] = true;
                    if (!all) {
                        return;
                    }
                }
            }
        }
    }

    private void initialise(int t) {
        if (initialised > 0 && random.nextBoolean()) {
            event(EventKind.INIT_USE, t, random.nextInt(initialised));
            return;
        }
        event(EventKind.INIT_BEGIN, t, initialised);
        if (random.nextBoolean()) {
            startOrJoin(t);
        }
        event(EventKind.INIT_END, t, initialised++);
    }

    private void permitAcquireOrRelease(int t) {
        int semaphore = random.nextInt(permits.length);
        if (permits[semaphore] <= 0 && random.nextInt(4) == 0) {
            event(EventKind.TRY_PERMIT_FAILED, t, semaphore);
            return;
        }
        if (permits[semaphore] > 0 && random.nextBoolean()) {
            permits[semaphore]--;
            event(EventKind.PERMIT_ACQUIRE, t, semaphore);
        } else if (permits[semaphore] < 2) {
            permits[semaphore]++;
            event(EventKind.PERMIT_RELEASE, t, semaphore);
        }
    }

    private boolean isFree(int lock) {
        return owner[lock] < 0 && sharers.get(lock).isEmpty();
    }

    private void share(int t, int lock) {
        sharers.get(lock).add(t);
        held.get(t).add(~lock);
        event(EventKind.ACQUIRE_SHARED, t, lock);
    }

    /** It may share the lock itself, and try an upgrade. */
    private void failTry(int t, int lock) {
        if (owner[lock] >= 0 || sharers.get(lock).size() > (sharers.get(lock).contains(t) ? 1 : 0)) {
            event(EventKind.TRY_ACQUIRE_FAILED, t, lock);
        }
    }

    private void take(int t, int lock) {
        owner[lock] = t;
        held.get(t).add(lock);
        event(EventKind.ACQUIRE, t, lock);
    }

    private void give(int t, int lock) {
        held.get(t).remove((Integer) lock);
        if (lock < 0) {
            sharers.get(~lock).remove((Integer) t);
            event(EventKind.RELEASE_SHARED, t, ~lock);
            return;
        }
        owner[lock] = -1;
        event(EventKind.RELEASE, t, lock);
    }

    private void event(EventKind kind, int thread, int target) {
        int line = out.size() + 1;
        int site = out.addSite(new Site("", "", "", line, -1, kind, ""));
        out.add(kind, thread, target, site, 1);
    }
}
