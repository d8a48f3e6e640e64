// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload;

import java.lang.management.ManagementFactory;

/** Prints what a workload took, for the bench to read: wall time of its main method and CPU time of its process. */
final class WorkloadTimer {
    private final long begin = System.nanoTime();

    /** {@code result} makes the work's result visible, so that none of it can be optimised away. */
    void stop(Object result) {
        long wall = System.nanoTime() - begin;
        long cpu = 0;
        if (ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system) {
            cpu = system.getProcessCpuTime();
        }
        System.out.println("took " + wall + " " + cpu + " result " + result);
    }

    static int scale(String[] args) {
        return args.length == 0 ? 1 : Integer.parseInt(args[0]);
    }

    static void run(Runnable[] bodies) throws InterruptedException {
        Thread[] threads = new Thread[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            threads[i] = new Thread(bodies[i], "worker-" + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
