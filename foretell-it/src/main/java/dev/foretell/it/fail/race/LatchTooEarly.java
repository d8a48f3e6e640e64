// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

import java.util.concurrent.CountDownLatch;

/** The latch is counted down before the result is there. */
// harm: result output
public final class LatchTooEarly {
    private static final CountDownLatch DONE = new CountDownLatch(1);
    private static int input;
    private static int result;

    private static void compute() {
        int value = input * 2;
        DONE.countDown();
        result = value; // race: result
    }

    public static void main(String[] args) throws InterruptedException {
        input = 21;
        Thread worker = new Thread(LatchTooEarly::compute);
        worker.start();
        DONE.await();
        Thread.sleep(100);
        System.out.println(result); // race: result
        input = 0;
        worker.join();
    }
}
