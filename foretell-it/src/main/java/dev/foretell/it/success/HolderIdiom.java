// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/** Publication by a class initialiser: the second thread waits for it, and no lock of the program is involved. */
public final class HolderIdiom {
    private int[] values;

    private HolderIdiom() {
        values = new int[] {3, 4, 5};
    }

    private static final class Holder {
        private static final HolderIdiom INSTANCE = new HolderIdiom();
        private static int extra = INSTANCE.values[0];
    }

    private static void use(int[] result) {
        result[0] = Holder.INSTANCE.values[1] + Holder.extra;
    }

    public static void main(String[] args) throws InterruptedException {
        int[] one = new int[1];
        int[] other = new int[1];
        Thread first = new Thread(() -> use(one));
        Thread second = new Thread(() -> use(other));
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(one[0] + " " + other[0]);
    }
}
