// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.jdk;

/** Asks threads whether they are alive, in a loop too, and is right whatever they answer. */
public final class AskedAlive {
    private static String result;

    private static int polled(Thread worker) {
        while (worker.isAlive()) {
            Thread.onSpinWait();
        }
        return result.length();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> result = "done");
        boolean before = worker.isAlive();
        worker.start();
        if (worker.isAlive()) {
            worker.join();
        }
        int length = result.length();
        Thread other = new Thread(() -> result = "again");
        other.start();
        length += polled(other);
        System.out.println(before + " " + length + " " + other.isAlive());
    }
}
