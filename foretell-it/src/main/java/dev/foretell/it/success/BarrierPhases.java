// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/** A barrier made of wait and notifyAll separates phases in which each thread reads what the others wrote before. */
public final class BarrierPhases {
    private static final int THREADS = 3;

    private int arrived;
    private int phase;
    private int[] from = {1, 2, 3};
    private int[] to = new int[THREADS];

    private synchronized void barrier() throws InterruptedException {
        int mine = phase;
        if (++arrived == THREADS) {
            arrived = 0;
            int[] swap = from;
            from = to;
            to = swap;
            phase++;
            notifyAll();
        }
        while (phase == mine) {
            wait();
        }
    }

    private void work(int me) {
        try {
            for (int round = 0; round < 3; round++) {
                to[me] = from[(me + 1) % THREADS] + from[(me + 2) % THREADS];
                barrier();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BarrierPhases grid = new BarrierPhases();
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int me = i;
            threads[i] = new Thread(() -> grid.work(me));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(grid.from[0] + " " + grid.from[1] + " " + grid.from[2]);
    }
}
