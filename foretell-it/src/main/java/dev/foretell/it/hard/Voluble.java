// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.hard;

/** Accesses in an order that nothing can foresee, so that a record of them takes room, and a result to be compared. */
public final class Voluble {
    private final int[] cells = new int[1 << 16];

    private synchronized void shake(int seed, int rounds) {
        int next = seed;
        for (int i = 0; i < rounds; i++) {
            next = next * 1664525 + 1013904223;
            cells[next >>> 16] += next & 7;
        }
    }

    private long sum() {
        long sum = 0;
        for (int cell : cells) {
            sum += cell;
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        Voluble voluble = new Voluble();
        Thread other = new Thread(() -> voluble.shake(1, 3_000_000));
        other.start();
        voluble.shake(2, 3_000_000);
        other.join();
        System.out.println("sum " + voluble.sum());
    }
}
