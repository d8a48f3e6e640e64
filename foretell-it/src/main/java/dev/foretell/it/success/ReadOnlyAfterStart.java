// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/** A table is filled before the threads start; afterwards all threads read it without a lock. */
public final class ReadOnlyAfterStart {
    private int[] squares;
    private String title;

    private int look(int from) {
        int sum = title.length();
        for (int i = from; i < squares.length; i++) {
            sum += squares[i];
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        ReadOnlyAfterStart table = new ReadOnlyAfterStart();
        table.squares = new int[] {0, 1, 4, 9, 16};
        table.title = "squares";
        int[] sums = new int[2];
        Thread first = new Thread(() -> sums[0] = table.look(0));
        Thread second = new Thread(() -> sums[1] = table.look(2));
        first.start();
        second.start();
        int mine = table.look(4);
        first.join();
        second.join();
        System.out.println(sums[0] + " " + sums[1] + " " + mine);
    }
}
