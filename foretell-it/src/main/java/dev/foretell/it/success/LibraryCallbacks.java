// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SubmissionPublisher;
import java.util.stream.IntStream;

/**
 * Code of the program that the JDK calls while it keeps others out, or after they are done: none of it needs a lock of
 * its own.
 */
public final class LibraryCallbacks {
    private int before;
    private int met;

    private static void together(Runnable one, Runnable other) throws InterruptedException {
        Thread thread = new Thread(one);
        thread.start();
        other.run();
        thread.join();
    }

    /** The last thread to arrive runs the action for all. */
    private int meeting() throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(2, () -> {
            before++;
            met++;
        });
        Runnable meet = () -> {
            try {
                barrier.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        };
        together(
                () -> {
                    before = 1;
                    meet.run();
                },
                () -> {
                    met = 1;
                    meet.run();
                    met += before;
                });
        Phaser phaser = new Phaser(2) {
            @Override
            protected boolean onAdvance(int phase, int registered) {
                before++;
                return false;
            }
        };
        together(
                () -> {
                    before++;
                    phaser.arriveAndAwaitAdvance();
                },
                () -> {
                    phaser.arriveAndAwaitAdvance();
                    met += before;
                });
        return met;
    }

    /** The queue compares elements of others while it has its lock. */
    private static int sorted() throws InterruptedException {
        PriorityBlockingQueue<int[]> queue = new PriorityBlockingQueue<>(4, Comparator.comparingInt(x -> x[0]));
        int[] sum = new int[1];
        together(
                () -> {
                    for (int i = 3; i > 0; i--) {
                        queue.add(new int[] {i});
                    }
                },
                () -> {
                    try {
                        for (int i = 0; i < 3; i++) {
                            int[] taken = queue.take();
                            taken[0]++;
                            sum[0] += taken[0];
                        }
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
        return sum[0];
    }

    private static int published() {
        CompletableFuture<Void> consumed;
        int[] sum = new int[1];
        try (SubmissionPublisher<int[]> publisher = new SubmissionPublisher<>()) {
            consumed = publisher.consume(item -> sum[0] += item[0]);
            for (int i = 0; i < 3; i++) {
                int[] item = {i};
                item[0]++;
                publisher.submit(item);
            }
        }
        consumed.join();
        return sum[0];
    }

    private static int ordered() {
        List<Integer> all = new ArrayList<>();
        IntStream.range(0, 16).parallel().boxed().forEachOrdered(all::add);
        return all.size();
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println(new LibraryCallbacks().meeting() + sorted() + published() + ordered());
    }
}
