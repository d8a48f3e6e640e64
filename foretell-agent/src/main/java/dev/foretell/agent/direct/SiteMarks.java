// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.trace.ClassInfo;

/** The tables of marked sites that probes read while their thread may run. Guarded by the scheduler's lock. */
final class SiteMarks {
    private final Schedule schedule;
    /** All zero: no site is marked for a thread without schedule, and for all threads once they run free. */
    private byte[] unmarked = new byte[Schedule.FIRST_TABLE];

    SiteMarks(Schedule schedule) {
        this.schedule = schedule;
    }

    byte[] unmarked() {
        return unmarked;
    }

    byte[] of(DirectedThread thread, boolean free) {
        return thread.threadSchedule == null || free ? unmarked : thread.threadSchedule.marks;
    }

    /**
     * Gives numbers to the sites of a class and returns the first; threads that may run get a larger table if need be.
     */
    int define(ClassInfo info, LiveThreads threads, boolean free) {
        int size = schedule.tableSize(info);
        if (size > unmarked.length) {
            unmarked = new byte[size];
            schedule.grow(size);
            for (DirectedThread thread : threads) {
                if (thread.activeMarks != DirectedThread.HALT) {
                    thread.activeMarks = of(thread, free);
                }
            }
        }
        return schedule.define(info);
    }
}
