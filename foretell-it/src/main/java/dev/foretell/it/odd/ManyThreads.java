// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

/** More threads than a program should start, a few at a time. */
public final class ManyThreads {
    private int sum;

    private synchronized void add(int value) {
        sum += value;
    }

    public static void main(String[] args) throws InterruptedException {
        ManyThreads program = new ManyThreads();
        Thread[] threads = new Thread[20];
        for (int round = 0; round < 100; round++) {
            for (int i = 0; i < threads.length; i++) {
                int value = i;
                threads[i] = new Thread(() -> program.add(value));
                threads[i].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        System.out.println("sum " + program.sum);
    }
}
