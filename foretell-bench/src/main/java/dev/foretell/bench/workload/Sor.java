// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload;

/** Red-black over-relaxation on a grid: array elements in regular loops, and a barrier after each half sweep. */
public final class Sor {
    private static final int THREADS = 4;
    private static final int SIZE = 402;

    private final double[][] grid = new double[SIZE][SIZE];
    private final Barrier barrier = new Barrier(THREADS);

    private void sweep(int me, int sweeps) {
        int rows = (SIZE - 2) / THREADS;
        int from = 1 + me * rows;
        for (int half = 0; half < 2 * sweeps; half++) {
            for (int i = from; i < from + rows; i++) {
                double[] above = grid[i - 1];
                double[] row = grid[i];
                double[] below = grid[i + 1];
                for (int j = 1 + (i + half) % 2; j < SIZE - 1; j += 2) {
                    row[j] = 0.3125 * (above[j] + below[j] + row[j - 1] + row[j + 1]) - 0.25 * row[j];
                }
            }
            barrier.await();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int sweeps = 22 * WorkloadTimer.scale(args);
        WorkloadTimer clock = new WorkloadTimer();
        Sor sor = new Sor();
        for (int i = 0; i < SIZE; i++) {
            sor.grid[i][0] = i;
            sor.grid[0][i] = i * 0.5;
        }
        Runnable[] bodies = new Runnable[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int me = t;
            bodies[t] = () -> sor.sweep(me, sweeps);
        }
        WorkloadTimer.run(bodies);
        clock.stop(sor.grid[SIZE / 2][SIZE / 2]);
    }
}
