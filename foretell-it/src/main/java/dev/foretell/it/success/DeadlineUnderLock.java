// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/**
 * Threads read the clock on their own and store the last value under a lock: time never goes back, from one thread to
 * the next either. A wait with a time limit takes at least that long.
 */
public final class DeadlineUnderLock {
    private long latest = System.nanoTime();
    private long latestMillis = System.currentTimeMillis();
    private int asked;

    private synchronized boolean before(long deadline) {
        long now = System.nanoTime();
        long millis = System.currentTimeMillis();
        if (now < latest || millis < latestMillis) {
            throw new IllegalStateException("time went back");
        }
        latest = now;
        latestMillis = millis;
        asked++;
        return now < deadline;
    }

    private void poll(long millis) {
        long deadline = System.nanoTime() + millis * 1_000_000;
        while (before(deadline)) {
            Thread.onSpinWait();
        }
    }

    private synchronized void rest() {
        long start = System.nanoTime();
        long end = start + 20_000_000;
        for (long left = 20; left > 0; left = (end - System.nanoTime() + 999_999) / 1_000_000) {
            try {
                wait(left);
            } catch (InterruptedException e) {
                return;
            }
        }
        if (System.nanoTime() < end) {
            throw new IllegalStateException("too early");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        DeadlineUnderLock clock = new DeadlineUnderLock();
        Thread first = new Thread(() -> clock.poll(30));
        Thread second = new Thread(() -> clock.poll(40));
        Thread third = new Thread(clock::rest);
        first.start();
        second.start();
        third.start();
        first.join();
        second.join();
        third.join();
        System.out.println(clock.asked > 0);
    }
}
