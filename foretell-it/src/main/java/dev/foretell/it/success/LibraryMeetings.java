// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;

/**
 * Threads that meet: at an exchanger, a phaser, by futures that wait for others, a timer, a queue that is drained, each
 * with a format of its own.
 */
public final class LibraryMeetings {
    private static final ThreadLocal<SimpleDateFormat> FORMAT =
            ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy"));
    private static final Exchanger<int[]> EXCHANGER = new Exchanger<>();
    private static final Phaser PHASER = new Phaser(2);
    private static final BlockingQueue<int[]> QUEUE = new LinkedBlockingQueue<>();
    private static int phase;
    private static int left;
    private static int right;
    private static int ticks;

    private static int exchange(int mine) {
        try {
            int[] full = {mine};
            int[] other = EXCHANGER.exchange(full);
            other[0]++;
            return other[0];
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void partner() {
        exchange(1);
        phase = 1;
        PHASER.arriveAndAwaitAdvance();
        PHASER.arriveAndAwaitAdvance();
        phase++;
        int[] last = {phase};
        PHASER.arriveAndDeregister();
        last[0]++;
        QUEUE.add(last);
        FORMAT.get().format(new Date(0));
    }

    public static void main(String[] args) throws InterruptedException {
        Thread partner = new Thread(LibraryMeetings::partner);
        partner.start();
        int got = exchange(5);
        PHASER.arriveAndAwaitAdvance();
        phase++;
        PHASER.arriveAndAwaitAdvance();
        PHASER.arriveAndAwaitAdvance();
        phase++;
        List<int[]> drained = new ArrayList<>();
        while (QUEUE.drainTo(drained) == 0) {
            Thread.yield();
        }
        drained.get(0)[0]++;
        FORMAT.get().format(new Date(0));
        partner.join();
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> left = 1);
        CompletableFuture<Void> two = CompletableFuture.runAsync(() -> right = 2);
        int sum = CompletableFuture.allOf(one, two)
                .thenApply(nothing -> left + right)
                .join();
        left = 0;
        right = 0;
        CountDownLatch ticked = new CountDownLatch(1);
        Timer timer = new Timer();
        ticks = 1;
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        ticks++;
                        ticked.countDown();
                    }
                },
                1);
        ticked.await();
        timer.cancel();
        System.out.println(got + sum + phase + ticks + drained.get(0)[0]);
    }
}
