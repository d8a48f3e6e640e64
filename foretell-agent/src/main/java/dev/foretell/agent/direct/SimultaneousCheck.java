// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.trace.Site;
import dev.foretell.trace.clip.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks an anomaly of threads that are all held right before their points: whether it is what the clip expects. No
 * other class decides that (but {@link SequenceCheck} for events in order), and it uses only what is observed: the same
 * object by {@code ==}, monitors that are really held.
 *
 * <p>Two threads that are both held right before plain accesses to one variable, at least one a write, are a data race:
 * either may go first, so no happens-before edge orders the two (Java Language Specification 17.4.5). Threads that are
 * each held before a monitor that another of them owns are a deadlock. If an interrupt ends one of these waits, it is
 * one only when every thread waits afterwards: until then another thread may interrupt, as in a program that recovers
 * from deadlocks.
 *
 * <p>Used under the scheduler's lock, while the threads are held.
 */
final class SimultaneousCheck {
    private final Schedule schedule;
    private final List<DirectedThread> threads = new ArrayList<>();
    private final AnomalyVerdict verdict;

    SimultaneousCheck(Schedule schedule, MonitorOwners owners) {
        this.schedule = schedule;
        for (int i = 0; i < schedule.clip.anomaly().size(); i++) {
            threads.add(schedule.threadOf(i));
        }
        boolean cycle = schedule.clip.kind().isLockCycle();
        String trouble = notAllHeld();
        if (trouble == null) {
            trouble = cycle ? deadlock(owners) : race(owners);
        }
        DirectedThread interruptible = trouble == null && cycle ? interruptible() : null;
        if (interruptible != null) {
            schedule.interruptibleDeadlock = what();
            trouble = "The threads met but " + DivergenceText.name(interruptible) + " waits for its lock"
                    + Outcome.UNLESS_INTERRUPTED + ", so it is a deadlock only when every thread waits after that: "
                    + places() + ".";
        }
        verdict = trouble == null ? new AnomalyVerdict(true, what()) : new AnomalyVerdict(false, trouble);
    }

    AnomalyVerdict verdict() {
        return verdict;
    }

    private String notAllHeld() {
        for (DirectedThread thread : threads) {
            if (thread == null || thread.status.state != ThreadState.HELD) {
                return "The threads reached their points but were not held there at the same time: " + places() + ".";
            }
        }
        return null;
    }

    /** Null when it is a race. */
    private String race(MonitorOwners owners) {
        PendingEvent one = threads.get(0).pending;
        PendingEvent two = threads.get(1).pending;
        if (!one.access || !two.access) {
            return "The threads met but not at two plain accesses: " + places() + ".";
        }
        if (!one.write && !two.write) {
            return "The threads met but both only read: " + places() + ".";
        }
        for (DirectedThread thread : threads) {
            if (thread.status.nextMonitor != null && owners.of(thread.status.nextMonitor) != null) {
                return "The threads met but " + DivergenceText.name(thread) + " first needs a monitor that "
                        + DivergenceText.name(owners.of(thread.status.nextMonitor)) + " holds: " + places()
                        + ".";
            }
        }
        boolean same = one.target == two.target && one.index == two.index;
        if (same && one.index < 0) {
            String field = schedule.owners.resolve(schedule.site(one.site).what());
            same = field.equals(schedule.owners.resolve(schedule.site(two.site).what()));
        }
        return same ? null : "The threads met but on different objects or fields: " + places() + ".";
    }

    /** Null when it is a deadlock. */
    private String deadlock(MonitorOwners owners) {
        for (DirectedThread thread : threads) {
            DirectedThread owner = thread.status.nextMonitor == null ? null : owners.of(thread.status.nextMonitor);
            if (owner == null || owner == thread || !threads.contains(owner)) {
                return "The threads met but " + DivergenceText.name(thread) + " does not want a monitor that another of"
                        + " them holds: " + places() + ".";
            }
        }
        return null;
    }

    /** A thread of a deadlock whose wait an interrupt ends; null when there is none. */
    private DirectedThread interruptible() {
        for (DirectedThread thread : threads) {
            if (thread.status.nextMonitor != null
                    && thread.wants == thread.status.nextMonitor
                    && thread.wantsInterruptibly) {
                return thread;
            }
        }
        return null;
    }

    private String what() {
        return schedule.clip.kind().id() + ": " + places();
    }

    private String places() {
        StringBuilder out = new StringBuilder();
        for (DirectedThread thread : threads) {
            out.append(out.length() == 0 ? "" : ", ");
            if (thread == null) {
                out.append("a thread that was never started");
                continue;
            }
            Site site = schedule.site(thread.pending.site);
            out.append(DivergenceText.name(thread)).append(" before ").append(DivergenceText.event(site));
        }
        return out.toString();
    }
}
