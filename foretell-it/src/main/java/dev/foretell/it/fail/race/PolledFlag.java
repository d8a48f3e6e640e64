// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/**
 * One thread asks the clock hundreds of thousands of times until a plain flag is up, another one sleeps until it is
 * time.
 */
public final class PolledFlag {
    private boolean up;

    private void poll() {
        long start = System.nanoTime();
        while (System.nanoTime() - start < 250_000_000L) {
            Thread.onSpinWait();
        }
        System.out.println(up ? "up" : "down"); // race: up
    }

    private void raise(long deadline) {
        while (System.currentTimeMillis() < deadline) {
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                return;
            }
        }
        up = true; // race: up
    }

    public static void main(String[] args) throws InterruptedException {
        PolledFlag flag = new PolledFlag();
        Thread poller = new Thread(flag::poll);
        Thread raiser = new Thread(() -> flag.raise(System.currentTimeMillis() + 50));
        poller.start();
        raiser.start();
        poller.join();
        raiser.join();
    }
}
