// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload;

/** Particles that attract each other: fields of many objects, read by all threads, and force arrays of each thread. */
public final class Particles {
    private static final int THREADS = 4;
    private static final int COUNT = 480;

    private static final class Particle {
        private double x;
        private double y;
        private double vx;
        private double vy;
    }

    private final Particle[] particles = new Particle[COUNT];
    private final double[] forceX = new double[COUNT];
    private final double[] forceY = new double[COUNT];
    private final Barrier barrier = new Barrier(THREADS);

    private void simulate(int me, int steps) {
        int share = COUNT / THREADS;
        int from = me * share;
        int to = from + share;
        for (int step = 0; step < steps; step++) {
            for (int i = from; i < to; i++) {
                attract(i);
            }
            barrier.await();
            for (int i = from; i < to; i++) {
                Particle p = particles[i];
                p.vx += forceX[i] * 1e-4;
                p.vy += forceY[i] * 1e-4;
                p.x += p.vx;
                p.y += p.vy;
            }
            barrier.await();
        }
    }

    private void attract(int i) {
        Particle p = particles[i];
        forceX[i] = 0;
        forceY[i] = 0;
        for (int j = 0; j < COUNT; j++) {
            Particle q = particles[j];
            double dx = q.x - p.x;
            double dy = q.y - p.y;
            double square = dx * dx + dy * dy + 0.01;
            forceX[i] += dx / square;
            forceY[i] += dy / square;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int steps = 10 * WorkloadTimer.scale(args);
        WorkloadTimer clock = new WorkloadTimer();
        Particles world = new Particles();
        for (int i = 0; i < COUNT; i++) {
            Particle p = new Particle();
            p.x = i % 24;
            p.y = i / 24;
            world.particles[i] = p;
        }
        Runnable[] bodies = new Runnable[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int me = t;
            bodies[t] = () -> world.simulate(me, steps);
        }
        WorkloadTimer.run(bodies);
        clock.stop(world.particles[7].x);
    }
}
