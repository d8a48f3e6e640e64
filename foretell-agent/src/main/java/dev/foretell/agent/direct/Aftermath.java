// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The schedule right after an anomaly was created. First the threads that are held before its events pass them, in the
 * clip's order, each up to its next probe. Then its threads run one at a time, the one that passed its event last
 * first, the others in the opposite order of their events; no other thread runs meanwhile. So a thread that has read a
 * wrong value acts on it before another thread can correct it, and what a thread does with a stale value comes after
 * what made it stale. Each such execution is possible without the director: a thread may be slow at any place. But
 * whether an anomaly does harm no longer depends on which thread is faster.
 *
 * <p>With {@code then first} in the clip it is the other way round: the thread that passed its event first runs alone
 * at once, and only when its turn is over the next event is passed. So a thread that came too early has acted on what
 * it read before the other thread continues. Here a spin ends a turn, too.
 *
 * <p>A thread's turn ends when it ends, waits, joins, sleeps or yields, needs a monitor that another one owns, or has
 * passed {@link #ALONE_PROBES} probes.
 *
 * <p>Guarded by the scheduler's lock.
 */
final class Aftermath {
    /**
     * Probes that a thread may pass alone. Each takes the scheduler's lock, so all together cost a few milliseconds.
     */
    private static final int ALONE_PROBES = 20_000;
    /** The same as time, for a thread that passes few probes. */
    static final long ALONE_NANOS = 500_000_000;

    private final Schedule schedule;
    private final MonitorOwners owners;
    /** Events of the anomaly before which threads are held, in the order in which they are passed. */
    private final List<Integer> turns;

    /** The turns left; null until the first one begins. */
    private Deque<Turn> line;

    private boolean alone;
    private int passed;
    private SpinSample sample = new SpinSample();

    /** One thread's turn: up to its next probe or, {@code alone}, for longer. */
    private record Turn(DirectedThread thread, boolean alone) {}

    Aftermath(Schedule schedule, MonitorOwners owners) {
        this.schedule = schedule;
        this.owners = owners;
        this.turns = schedule.turns();
    }

    /** The thread that runs next; null when all run free. */
    DirectedThread next() {
        if (line == null) {
            line = new ArrayDeque<>();
            if (schedule.clip.firstGoesOn()) {
                oneAfterTheOther();
            } else {
                lastFirst();
            }
        }
        passed = 0;
        sample = new SpinSample();
        Turn next = line.poll();
        while (next != null && next.alone && !canRun(next.thread)) {
            next = line.poll();
        }
        alone = next != null && next.alone;
        return next == null ? null : next.thread;
    }

    private void lastFirst() {
        List<DirectedThread> all = new ArrayList<>();
        for (int event : turns) {
            line.add(new Turn(schedule.threadOf(event), false));
            all.add(0, schedule.threadOf(event));
        }
        for (DirectedThread thread : passedThreads()) {
            if (!all.contains(thread)) {
                all.add(thread);
            }
        }
        for (DirectedThread thread : all) {
            line.add(new Turn(thread, true));
        }
    }

    private void oneAfterTheOther() {
        List<DirectedThread> held = new ArrayList<>();
        for (int event : turns) {
            held.add(schedule.threadOf(event));
        }
        for (DirectedThread thread : passedThreads()) {
            if (!held.contains(thread)) {
                line.add(new Turn(thread, true));
            }
        }
        for (DirectedThread thread : held) {
            line.add(new Turn(thread, true));
        }
    }

    /** The threads of the events that were passed before the anomaly was created, each once, the last event first. */
    private List<DirectedThread> passedThreads() {
        List<DirectedThread> passed = new ArrayList<>();
        for (int event = schedule.expectedEvents.size() - 1; event >= 0; event--) {
            DirectedThread thread = schedule.threadOf(event);
            if (!passed.contains(thread)) {
                passed.add(thread);
            }
        }
        return passed;
    }

    private boolean canRun(DirectedThread thread) {
        return thread.status.state == ThreadState.HELD && isFree(thread.status.nextMonitor);
    }

    /** Whether the running thread continues at this probe. */
    boolean continues(DirectedThread thread) {
        boolean may = alone && ++passed <= ALONE_PROBES && isFree(thread.status.nextMonitor);
        return may && !(schedule.clip.firstGoesOn() && isSpinning(thread));
    }

    /**
     * A thread that polls for the other threads' progress must not be kept polling: it may give up after some time, and
     * that failure would be the director's.
     */
    private boolean isSpinning(DirectedThread thread) {
        sample.add(thread.pending);
        boolean spins = sample.isSpin();
        if (sample.isFull()) {
            sample = new SpinSample();
        }
        return spins;
    }

    private boolean isFree(Object monitor) {
        return monitor == null || owners.of(monitor) == null;
    }
}
