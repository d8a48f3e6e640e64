// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.hard;

/** Two threads race once and then count under a lock for ever; "ready" says that there is something to see. */
public final class Endless {
    private int locked;
    private int unlocked;

    private void count() {
        unlocked++;
        for (int round = 1; true; round++) {
            synchronized (this) {
                locked++;
            }
            if (round == 5000) {
                System.out.println("ready");
            }
            if (round % 500 == 0) {
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        Endless endless = new Endless();
        new Thread(endless::count).start();
        endless.count();
    }
}
