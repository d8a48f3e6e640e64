// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.watch;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Accesses little but fields of its own, in loops that do not return for two seconds of CPU time. */
public final class Busy {
    private static final long TWO_SECONDS = 2_000_000_000L;

    private int steps;

    private void work() {
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        do {
            for (steps = 0; steps < 1_000_000; ) {
                steps++;
            }
        } while (clock.getCurrentThreadCpuTime() < TWO_SECONDS);
    }

    public static void main(String[] args) throws InterruptedException {
        Busy mine = new Busy();
        Busy others = new Busy();
        Thread other = new Thread(others::work);
        other.start();
        mine.work();
        other.join();
        System.out.println(mine.steps + others.steps);
    }
}
