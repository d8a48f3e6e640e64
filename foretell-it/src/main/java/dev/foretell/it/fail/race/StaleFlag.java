// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/** A worker is stopped by a plain flag, which the compiler may read once for all. Here it has no reason to. */
public final class StaleFlag {
    private boolean stop;

    private void work() {
        while (!stop) { // race: stop
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        StaleFlag flag = new StaleFlag();
        Thread worker = new Thread(flag::work);
        worker.start();
        Thread.sleep(150);
        flag.stop = true; // race: stop
        worker.join();
        System.out.println("stopped");
    }
}
