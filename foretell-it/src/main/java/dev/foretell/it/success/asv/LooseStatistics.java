// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.asv;

/**
 * Two counters that are raised together and shown one after the other; a little too old is good enough for a display.
 */
public final class LooseStatistics {
    private int requests;
    private int bytes;
    private int shown;

    private synchronized void served(int size) {
        requests++;
        bytes += size;
    }

    private synchronized int requests() {
        return requests;
    }

    private synchronized int bytes() {
        return bytes;
    }

    private void show() {
        shown = Math.max(requests(), bytes());
    }

    public static void main(String[] args) throws InterruptedException {
        LooseStatistics statistics = new LooseStatistics();
        Thread server = new Thread(() -> statistics.served(100), "server");
        Thread display = new Thread(statistics::show, "display");
        display.start();
        Thread.sleep(100);
        server.start();
        display.join();
        server.join();
        System.out.println(statistics.shown < 0 ? "negative" : "shown");
    }
}
