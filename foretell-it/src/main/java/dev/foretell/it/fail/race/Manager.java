// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/** ConTest's manager: blocks are handed out and taken back under a lock, only the requests are counted without. */
// harm: requests output
public final class Manager {
    private static final int CLIENTS = 4;

    private int free = 2;
    private int requests;

    private void request() {
        requests = requests + 1; // race: requests
        synchronized (this) {
            if (free == 0) {
                throw new IllegalStateException("out of memory");
            }
            free--;
        }
        synchronized (this) {
            free++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Manager manager = new Manager();
        Thread[] clients = new Thread[CLIENTS];
        for (int i = 0; i < CLIENTS; i++) {
            clients[i] = new Thread(manager::request, "client-" + i);
        }
        for (Thread client : clients) {
            client.start();
            Thread.sleep(50);
        }
        for (Thread client : clients) {
            client.join();
        }
        System.out.println(manager.requests + " requests, " + manager.free + " blocks free");
    }
}
