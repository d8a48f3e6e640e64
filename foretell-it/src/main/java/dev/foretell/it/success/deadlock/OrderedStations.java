// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.deadlock;

/** Three stations in a ring that re-enter their monitors; the last one takes its two locks the other way round. */
public final class OrderedStations {
    private OrderedStations next;
    private int sent;
    private int received;

    private synchronized void passOn() {
        synchronized (this) {
            sent++;
        }
        next.accept();
    }

    private void passBack() {
        synchronized (next) {
            synchronized (this) {
                sent++;
                next.accept();
            }
        }
    }

    private synchronized void accept() {
        received++;
    }

    public static void main(String[] args) throws InterruptedException {
        OrderedStations[] stations = {new OrderedStations(), new OrderedStations(), new OrderedStations()};
        for (int i = 0; i < stations.length; i++) {
            stations[i].next = stations[(i + 1) % stations.length];
        }
        Thread[] threads = {
            new Thread(stations[0]::passOn), new Thread(stations[1]::passOn), new Thread(stations[2]::passBack)
        };
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("passed on");
    }
}
