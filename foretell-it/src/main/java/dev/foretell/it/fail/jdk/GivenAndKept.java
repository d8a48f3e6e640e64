// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.jdk;

import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** What goes through any queue is the receiver's; the giver changes it once more. */
public final class GivenAndKept {
    private final BlockingQueue<Item> linked = new LinkedBlockingQueue<>();
    private final BlockingQueue<Item> deque = new LinkedBlockingDeque<>();
    private final BlockingQueue<Item> byPriority = new PriorityBlockingQueue<>();
    private final BlockingQueue<Item> delayed = new DelayQueue<>();
    private final BlockingQueue<Item> transfer = new LinkedTransferQueue<>();
    private final BlockingQueue<Item> direct = new SynchronousQueue<>();
    private final Queue<Item> free = new ConcurrentLinkedQueue<>();
    private final Queue<Item> freeDeque = new ConcurrentLinkedDeque<>();

    private static final class Item implements Delayed {
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

    private static Item put(BlockingQueue<Item> queue) {
        Item item = new Item();
        try {
            queue.put(item);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return item;
    }

    private static Item add(Queue<Item> queue) {
        Item item = new Item();
        queue.add(item);
        return item;
    }

    private void give() {
        put(linked).value = 1; // race: value#1
        put(deque).value = 1; // race: value#2
        put(byPriority).value = 1; // race: value#3
        put(delayed).value = 1; // race: value#4
        put(transfer).value = 1; // race: value#5
        add(free).value = 1; // race: value#6
        add(freeDeque).value = 1; // race: value#7
        put(direct).value = 1; // race: value#8
    }

    private static Item take(BlockingQueue<Item> queue) throws InterruptedException {
        Item item = queue.take();
        Thread.sleep(10);
        return item;
    }

    public static void main(String[] args) throws InterruptedException {
        GivenAndKept queues = new GivenAndKept();
        Thread giver = new Thread(queues::give, "giver");
        giver.start();
        Thread.sleep(100);
        int sum = take(queues.linked).value; // race: value#1
        sum += take(queues.deque).value; // race: value#2
        sum += take(queues.byPriority).value; // race: value#3
        sum += take(queues.delayed).value; // race: value#4
        sum += take(queues.transfer).value; // race: value#5
        sum += queues.free.remove().value; // race: value#6
        sum += queues.freeDeque.remove().value; // race: value#7
        sum += take(queues.direct).value; // race: value#8
        System.out.println(sum);
        giver.join();
    }
}
