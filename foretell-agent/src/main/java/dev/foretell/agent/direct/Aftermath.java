package dev.foretell.agent.direct;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * What comes right after an anomaly was created. First the threads that stand before its events pass them, in the clip's
 * order, each up to its next probe. Then its threads go on one at a time, the one that passed its event last first, the
 * others in the opposite order of their events; nobody else runs meanwhile. So a thread that has seen something it should
 * not see acts on it before anybody can put it right, and what a thread does on the strength of an old value comes after
 * what made it old. All of that could happen without us: a thread may be slow at any place. But whether an anomaly does
 * harm no longer depends on who happens to be quicker.
 *
 * <p>A thread's turn ends when it ends, waits, joins, pauses, needs a monitor that another one holds, or has had enough.
 *
 * <p>Guarded by the baton's lock.
 */
final class Aftermath {
    /** Probes that a thread may pass alone. Each is a visit to the baton, so all together cost a few milliseconds. */
    private static final int ALONE_PROBES = 20_000;
    /** For a thread that computes more than it passes probes. */
    static final long ALONE_NANOS = 500_000_000;

    private final Script script;
    private final Baton baton;
    /** Events of the anomaly before which threads stand, in the order in which they are passed. */
    private final List<Integer> turns;

    private int letGo;
    /** Null while events are still to be passed. */
    private Deque<DirectedThread> alone;

    private int passed;

    Aftermath(Script script, Baton baton) {
        this.script = script;
        this.baton = baton;
        this.turns = script.turns();
    }

    /** Who runs now that the one before has stopped; null when all are free. */
    DirectedThread next() {
        if (letGo < turns.size()) {
            return script.threadOf(turns.get(letGo++));
        }
        if (alone == null) {
            alone = line();
        }
        passed = 0;
        DirectedThread next = alone.poll();
        while (next != null && !canRun(next)) {
            next = alone.poll();
        }
        return next;
    }

    private Deque<DirectedThread> line() {
        Deque<DirectedThread> line = new ArrayDeque<>();
        for (int event : turns) {
            line.addFirst(script.threadOf(event));
        }
        for (int event = script.watches.size() - 1; event >= 0; event--) {
            DirectedThread thread = script.threadOf(event);
            if (!line.contains(thread)) {
                line.addLast(thread);
            }
        }
        return line;
    }

    private boolean canRun(DirectedThread thread) {
        return thread.state == State.HELD && isFree(thread.monitor);
    }

    /** Whether the thread that runs goes on at this probe. */
    boolean goesOn(DirectedThread thread) {
        return alone != null && ++passed <= ALONE_PROBES && isFree(thread.monitor);
    }

    private boolean isFree(Object monitor) {
        return monitor == null || baton.ownerOf(monitor) == null;
    }
}
