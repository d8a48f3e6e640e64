// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.jdk;

import java.util.concurrent.locks.StampedLock;

/** Counts with a read lock, which both threads may have at a time. */
// harm: count output
public final class StampedShared {
    private static final StampedLock LOCK = new StampedLock();
    private static int count;

    private static void count() {
        long stamp = LOCK.readLock();
        try {
            int old = count; // race: count
            count = old + 1; // race: count
        } finally {
            LOCK.unlockRead(stamp);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(StampedShared::count);
        other.start();
        Thread.sleep(100);
        count();
        other.join();
        System.out.println(count);
    }
}
