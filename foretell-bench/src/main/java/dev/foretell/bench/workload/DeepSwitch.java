// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload;

/**
 * Eight threads with a million accesses each to data of their own, and then, at the same place in the code, some to
 * shared data: a schedule has to count a million passes of that place before its first switch there.
 */
public final class DeepSwitch {
    private static final int THREADS = 8;

    private final int[] slots = new int[1024];

    private void work(int rounds) {
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < slots.length; i++) {
                slots[i] = i + round;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int rounds = 1000 * WorkloadTimer.scale(args);
        WorkloadTimer clock = new WorkloadTimer();
        DeepSwitch[] parts = new DeepSwitch[THREADS];
        DeepSwitch shared = new DeepSwitch();
        Runnable[] bodies = new Runnable[THREADS];
        for (int t = 0; t < THREADS; t++) {
            DeepSwitch mine = new DeepSwitch();
            parts[t] = mine;
            bodies[t] = () -> {
                mine.work(rounds);
                shared.work(1);
            };
        }
        WorkloadTimer.run(bodies);
        clock.stop(parts[3].slots[1]);
    }
}
