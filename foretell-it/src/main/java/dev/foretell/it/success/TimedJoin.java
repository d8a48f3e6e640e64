// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/** Joins with a time limit, repeated until the thread has really ended, and isAlive as the last word. */
public final class TimedJoin {
    private int result;

    private void compute() {
        for (int i = 0; i < 1000; i++) {
            result += i;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        TimedJoin first = new TimedJoin();
        Thread worker = new Thread(first::compute);
        worker.start();
        do {
            worker.join(5);
        } while (worker.isAlive());
        first.result++;
        System.out.println("result " + first.result);
    }
}
