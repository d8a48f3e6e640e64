// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

import java.util.Arrays;

/** ConTest's bubble sort: two threads pass the larger element on, one through each half; they meet in the middle. */
// harm: numbers[] exception largest
public final class BubbleSort {
    private final int[] numbers = {9, 5, 3, 4, 1};

    private void bubble(int from, int to) {
        for (int i = from; i < to; i++) {
            int left = numbers[i]; // race: numbers[]
            int right = numbers[i + 1]; // race
            if (left > right) {
                numbers[i] = right; // race
                numbers[i + 1] = left; // race: numbers[]
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BubbleSort sorter = new BubbleSort();
        Thread lower = new Thread(() -> sorter.bubble(0, 2));
        Thread upper = new Thread(() -> sorter.bubble(2, 4));
        lower.start();
        Thread.sleep(100);
        upper.start();
        lower.join();
        upper.join();
        if (sorter.numbers[4] != 9) {
            throw new IllegalStateException("largest not last: " + Arrays.toString(sorter.numbers));
        }
        System.out.println(Arrays.toString(sorter.numbers));
    }
}
