// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/**
 * A lock that protects something else happens to order the two writes in the ordinary run: a detector that follows
 * happens-before sees nothing.
 */
// harm: mode output
public final class HiddenByLock {
    private final Object lock = new Object();
    private int firstSteps;
    private int secondSteps;
    private String mode = "none";

    private void first() {
        mode = "first"; // race: mode
        synchronized (lock) {
            firstSteps++;
        }
    }

    private void second() {
        synchronized (lock) {
            secondSteps++;
        }
        mode = "second"; // race: mode
    }

    public static void main(String[] args) throws InterruptedException {
        HiddenByLock run = new HiddenByLock();
        Thread first = new Thread(run::first);
        Thread second = new Thread(run::second);
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
        System.out.println(run.mode + " " + (run.firstSteps + run.secondSteps));
    }
}
