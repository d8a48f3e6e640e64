// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

/** A thread ends the JVM while main waits for it, and others are in the middle of something. */
// exit: 3
// schedule: a thread that spins is not held to the number of its turns
public final class ExitFromThread {
    private static volatile int progress;

    public static void main(String[] args) throws InterruptedException {
        Thread busy = new Thread(() -> {
            while (progress >= 0) {
                progress++;
            }
        });
        busy.start();
        Thread leaving = new Thread(() -> {
            while (progress < 100) {
                Thread.onSpinWait();
            }
            System.out.println("leaving");
            System.exit(3);
        });
        leaving.start();
        leaving.join();
        busy.join();
        System.out.println("never printed");
    }
}
