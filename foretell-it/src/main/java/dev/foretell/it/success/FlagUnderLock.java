// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/** Plain data is handed over by a flag under a lock; the data itself is touched outside the lock. */
public final class FlagUnderLock {
    private final Object lock = new Object();
    private boolean ready;
    private int[] data;

    private void produce() {
        int[] filled = new int[4];
        for (int i = 0; i < filled.length; i++) {
            filled[i] = i + 1;
        }
        data = filled;
        synchronized (lock) {
            ready = true;
        }
    }

    private int consume() {
        while (true) {
            synchronized (lock) {
                if (ready) {
                    break;
                }
            }
            Thread.onSpinWait();
        }
        data[0] = 10;
        return data[0] + data[3];
    }

    public static void main(String[] args) throws InterruptedException {
        FlagUnderLock handOver = new FlagUnderLock();
        Thread producer = new Thread(handOver::produce);
        producer.start();
        System.out.println("got " + handOver.consume());
        producer.join();
    }
}
