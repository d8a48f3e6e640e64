// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.deadlock;

/** Three stations pass a token on while they hold their own monitor, which they have entered twice. */
public final class ReenteredCycle {
    private ReenteredCycle next;
    private int sent;
    private int received;

    private synchronized void pass() {
        passOn();
    }

    private synchronized void passOn() {
        synchronized (this) {
            sent++;
        }
        next.accept();
    }

    private synchronized void accept() {
        received++; // deadlock
        touch();
    }

    private synchronized void touch() {
        received += 0;
    }

    public static void main(String[] args) throws InterruptedException {
        ReenteredCycle[] stations = {new ReenteredCycle(), new ReenteredCycle(), new ReenteredCycle()};
        Thread[] threads = new Thread[stations.length];
        for (int i = 0; i < stations.length; i++) {
            stations[i].next = stations[(i + 1) % stations.length];
        }
        for (int i = 0; i < stations.length; i++) {
            threads[i] = new Thread(stations[i]::pass, "station-" + i);
            threads[i].start();
            Thread.sleep(60);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("passed on");
    }
}
