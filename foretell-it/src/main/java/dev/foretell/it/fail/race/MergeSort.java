// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

import java.util.Arrays;

/** ConTest's merge sort: the number of helper threads still available is a plain counter. */
// harm: available#1 exception helpers left
public final class MergeSort {
    private static final int HELPERS = 3;

    private int available = HELPERS;
    private final int[] data;

    private MergeSort(int... data) {
        this.data = data;
    }

    private void sort(int from, int to, int delay) throws InterruptedException {
        if (to - from < 4) {
            Arrays.sort(data, from, to);
            return;
        }
        int middle = (from + to) / 2;
        Thread.sleep(delay);
        int seen = available; // race: available#1 available#2
        if (seen == 0) {
            Arrays.sort(data, from, to);
            return;
        }
        available = seen - 1; // race: available#1
        Thread helper = new Thread(() -> sortQuietly(from, middle));
        helper.start();
        sort(middle, to, delay + 150);
        helper.join();
        available = available + 1; // race: available#2
        merge(from, middle, to);
    }

    private void sortQuietly(int from, int to) {
        try {
            sort(from, to, 0);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void merge(int from, int middle, int to) {
        int[] left = Arrays.copyOfRange(data, from, middle);
        int l = 0;
        int r = middle;
        for (int i = from; i < to && l < left.length; i++) {
            data[i] = r == to || left[l] <= data[r] ? left[l++] : data[r++];
        }
    }

    public static void main(String[] args) throws InterruptedException {
        MergeSort sorter = new MergeSort(7, 3, 8, 1, 6, 2, 5, 4);
        sorter.sort(0, 8, 0);
        if (sorter.available != HELPERS) {
            throw new IllegalStateException(sorter.available + " helpers left of " + HELPERS);
        }
        System.out.println(Arrays.toString(sorter.data));
    }
}
