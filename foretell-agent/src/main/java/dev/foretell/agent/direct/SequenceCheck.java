// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.clip.AnomalyShape;
import java.util.List;

/**
 * Checks an anomaly that is a sequence of events: whether they happened in order, and the last one is next. As
 * {@link SimultaneousCheck}, it decides only by what was observed: objects by {@code ==}, monitors that are really
 * held.
 *
 * <p>Only the running thread passes events, and it runs until its next probe, so the order in which events are noted is
 * the order in which they happened. The one exception, a thread that the watchdog switched away from right at its
 * event, leaves the order of that event uncertain for good.
 *
 * <p>Guarded by the scheduler's lock.
 */
final class SequenceCheck {
    private final Schedule schedule;
    private final AnomalyShape shape;
    private final List<ExpectedEvent> expectedEvents;
    private final int last;
    private int passed;

    /** For a clip whose anomaly is a sequence of events. */
    SequenceCheck(Schedule schedule) {
        this.schedule = schedule;
        this.shape = schedule.clip.shape();
        this.expectedEvents = schedule.expectedEvents;
        this.last = expectedEvents.size();
    }

    /** The running thread executes this event now. */
    void passes(DirectedThread thread, ExpectedEvent expected, AccessSnapshot snapshot) {
        if (!expected.happened) {
            expected.snapshot = snapshot;
            expected.order = ++passed;
            thread.eventInProgress = expected;
        }
    }

    /** The thread has reached another probe, and no other one ran meanwhile. */
    static void completeEvent(DirectedThread thread) {
        if (thread.eventInProgress != null) {
            thread.eventInProgress.happened = true;
            thread.eventInProgress = null;
        }
    }

    /** The thread is switched away from in code without probes. */
    static void switchedAway(DirectedThread thread) {
        if (thread.eventInProgress != null) {
            thread.eventInProgress.orderUncertain = true;
        }
    }

    /** Drops all references to objects of the program. */
    void clear() {
        for (ExpectedEvent expected : expectedEvents) {
            expected.snapshot = null;
        }
    }

    /** To be called while the thread of the last event is held. */
    AnomalyVerdict verdict() {
        String trouble = happened();
        trouble = trouble == null ? inOrder() : trouble;
        trouble = trouble == null ? lastIsNext() : trouble;
        trouble = trouble == null ? kinds() : trouble;
        trouble = trouble == null ? variables() : trouble;
        trouble = trouble == null ? regions() : trouble;
        return trouble == null ? new AnomalyVerdict(true, what()) : new AnomalyVerdict(false, trouble);
    }

    private String happened() {
        for (int i = 0; i < last; i++) {
            ExpectedEvent expected = expectedEvents.get(i);
            if (expected.order == 0 || !expected.happened && !expected.orderUncertain) {
                return "The events did not all happen: there was no "
                        + DivergenceText.expected(expected.occurrence, expected.point)
                        + " by thread "
                        + DivergenceText.name(expected.threadSchedule) + '.'
                        + DivergenceText.unknown(expected.point);
            }
            if (expected.orderUncertain) {
                return "It is not certain when " + event(i)
                        + " happened: its thread was switched away from right there.";
            }
        }
        return null;
    }

    private String inOrder() {
        for (int i = 1; i < last; i++) {
            if (expectedEvents.get(i).order < expectedEvents.get(i - 1).order) {
                return "The events happened in another order: " + event(i) + " came before " + event(i - 1) + '.';
            }
        }
        return null;
    }

    private String lastIsNext() {
        ThreadSchedule threadSchedule = schedule.lastThreadSchedule();
        StopPoint stop = threadSchedule.stops.get(threadSchedule.stops.size() - 1);
        DirectedThread thread = threadSchedule.thread;
        boolean isHeld = thread != null
                && (thread.status.state == ThreadState.HELD
                        || thread.status.state == ThreadState.WAITING
                        || thread.status.state == ThreadState.WOKEN)
                && thread.pending.isEvent();
        if (isHeld && threadSchedule.isBefore(stop, thread.pending.site, thread.pending.isCounted())) {
            return null;
        }
        return "Thread " + DivergenceText.name(threadSchedule) + " is not held before the last event, its "
                + DivergenceText.expected(stop.occurrence(), stop.point()) + '.';
    }

    private String kinds() {
        for (int i = 0; i <= last; i++) {
            AccessSnapshot seen = snapshot(i);
            EventKind op = schedule.site(seen.site()).op();
            if (seen.plain() && seen.write() != op.isWrite()) {
                return (seen.write() ? "A write, not " : "A read, not ") + event(i) + '.';
            }
        }
        return null;
    }

    private String variables() {
        for (int j = 1; j <= last; j++) {
            for (int i = 0; i < j; i++) {
                boolean wanted =
                        shape.variables().get(i).equals(shape.variables().get(j));
                if (wanted != isSameVariable(snapshot(i), snapshot(j))) {
                    return "The events happened, but " + event(i) + " and " + event(j)
                            + (wanted ? " are on different objects or fields." : " are on one and the same variable.");
                }
            }
        }
        return null;
    }

    private boolean isSameVariable(AccessSnapshot one, AccessSnapshot two) {
        if (one.target() != two.target() || one.index() != two.index() || isAccess(one) != isAccess(two)) {
            return false;
        }
        if (!isAccess(one)) {
            return true;
        }
        String field = schedule.owners.resolve(schedule.site(one.site()).what());
        return one.index() >= 0
                || field.equals(
                        schedule.owners.resolve(schedule.site(two.site()).what()));
    }

    /** An event that is no access is on a monitor, which is the whole variable. */
    private boolean isAccess(AccessSnapshot seen) {
        return schedule.site(seen.site()).op().isAccess();
    }

    private String regions() {
        for (int j = 1; j <= last; j++) {
            int i = shape.regions().indexOf(shape.regions().get(j));
            if (i == j) {
                continue;
            }
            AccessSnapshot from = snapshot(i);
            AccessSnapshot to = snapshot(j);
            boolean sameMonitors = from.monitorSpan() != 0 && from.monitorSpan() == to.monitorSpan();
            boolean sameMethod = from.methodSpan() != 0 && from.methodSpan() == to.methodSpan();
            if (threadSchedule(i) != threadSchedule(j) || !sameMonitors && !sameMethod) {
                boolean none = from.monitorSpan() == 0 && from.methodSpan() == 0;
                return "The events happened, but thread " + DivergenceText.name(threadSchedule(i))
                        + (none
                                ? " was in no atomic region at " + event(i) + '.'
                                : " left its atomic region between " + event(i) + " and " + event(j) + '.');
            }
        }
        return null;
    }

    private ThreadSchedule threadSchedule(int i) {
        return i < last ? expectedEvents.get(i).threadSchedule : schedule.lastThreadSchedule();
    }

    private AccessSnapshot snapshot(int i) {
        return i < last
                ? expectedEvents.get(i).snapshot
                : schedule.lastThreadSchedule().thread.snapshot();
    }

    private String event(int i) {
        Site site = schedule.site(snapshot(i).site());
        return "the " + DivergenceText.event(site) + " by " + DivergenceText.name(threadSchedule(i));
    }

    private String what() {
        StringBuilder out = new StringBuilder(schedule.clip.kind().id()).append(": ");
        for (int i = 0; i < last; i++) {
            out.append(event(i)).append(", then ");
        }
        return out.append(DivergenceText.name(schedule.lastThreadSchedule()))
                .append(" before ")
                .append(DivergenceText.event(schedule.site(snapshot(last).site())))
                .toString();
    }
}
