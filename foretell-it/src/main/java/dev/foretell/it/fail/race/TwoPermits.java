// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

import java.util.concurrent.Semaphore;

/** A semaphore is meant to keep threads apart, but it has one permit too many. */
// harm: count output
public final class TwoPermits {
    private static final Semaphore MUTEX = new Semaphore(2);
    private static int count;

    private static void add() {
        MUTEX.acquireUninterruptibly();
        try {
            count++; // race: count
        } finally {
            MUTEX.release();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(TwoPermits::add);
        Thread second = new Thread(TwoPermits::add);
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
        System.out.println(count);
    }
}
