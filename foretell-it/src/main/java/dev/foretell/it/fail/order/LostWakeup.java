// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.order;

/** Checks outside of the lock whether the gate is open, and then waits: the notify may come in between. */
// harm: Gate hang
public final class LostWakeup {
    private static final class Gate {
        private boolean open;

        synchronized boolean isOpen() {
            return open;
        }

        synchronized void open() {
            open = true;
            notifyAll(); // order: Gate
        }

        synchronized void await() throws InterruptedException {
            wait(); // order: Gate
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Gate gate = new Gate();
        Thread visitor = new Thread(() -> {
            try {
                if (!gate.isOpen()) {
                    gate.await();
                }
                System.out.println("passed");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Thread keeper = new Thread(gate::open);
        visitor.start();
        Thread.sleep(200);
        keeper.start();
        visitor.join();
        keeper.join();
    }
}
