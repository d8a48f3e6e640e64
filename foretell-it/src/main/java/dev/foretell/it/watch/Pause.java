// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.watch;

/** What these programs have in common: time for the other thread to come, and two threads. */
final class Pause {
    private Pause() {}

    static void shortly() {
        try {
            Thread.sleep(3);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void both(Runnable one, Runnable other) throws InterruptedException {
        Thread first = new Thread(one, "first");
        Thread second = new Thread(other, "second");
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
