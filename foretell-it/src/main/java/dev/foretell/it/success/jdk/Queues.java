// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.jdk;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** Every queue hands over what was done before: the one who takes a parcel may change it. */
public final class Queues {
    /** Owned by the thread that took it from the queue. */
    private static final class Parcel implements Delayed {
        private int value;

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }

    private static int total;

    private static List<BlockingQueue<Parcel>> blocking() {
        List<BlockingQueue<Parcel>> all = new ArrayList<>();
        all.add(new ArrayBlockingQueue<>(2));
        all.add(new LinkedBlockingDeque<>());
        all.add(new PriorityBlockingQueue<>());
        all.add(new SynchronousQueue<>());
        all.add(new LinkedTransferQueue<>());
        return all;
    }

    private static Parcel parcel(int value) {
        Parcel parcel = new Parcel();
        parcel.value = value;
        return parcel;
    }

    private static void through(BlockingQueue<Parcel> queue) throws InterruptedException {
        Thread giver = new Thread(() -> {
            try {
                queue.put(parcel(1));
                queue.offer(parcel(2), 1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        giver.start();
        total += queue.take().value++;
        total += queue.poll(1, TimeUnit.MINUTES).value++;
        giver.join();
    }

    private static void throughDelays() throws InterruptedException {
        DelayQueue<Parcel> queue = new DelayQueue<>();
        Thread giver = new Thread(() -> queue.put(parcel(3)));
        giver.start();
        total += queue.take().value++;
        giver.join();
    }

    private static void withoutWaiting(Queue<Parcel> queue) throws InterruptedException {
        Thread giver = new Thread(() -> queue.add(parcel(4)));
        giver.start();
        Parcel got = queue.poll();
        while (got == null) {
            Thread.sleep(1);
            got = queue.poll();
        }
        total += got.value++;
        giver.join();
    }

    public static void main(String[] args) throws InterruptedException {
        for (BlockingQueue<Parcel> queue : blocking()) {
            through(queue);
        }
        throughDelays();
        withoutWaiting(new ConcurrentLinkedQueue<>());
        withoutWaiting(new ConcurrentLinkedDeque<>());
        System.out.println(total);
    }
}
