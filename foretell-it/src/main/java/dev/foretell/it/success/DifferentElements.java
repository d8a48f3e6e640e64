// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/** One array, one row and one column block for each thread, no element shared. */
public final class DifferentElements {
    public static void main(String[] args) throws InterruptedException {
        int[] cells = new int[12];
        int[][] rows = new int[3][4];
        Thread[] threads = new Thread[3];
        for (int t = 0; t < threads.length; t++) {
            int mine = t;
            threads[t] = new Thread(() -> {
                for (int i = mine; i < cells.length; i += 3) {
                    cells[i] += i;
                    rows[mine][i / 3] = cells[i];
                }
            });
            threads[t].start();
        }
        int sum = 0;
        for (int t = 0; t < threads.length; t++) {
            threads[t].join();
            for (int cell : rows[t]) {
                sum += cell;
            }
        }
        System.out.println("sum " + sum);
    }
}
