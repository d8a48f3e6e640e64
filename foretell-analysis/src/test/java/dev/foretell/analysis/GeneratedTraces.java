// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.RunInfo;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Generates traces of the shapes that race and deadlock prediction is published on ({@link PublishedTraces}): runs of
 * worker threads, nested acquires, and one race injected into a run, hidden by a lock.
 */
final class GeneratedTraces {
    /** Lines of the two accesses of an injected race. */
    static final int FIRST_LINE = 9999;

    static final int SECOND_LINE = 10000;

    /** How the injected race is hidden. */
    enum Hiding {
        /** The first access precedes a critical section, the second follows one of the same lock. */
        HAPPENS_BEFORE,
        /** The first access is inside the critical section: the two sections have to be reordered. */
        SYNC_PRESERVING
    }

    private final Random random;
    private final TraceBuilder out = new TraceBuilder();
    private final int threads;
    private final int locks;
    private final Map<Integer, Integer> sites = new HashMap<>();
    private final Map<List<Integer>, Integer> executions = new HashMap<>();
    private int injected = -1;
    private boolean accesses;

    private GeneratedTraces(long seed, int threads, int locks) {
        this.random = new Random(seed);
        this.threads = threads;
        this.locks = locks;
        for (int t = 0; t < threads; t++) {
            out.addThread("t" + t, "t" + t);
        }
        for (int l = 0; l < locks; l++) {
            out.addLock("l" + l);
        }
    }

    /**
     * A main thread that forks workers and joins them. Each of ten variables has a lock, which one access in
     * {@code racyOneIn} does not hold.
     */
    static Trace workers(long seed, int threads, int events, int racyOneIn) {
        GeneratedTraces traces = new GeneratedTraces(seed, threads, 4);
        traces.run(events, racyOneIn);
        return traces.out.build(RunInfo.NONE);
    }

    /** A well-locked run of workers with one race between threads 1 and 2, halfway. */
    static Trace injected(long seed, Hiding hiding) {
        GeneratedTraces traces = new GeneratedTraces(seed, 4, 4);
        traces.variables();
        traces.injected = traces.out.addVariable("injected", 0);
        traces.forkAll();
        traces.work(200, Integer.MAX_VALUE);
        traces.inject(hiding);
        traces.work(400, Integer.MAX_VALUE);
        return traces.out.build(RunInfo.NONE);
    }

    /** Dining philosophers, each of whom acquires both forks once. */
    static Trace philosophers(int count) {
        GeneratedTraces traces = new GeneratedTraces(0, count, count);
        for (int t = 0; t < count; t++) {
            traces.nested(t, List.of(t, (t + 1) % count));
        }
        return traces.out.build(RunInfo.NONE);
    }

    /** Nested critical sections of three threads, with accesses whose reads-from relation rules out some deadlocks. */
    static Trace nestedSections(long seed) {
        GeneratedTraces traces = new GeneratedTraces(seed, 3, 3);
        traces.out.addVariable("v0", 0);
        traces.accesses = true;
        List<Integer> order = new ArrayList<>(List.of(0, 1, 2));
        for (int section = 0; section < 4; section++) {
            int t = traces.random.nextInt(3);
            Collections.shuffle(order, traces.random);
            traces.maybeAccess(t);
            traces.nested(t, order.subList(0, 1 + traces.random.nextInt(3)));
        }
        return traces.out.build(RunInfo.NONE);
    }

    private void run(int events, int racyOneIn) {
        variables();
        forkAll();
        work(events, racyOneIn);
        for (int t = 1; t < threads; t++) {
            event(EventKind.END, t, -1);
            event(EventKind.JOIN, 0, t);
        }
    }

    private void variables() {
        for (int v = 0; v < 10; v++) {
            out.addVariable("v" + v, 0);
        }
    }

    private void forkAll() {
        for (int t = 1; t < threads; t++) {
            event(EventKind.FORK, 0, t);
        }
    }

    private void work(int until, int racyOneIn) {
        while (out.size() < until) {
            int t = 1 + random.nextInt(threads - 1);
            int v = random.nextInt(10);
            boolean locked = random.nextInt(racyOneIn) > 0;
            if (locked) {
                event(EventKind.ACQUIRE, t, v % locks);
            }
            for (int i = random.nextInt(3); i >= 0; i--) {
                event(random.nextInt(3) == 0 ? EventKind.WRITE : EventKind.READ, t, v);
            }
            if (locked) {
                event(EventKind.RELEASE, t, v % locks);
            }
        }
    }

    private void inject(Hiding hiding) {
        int own = out.addVariable("own", 0);
        if (hiding == Hiding.HAPPENS_BEFORE) {
            event(EventKind.WRITE, 1, injected, FIRST_LINE);
            event(EventKind.ACQUIRE, 1, 0);
        } else {
            event(EventKind.ACQUIRE, 1, 0);
            event(EventKind.WRITE, 1, injected, FIRST_LINE);
        }
        event(EventKind.RELEASE, 1, 0);
        event(EventKind.ACQUIRE, 2, 0);
        event(EventKind.WRITE, 2, own);
        event(EventKind.RELEASE, 2, 0);
        event(EventKind.WRITE, 2, injected, SECOND_LINE);
    }

    private void nested(int thread, List<Integer> order) {
        for (int lock : order) {
            event(EventKind.ACQUIRE, thread, lock);
        }
        maybeAccess(thread);
        for (int i = order.size() - 1; i >= 0; i--) {
            event(EventKind.RELEASE, thread, order.get(i));
        }
    }

    private void maybeAccess(int thread) {
        if (accesses && random.nextBoolean()) {
            event(random.nextBoolean() ? EventKind.READ : EventKind.WRITE, thread, 0);
        }
    }

    /** At a line for each kind and target: workers execute the same code. */
    private void event(EventKind kind, int thread, int target) {
        event(kind, thread, target, 1 + kind.ordinal() * 100 + target);
    }

    private void event(EventKind kind, int thread, int target, int line) {
        int site = sites.computeIfAbsent(line, l -> out.addSite(new Site("", "", "", l, -1, kind, "")));
        out.add(kind, thread, target, site, executions.merge(List.of(thread, site), 1, Integer::sum));
    }
}
