// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.order;

/** The visitor looks whether the gate is open, and waits, in one section: it cannot be opened in between. */
public final class CheckedUnderLock {
    private static final class Gate {
        private boolean open;

        synchronized void open() {
            open = true;
            notifyAll();
        }

        synchronized void await() throws InterruptedException {
            while (!open) {
                wait();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Gate gate = new Gate();
        Thread visitor = new Thread(() -> {
            try {
                gate.await();
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
