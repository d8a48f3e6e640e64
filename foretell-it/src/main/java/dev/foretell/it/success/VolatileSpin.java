// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/** Plain data handed to and fro by a volatile turn variable: no lock anywhere. */
public final class VolatileSpin {
    private volatile int turn;
    private int value;

    private void play(int me) {
        for (int round = 0; round < 5; round++) {
            while (turn != me) {
                Thread.onSpinWait();
            }
            value += me + 1;
            turn = 1 - me;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        VolatileSpin game = new VolatileSpin();
        Thread other = new Thread(() -> game.play(1));
        other.start();
        game.play(0);
        other.join();
        System.out.println("value " + game.value);
    }
}
