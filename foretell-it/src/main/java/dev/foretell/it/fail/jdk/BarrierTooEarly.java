// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.jdk;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** A worker comes to the barrier and does its part afterwards; the other side believes that it is done. */
// harm: part output
public final class BarrierTooEarly {
    private static int part;

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread worker = new Thread(() -> {
            meet(barrier);
            part = 1; // race: part
        });
        worker.start();
        meet(barrier);
        Thread.sleep(100);
        System.out.println(part); // race: part
        worker.join();
    }
}
