// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.hard;

import java.util.Date;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads note under a lock the last clock values they read, and throw when time goes back or a wait was too short,
 * also one of {@code java.util.concurrent} that ran out of time. Beside that they race for a plain counter, so that
 * they are re-executed in other orders.
 */
public final class ClockWatcher {
    private long latest;
    private long latestMillis;
    private int rounds;

    private final ReentrantLock gate = new ReentrantLock();
    private final Condition never = gate.newCondition();
    private final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    private final CompletableFuture<String> result = new CompletableFuture<>();

    private synchronized long look() {
        long now = System.nanoTime();
        long millis = System.currentTimeMillis();
        if (now < latest || millis < latestMillis) {
            throw new IllegalStateException("time went back");
        }
        latest = now;
        latestMillis = millis;
        return now;
    }

    private synchronized void rest(long millis) {
        long end = look() + millis * 1_000_000;
        for (long left = millis; left > 0; left = (end - look() + 999_999) / 1_000_000) {
            try {
                wait(left);
            } catch (InterruptedException e) {
                return;
            }
        }
        if (look() < end) {
            throw new IllegalStateException("too early");
        }
    }

    /** Each of these may come to an end before its time; only when it says that its time is over it must be. */
    private void waitInTheLibrary(long millis) throws InterruptedException {
        long limit = millis * 1_000_000;
        long start = look();
        if (gate.tryLock(millis, TimeUnit.MILLISECONDS)) {
            try {
                start = look();
                if (never.awaitNanos(limit) <= 0) {
                    expect(start + limit);
                }
                Date until = new Date(System.currentTimeMillis() + millis);
                if (!never.awaitUntil(until) && System.currentTimeMillis() < until.getTime()) {
                    throw new IllegalStateException("not yet " + until);
                }
            } finally {
                gate.unlock();
            }
        } else {
            expect(start + limit);
        }
        start = look();
        if (queue.poll(millis, TimeUnit.MILLISECONDS) == null) {
            expect(start + limit);
        }
        start = look();
        try {
            result.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            expect(start + limit);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        long end = look() + limit;
        for (long left = limit; left > 0; left = end - look()) {
            LockSupport.parkNanos(this, left);
        }
    }

    private void expect(long end) {
        if (look() < end) {
            throw new IllegalStateException("out of time too early");
        }
    }

    private void work(long pause, int turns) {
        for (int i = 0; i < turns; i++) {
            long start = look();
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                return;
            }
            if (look() - start < pause * 1_000_000) {
                throw new IllegalStateException("slept too short");
            }
            rest(2);
            rounds++;
            try {
                waitInTheLibrary(pause);
            } catch (InterruptedException e) {
                return;
            }
            queue.offer("turn");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ClockWatcher watcher = new ClockWatcher();
        watcher.latest = System.nanoTime();
        watcher.latestMillis = System.currentTimeMillis();
        Thread first = new Thread(() -> watcher.work(1, 5));
        Thread second = new Thread(() -> watcher.work(30, 2));
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println("done");
    }
}
