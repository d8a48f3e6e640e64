// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/** Data that goes from one thread to the next by way of a latch, a barrier, a queue, and a permit to go on. */
public final class LibraryHandOvers {
    private static final CountDownLatch LATCH = new CountDownLatch(1);
    private static final CyclicBarrier BARRIER = new CyclicBarrier(2);
    private static final BlockingQueue<List<String>> QUEUE = new LinkedBlockingQueue<>();
    private static int byLatch;
    private static int byBarrier;
    private static int byPermit;
    private static volatile boolean permitted;

    private static void produce(Thread consumer) {
        try {
            byLatch = 1;
            LATCH.countDown();
            byBarrier = 2;
            BARRIER.await();
            List<String> words = new ArrayList<>();
            words.add("word");
            QUEUE.put(words);
            byPermit = 3;
            permitted = true;
            LockSupport.unpark(consumer);
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException, BrokenBarrierException {
        Thread consumer = Thread.currentThread();
        Thread producer = new Thread(() -> produce(consumer));
        producer.start();
        LATCH.await();
        byLatch++;
        BARRIER.await();
        byBarrier++;
        List<String> words = QUEUE.take();
        words.add("more");
        while (!permitted) {
            LockSupport.park();
        }
        byPermit++;
        System.out.println(byLatch + byBarrier + byPermit + words.size());
        producer.join();
    }
}
