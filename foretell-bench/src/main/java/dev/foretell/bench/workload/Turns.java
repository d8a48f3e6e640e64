// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload;

/** Two threads take turns under one monitor: a schedule with a switch for each turn. */
public final class Turns {
    private int turn;
    private int value;

    private synchronized void play(int me, int rounds) throws InterruptedException {
        for (int i = 0; i < rounds; i++) {
            while (turn != me) {
                wait();
            }
            value++;
            turn = 1 - me;
            notifyAll();
        }
    }

    private void playQuietly(int me, int rounds) {
        try {
            play(me, rounds);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int rounds = 2000 * WorkloadTimer.scale(args);
        WorkloadTimer clock = new WorkloadTimer();
        Turns turns = new Turns();
        WorkloadTimer.run(new Runnable[] {() -> turns.playQuietly(0, rounds), () -> turns.playQuietly(1, rounds)});
        clock.stop(turns.value);
    }
}
