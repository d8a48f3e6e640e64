// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/** Each thread finds its own counter in an array that all of them read and none writes any more. */
public final class ThreadConfined {
    private static final class Counter {
        private int count;
    }

    public static void main(String[] args) throws InterruptedException {
        Counter[] counters = {new Counter(), new Counter(), new Counter()};
        Thread[] threads = new Thread[counters.length];
        for (int i = 0; i < threads.length; i++) {
            int mine = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k <= mine; k++) {
                    counters[mine].count++;
                }
            });
            threads[i].start();
        }
        int total = 0;
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            total += counters[i].count;
        }
        System.out.println("total " + total);
    }
}
