// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.order;

/** Looks and waits in two steps, so a notification can be lost; but the wait has a limit, and then it looks again. */
public final class PollingWait {
    private static final class Gate {
        private boolean open;

        synchronized boolean isOpen() {
            return open;
        }

        synchronized void open() {
            open = true;
            notifyAll();
        }

        synchronized void pause() throws InterruptedException {
            wait(400);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Gate gate = new Gate();
        Thread visitor = new Thread(() -> {
            try {
                while (!gate.isOpen()) {
                    gate.pause();
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
