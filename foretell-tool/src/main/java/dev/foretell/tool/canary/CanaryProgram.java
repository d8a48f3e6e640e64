// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.canary;

/**
 * One planted race and one planted deadlock, neither of which happens by itself: each thread is started when the one
 * before has ended its work, an order that {@link CanaryOrder} makes without an event in the trace.
 */
final class CanaryProgram {
    private static final Object LEFT = new Object();
    private static final Object RIGHT = new Object();
    private static int counter;

    private CanaryProgram() {}

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = {
            new Thread(CanaryProgram::count, "race-1"),
            new Thread(CanaryProgram::count, "race-2"),
            new Thread(() -> both(LEFT, RIGHT), "deadlock-1"),
            new Thread(() -> both(RIGHT, LEFT), "deadlock-2")
        };
        for (int i = 0; i < threads.length; i++) {
            CanaryOrder.await(i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void count() {
        counter++;
        CanaryOrder.finish();
    }

    private static void both(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) {
                inner.notifyAll();
            }
        }
        CanaryOrder.finish();
    }
}
