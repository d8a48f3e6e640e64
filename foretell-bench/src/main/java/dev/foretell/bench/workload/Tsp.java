// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload;

/**
 * Travelling salesman by branch and bound: many small objects of one thread each, and one lock around the best tour.
 */
public final class Tsp {
    private static final int THREADS = 4;
    private static final int CITIES = 11;

    private static final class Tour {
        private final Tour before;
        private final int city;
        private final int length;
        private final int visited;

        Tour(Tour before, int city, int length, int visited) {
            this.before = before;
            this.city = city;
            this.length = length;
            this.visited = visited;
        }
    }

    /** Walks one thread's part of the tree; its fields are its own. */
    private final class Walker implements Runnable {
        private final int first;
        private final int rounds;
        private Tour current;
        private long steps;

        Walker(int first, int rounds) {
            this.first = first;
            this.rounds = rounds;
        }

        @Override
        public void run() {
            for (int round = 0; round < rounds; round++) {
                for (int city = 1 + first; city < CITIES; city += THREADS) {
                    current = new Tour(new Tour(null, 0, 0, 1), city, distances[0][city], 1 | 1 << city);
                    walk(2);
                }
            }
            synchronized (Tsp.this) {
                steps += Tsp.this.total;
                Tsp.this.total = steps;
            }
        }

        private void walk(int depth) {
            steps++;
            Tour here = current;
            if (here.length >= bound()) {
                return;
            }
            if (depth == CITIES) {
                finish(here.length + distances[here.city][0]);
                return;
            }
            int[] row = distances[here.city];
            for (int city = 1; city < CITIES; city++) {
                if ((here.visited & 1 << city) == 0) {
                    current = new Tour(here, city, here.length + row[city], here.visited | 1 << city);
                    walk(depth + 1);
                }
            }
            current = here.before;
        }
    }

    private final int[][] distances = new int[CITIES][CITIES];
    private int best = Integer.MAX_VALUE;
    private long total;

    private synchronized int bound() {
        return best;
    }

    private synchronized void finish(int length) {
        if (length < best) {
            best = length;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int rounds = 14 * WorkloadTimer.scale(args);
        WorkloadTimer clock = new WorkloadTimer();
        Tsp tsp = new Tsp();
        int seed = 42;
        for (int i = 0; i < CITIES; i++) {
            for (int j = 0; j < i; j++) {
                seed = seed * 1103515245 + 12345;
                tsp.distances[i][j] = 10 + (seed >>> 16) % 90;
                tsp.distances[j][i] = tsp.distances[i][j];
            }
        }
        Runnable[] bodies = new Runnable[THREADS];
        for (int t = 0; t < THREADS; t++) {
            bodies[t] = tsp.new Walker(t, rounds);
        }
        WorkloadTimer.run(bodies);
        clock.stop(tsp.best);
    }
}
