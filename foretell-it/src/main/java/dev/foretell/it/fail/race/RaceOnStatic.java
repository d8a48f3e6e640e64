// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/** The classic: a static counter, incremented by two threads. */
// harm: hits output
public final class RaceOnStatic {
    private static int hits;

    private static void hit() {
        for (int i = 0; i < 3; i++) {
            hits++; // race: hits
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(RaceOnStatic::hit);
        Thread second = new Thread(RaceOnStatic::hit);
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
        System.out.println(hits + " hits");
    }
}
