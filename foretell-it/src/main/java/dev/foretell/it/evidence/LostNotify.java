// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.evidence;

/** Notifies before the other thread waits, and the wait has no condition: it never ends. */
public final class LostNotify {
    private static final Object MAIL = new Object();

    private LostNotify() {}

    public static void main(String[] args) throws InterruptedException {
        synchronized (MAIL) {
            MAIL.notifyAll();
        }
        Thread reader = new Thread(LostNotify::read, "reader");
        reader.start();
        reader.join();
    }

    @SuppressWarnings("WaitNotInLoop")
    private static void read() {
        synchronized (MAIL) {
            try {
                MAIL.wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
