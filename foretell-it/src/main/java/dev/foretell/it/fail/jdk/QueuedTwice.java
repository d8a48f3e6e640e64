// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.jdk;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** What was handed over through a queue belongs to the other thread; the giver goes on changing it. */
// harm: value output
public final class QueuedTwice {
    private int value;

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<QueuedTwice> queue = new ArrayBlockingQueue<>(1);
        Thread giver = new Thread(() -> {
            QueuedTwice parcel = new QueuedTwice();
            parcel.value = 1;
            queue.add(parcel);
            parcel.value = 2; // race: value
        });
        giver.start();
        Thread.sleep(100);
        QueuedTwice got = queue.take();
        System.out.println(got.value); // race: value
        giver.join();
    }
}
