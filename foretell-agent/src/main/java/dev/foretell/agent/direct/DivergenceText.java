// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.agent.model.LockIdentity;
import dev.foretell.trace.Site;

/**
 * Messages on why a replay diverges from its schedule: what was expected where, the last place of the thread, and what
 * each thread waits for. Used under the scheduler's lock.
 */
final class DivergenceText {
    private static final int MANY = 12;

    private final Schedule schedule;
    private final RunningThread running;

    DivergenceText(Schedule schedule, RunningThread running) {
        this.schedule = schedule;
        this.running = running;
    }

    String endedEarly(DirectedThread thread) {
        ThreadSchedule threadSchedule = thread.threadSchedule;
        StopPoint stop =
                threadSchedule.stops.get(threadSchedule.isPassed() ? threadSchedule.next + 1 : threadSchedule.next);
        String does = thread.status.state == ThreadState.LEAVING ? " ends the program before " : " ended before ";
        StringBuilder out = new StringBuilder("Thread ").append(name(thread)).append(does);
        if (stop.point() == null) {
            out.append("a point that the clip places after its end");
        } else {
            out.append("its ").append(expected(stop));
        }
        out.append(" (step ")
                .append(stop.step() + 1)
                .append("); ")
                .append(lastPlace(thread))
                .append('.');
        return out.append(unknownPoint(stop)).toString();
    }

    /** The current step cannot be completed. */
    String stuck(int step, LiveThreads threads) {
        if (step >= schedule.steps.size()) {
            return "All steps were completed.";
        }
        ThreadSchedule threadSchedule = schedule.steps.get(step);
        StopPoint stop = threadSchedule.stops.get(threadSchedule.next);
        StringBuilder out = new StringBuilder("The schedule stopped at step ").append(step + 1);
        out.append(": thread ").append(name(threadSchedule)).append(" was to run until ");
        if (stop.point() == null) {
            out.append("its end");
        } else {
            out.append("just before its ").append(expected(stop));
        }
        DirectedThread due = threadSchedule.thread;
        if (due == null) {
            out.append(", but it was never started");
        } else {
            out.append(", but it ").append(doing(due)).append("; ").append(lastPlace(due));
        }
        out.append('.').append(unknownPoint(stop));
        int others = 0;
        for (DirectedThread thread : threads) {
            if (thread != due && others++ < MANY) {
                out.append(others == 1 ? " Others: " : "; ");
                out.append(name(thread))
                        .append(' ')
                        .append(doing(thread))
                        .append(" (")
                        .append(lastPlace(thread));
                out.append(')');
            }
        }
        return out.append(others > MANY ? "; and " + (others - MANY) + " more." : others > 0 ? "." : "")
                .toString();
    }

    private static String expected(StopPoint stop) {
        return expected(stop.occurrence(), stop.point());
    }

    /** {@code 3rd write of Account.balance at Account.java:12}. */
    static String expected(int n, SchedulePoint point) {
        int tens = n % 100;
        String suffix = tens > 10 && tens < 14 || n % 10 > 3 || n % 10 == 0
                ? "th"
                : n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : "rd";
        return n + suffix + ' ' + event(point.site);
    }

    private static String unknownPoint(StopPoint stop) {
        return stop.point() == null ? "" : unknown(stop.point());
    }

    /** A message when the place has not been found. */
    static String unknown(SchedulePoint point) {
        if (point.isKnown()) {
            return "";
        }
        String name = point.site.className();
        return name.isEmpty()
                ? " No class with that line was loaded."
                : " Class " + name + " was not loaded with probes, or has no such place.";
    }

    private String doing(DirectedThread thread) {
        return switch (thread.status.state) {
            case NEW -> "has not been started";
            case STARTED -> "has not come to a probe yet";
            case RUNNING -> "runs without getting there";
            case HELD -> held(thread);
            case WAITING, WOKEN -> "waits to be notified on " + type(thread.waitingOn);
            case JOINING -> "joins thread " + name(thread.status.joins);
            case PAUSED -> "sleeps";
            case AWAY -> "blocks or computes where Foretell has no probes";
            case LEAVING -> "ends the program";
            case ENDED -> "has ended";
        };
    }

    private String held(DirectedThread thread) {
        Site site = schedule.site(thread.pending.site);
        DirectedThread owner = thread.status.nextMonitor == null ? null : running.ownerOf(thread.status.nextMonitor);
        if (owner != null && owner != thread) {
            return "waits at " + site.position() + " for the monitor of " + type(thread.status.nextMonitor)
                    + " that thread " + name(owner) + " holds";
        }
        return "is held before " + event(site);
    }

    private String lastPlace(DirectedThread thread) {
        String place = thread.lastSite == 0
                ? "it passed no probe"
                : "the last place it passed is "
                        + schedule.site(thread.lastSite).position();
        ReplayedInputs inputs = (ReplayedInputs) thread.inputs;
        return inputs == null || inputs.lastSite == 0 ? place : place + ", its last input is " + inputs.last();
    }

    static String type(Object monitor) {
        return monitor == null ? "a monitor" : "a " + LockIdentity.describe(monitor);
    }

    static String name(DirectedThread thread) {
        Thread real = thread.thread;
        return real == null ? thread.path : thread.path + " \"" + real.getName() + '"';
    }

    static String name(ThreadSchedule threadSchedule) {
        return threadSchedule.thread != null
                ? name(threadSchedule.thread)
                : threadSchedule.name.isEmpty()
                        ? threadSchedule.path
                        : threadSchedule.path + " \"" + threadSchedule.name + '"';
    }

    /** {@code read of Account.balance at Account.java:12}. */
    static String event(Site site) {
        if (site.what().equals(Site.INTERRUPT)) {
            return "interrupt at " + site.position();
        }
        String what = site.op().isAccess() ? site.shortWhat() : "";
        return site.op().noun() + (what.isEmpty() ? "" : " of " + what) + " at " + site.position();
    }
}
