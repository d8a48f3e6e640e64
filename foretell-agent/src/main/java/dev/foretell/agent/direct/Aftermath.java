// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What comes right after an anomaly was created. First the threads that stand before its events pass them, in the
 * clip's order, each up to its next probe. Then its threads go on one at a time, the one that passed its event last
 * first, the others in the opposite order of their events; nobody else runs meanwhile. So a thread that has seen
 * something it should not see acts on it before anybody can put it right, and what a thread does on the strength of an
 * old value comes after what made it old. All of that could happen without us: a thread may be slow at any place. But
 * whether an anomaly does harm no longer depends on who happens to be quicker.
 *
 * <p>A clip can ask for the other way: who passed an event before the others goes on alone at once, and only when its
 * turn is over the next event is passed. So a thread that came too early has done all that it does on the strength of
 * what it saw before the other one comes. There a turn also ends in a loop that only looks, again and again.
 *
 * <p>A thread's turn ends when it ends, waits, joins, pauses, needs a monitor that another one holds, or has had
 * enough.
 *
 * <p>Guarded by the baton's lock.
 */
final class Aftermath {
    /** Probes that a thread may pass alone. Each is a visit to the baton, so all together cost a few milliseconds. */
    private static final int ALONE_PROBES = 20_000;
    /** For a thread that computes more than it passes probes. */
    static final long ALONE_NANOS = 500_000_000;

    private final Schedule schedule;
    private final MonitorOwners owners;
    /** Events of the anomaly before which threads are held, in the order in which they are passed. */
    private final List<Integer> turns;

    /** Who runs, and how far; null until the first asks. */
    private Deque<Turn> line;

    private boolean alone;
    private int passed;
    private SpinSample sample = new SpinSample();

    /** One thread's turn: up to its next probe, or until it has had enough. */
    private record Turn(DirectedThread thread, boolean alone) {}

    Aftermath(Schedule schedule, MonitorOwners owners) {
        this.schedule = schedule;
        this.owners = owners;
        this.turns = schedule.turns();
    }

    /** Who runs now that the one before has stopped; null when all are free. */
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

    /** Whether the thread that runs goes on at this probe. */
    boolean continues(DirectedThread thread) {
        boolean may = alone && ++passed <= ALONE_PROBES && isFree(thread.status.nextMonitor);
        return may && !(schedule.clip.firstGoesOn() && isSpinning(thread));
    }

    /**
     * Who asks again and again whether the others have come is not to be kept waiting for them: its patience may have
     * an end, and then it would complain of us.
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
