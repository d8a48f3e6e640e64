// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.order;

/** What is returned to a closed store is thrown away, and threads that wait for it are not notified of either. */
// harm: Store hang
public final class ClosedTooEarly {
    private static final class Store {
        private int items;
        private boolean closed;

        void take() throws InterruptedException {
            synchronized (this) {
                while (items == 0 && !closed) {
                    wait();
                }
                items--;
            }
        }

        void put() {
            synchronized (this) { // order: Store
                if (!closed) {
                    items++;
                    notifyAll();
                }
            }
        }

        void close() {
            synchronized (this) { // order: Store
                closed = true;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Store store = new Store();
        Thread taker = new Thread(() -> {
            try {
                store.take();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Thread giver = new Thread(store::put);
        Thread closer = new Thread(store::close);
        taker.start();
        Thread.sleep(150);
        giver.start();
        Thread.sleep(150);
        closer.start();
        taker.join();
        giver.join();
        closer.join();
    }
}
