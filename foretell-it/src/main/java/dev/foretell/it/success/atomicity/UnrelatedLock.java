// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.atomicity;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counters and a box that need no lock are used inside sections of one: it protects something else. That others look at
 * the counters, or put something into the box, in the middle of a section is what they are for.
 */
public final class UnrelatedLock {
    private final Object lock = new Object();
    private final AtomicInteger done = new AtomicInteger();
    private final LongAdder bytes = new LongAdder();
    private volatile String box;
    private int rounds;

    private void work() {
        synchronized (lock) {
            for (int i = 0; i < 3; i++) {
                rounds++;
                done.incrementAndGet();
                bytes.add(10);
            }
        }
    }

    private void watch() {
        if (done.get() > 3 || bytes.sum() > 30) {
            throw new IllegalStateException("more than there is");
        }
    }

    private void take() {
        synchronized (lock) {
            if (box != null) {
                rounds += box.length();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        UnrelatedLock desk = new UnrelatedLock();
        Thread watcher = new Thread(desk::watch, "watcher");
        Thread worker = new Thread(desk::work, "worker");
        Thread putter = new Thread(() -> desk.box = "letter", "putter");
        Thread taker = new Thread(desk::take, "taker");
        watcher.start();
        worker.start();
        putter.start();
        taker.start();
        watcher.join();
        worker.join();
        putter.join();
        taker.join();
        System.out.println("done " + desk.done.get() + " " + desk.bytes.sum());
    }
}
