// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.watch;

/**
 * Inside of what is healed with a lock, a thread waits for a notification from one that comes to the variable first.
 */
public final class WaitInside {
    private static final int ROUNDS = 20;

    private int level;
    private int turn;

    private void fill() {
        for (int i = 0; i < ROUNDS; i++) {
            int before = level; // enter WaitInside.level
            await(2 * i + 1);
            level = before + 1; // end WaitInside.level
            advance();
        }
    }

    private void drain() {
        for (int i = 0; i < ROUNDS; i++) {
            level = 0;
            advance();
            await(2 * i + 2);
        }
    }

    private synchronized void await(int wanted) {
        while (turn < wanted) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private synchronized void advance() {
        turn++;
        notifyAll();
    }

    public static void main(String[] args) throws InterruptedException {
        WaitInside inside = new WaitInside();
        Pause.both(inside::fill, inside::drain);
        System.out.println(inside.turn + " turns");
    }
}
