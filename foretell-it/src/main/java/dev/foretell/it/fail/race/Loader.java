// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/** ConTest's loader: two threads load halves of a table and count themselves done; main hopes they are. */
// harm: done#2 exception not loaded
public final class Loader {
    private final int[] table = new int[8];
    private int done;

    private void load(int from, int to) {
        for (int i = from; i < to; i++) {
            table[i] = i * i;
        }
        done = done + 1; // race: done#1 done#2
    }

    private int sum() {
        if (done < 2) { // race: done#2
            throw new IllegalStateException("not loaded");
        }
        int sum = 0;
        for (int value : table) {
            sum += value;
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        Loader loader = new Loader();
        new Thread(() -> loader.load(0, 4)).start();
        Thread.sleep(100);
        new Thread(() -> loader.load(4, 8)).start();
        Thread.sleep(100);
        System.out.println("sum " + loader.sum());
    }
}
