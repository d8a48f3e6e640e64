// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.atomicity;

/**
 * Where every method is atomic, a thread's first one is not: it lasts as long as the thread, and what it calls, one
 * after the other, is meant to let others in between.
 */
// options: --regions methods
public final class EveryMethod implements Runnable {
    private int jobs = 3;
    private int done;

    private synchronized boolean take() {
        if (jobs == 0) {
            return false;
        }
        jobs--;
        return true;
    }

    private synchronized void finish() {
        done++;
    }

    private synchronized int done() {
        return done;
    }

    @Override
    public void run() {
        while (take()) {
            finish();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        EveryMethod queue = new EveryMethod();
        Thread one = new Thread(queue, "one");
        Thread two = new Thread(queue, "two");
        one.start();
        Thread.sleep(100);
        two.start();
        one.join();
        two.join();
        System.out.println(queue.done());
    }
}
