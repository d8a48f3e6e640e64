// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload;

import java.util.Arrays;

/**
 * A bubble sort as large as that of the BIPED paper: 25 threads, each of which passes the larger neighbours on through
 * its own stretch of the array, three times; stretches overlap, and no lock protects them.
 */
public final class Bubbles {
    private static final int THREADS = 25;
    private static final int ROUNDS = 3;
    private static final int LENGTH = 18;

    private final int[] numbers = new int[THREADS * 2 + LENGTH];

    private Bubbles() {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (i * 37) % 101;
        }
    }

    private void bubble(int from) {
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = from; i < from + LENGTH - 1; i++) {
                int left = numbers[i];
                int right = numbers[i + 1];
                if (left > right) {
                    numbers[i] = right;
                    numbers[i + 1] = left;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Bubbles sorter = new Bubbles();
        Thread[] threads = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int from = 2 * t;
            threads[t] = new Thread(() -> sorter.bubble(from));
            threads[t].start();
            Thread.sleep(2);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(Arrays.stream(sorter.numbers).sum());
    }
}
