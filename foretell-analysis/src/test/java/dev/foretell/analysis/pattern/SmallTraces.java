// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.RunInfo;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random traces of a few threads with many regions; every event has a site of its own, so that nothing is merged. In
 * every fourth seed each access to the first variable holds the first lock.
 */
public final class SmallTraces {
    private static final int LOCKS = 2;

    private final Random random;
    private final int threads;
    private final int variables;
    private final boolean firstProtected;
    private TraceBuilder out;
    private int[] owner;
    private List<List<Integer>> held;
    private int[] depth;
    private int[] waits;
    private boolean[] started;
    private boolean[] initialising;

    public SmallTraces(long seed, int threads, int variables) {
        this.random = new Random(seed);
        this.threads = threads;
        this.variables = variables;
        this.firstProtected = seed % 4 == 3;
    }

    public Trace next(int events) {
        out = new TraceBuilder();
        owner = new int[] {-1, -1};
        held = new ArrayList<>();
        depth = new int[threads];
        waits = new int[threads];
        started = new boolean[threads];
        initialising = new boolean[threads];
        for (int t = 0; t < threads; t++) {
            out.addThread("t" + t, "t" + t);
            held.add(new ArrayList<>());
            waits[t] = -1;
            started[t] = t == 0 || random.nextInt(3) > 0;
        }
        for (int l = 0; l < LOCKS; l++) {
            out.addLock("l" + l);
        }
        for (int v = 0; v < variables; v++) {
            out.addVariable("v" + v, 0);
        }
        for (int tries = 0; out.size() < events && tries < 2000; tries++) {
            int t = random.nextInt(threads);
            for (int run = random.nextInt(4); run >= 0 && out.size() < events; run--) {
                act(t);
            }
        }
        return out.build(RunInfo.NONE);
    }

    private void act(int t) {
        if (!started[t]) {
            return;
        }
        if (waits[t] >= 0) {
            if (owner[waits[t]] < 0) {
                event(EventKind.WAKE, t, waits[t]);
                take(t, waits[t]);
                waits[t] = -1;
            }
            return;
        }
        int lock = random.nextInt(LOCKS);
        int top = held.get(t).isEmpty() ? -1 : held.get(t).get(held.get(t).size() - 1);
        switch (random.nextInt(24)) {
            case 0, 1, 2, 3, 4, 5 -> access(t, false);
            case 6, 7, 8, 9, 10, 11 -> access(t, true);
            case 12, 13, 14, 15 -> {
                if (owner[lock] < 0) {
                    take(t, lock);
                }
            }
            case 16, 17, 18 -> {
                if (top >= 0) {
                    give(
                            t,
                            held.get(t)
                                    .get(
                                            random.nextInt(5) == 0
                                                    ? 0
                                                    : held.get(t).size() - 1));
                }
            }
            case 19 -> {
                depth[t]++;
                event(EventKind.REGION_BEGIN, t, -1);
            }
            case 20 -> {
                if (depth[t] > 0) {
                    depth[t]--;
                    event(EventKind.REGION_END, t, -1);
                }
            }
            case 21 -> fork(t);
            case 22 -> {
                if (top >= 0 && random.nextBoolean()) {
                    give(t, top);
                    waits[t] = top;
                } else if (top >= 0) {
                    event(random.nextBoolean() ? EventKind.NOTIFY : EventKind.NOTIFY_ALL, t, top);
                }
            }
            default -> {
                if (random.nextInt(3) == 0) {
                    event(initialising[t] ? EventKind.INIT_END : EventKind.INIT_BEGIN, t, t);
                    initialising[t] = !initialising[t];
                } else {
                    event(random.nextBoolean() ? EventKind.PUBLISH : EventKind.OBSERVE, t, 0);
                }
            }
        }
    }

    /** The last variable is volatile. */
    private void access(int t, boolean write) {
        int v = random.nextInt(variables);
        if (firstProtected && v == 0 && !held.get(t).contains(0)) {
            return;
        }
        boolean isVolatile = v == variables - 1 && v > 0;
        event(
                write
                        ? isVolatile ? EventKind.VOLATILE_WRITE : EventKind.WRITE
                        : isVolatile ? EventKind.VOLATILE_READ : EventKind.READ,
                t,
                v);
    }

    private void fork(int t) {
        int other = random.nextInt(threads);
        if (other != t && !started[other]) {
            event(EventKind.FORK, t, other);
            started[other] = true;
        }
    }

    private void take(int t, int lock) {
        owner[lock] = t;
        held.get(t).add(lock);
        event(EventKind.ACQUIRE, t, lock);
    }

    private void give(int t, int lock) {
        owner[lock] = -1;
        held.get(t).remove((Integer) lock);
        event(EventKind.RELEASE, t, lock);
    }

    private void event(EventKind kind, int thread, int target) {
        int line = out.size() + 1;
        out.add(kind, thread, target, out.addSite(new Site("", "", "", line, -1, kind, "")), 1);
    }
}
