// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/** A result that is written before, and read after, a wait for its announcement. */
public final class WaitNotify {
    private final Object lock = new Object();
    private boolean announced;
    private String result;

    private void compute() {
        result = "forty-two";
        synchronized (lock) {
            announced = true;
            lock.notifyAll();
        }
    }

    private String await() throws InterruptedException {
        synchronized (lock) {
            while (!announced) {
                lock.wait();
            }
        }
        String seen = result;
        result = null;
        return seen;
    }

    public static void main(String[] args) throws InterruptedException {
        WaitNotify answer = new WaitNotify();
        Thread worker = new Thread(answer::compute);
        worker.start();
        System.out.println(answer.await());
        worker.join();
    }
}
