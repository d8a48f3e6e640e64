// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/** The waiter looks at the flag before it takes the lock, so the signal can come in between and is lost. */
// harm: ready hang|deadlock
public final class LostSignal {
    private final Object lock = new Object();
    private boolean ready;

    private void signal() {
        ready = true; // race: ready
        synchronized (lock) {
            lock.notifyAll();
        }
    }

    private void await() {
        try {
            if (!ready) { // race: ready
                Thread.sleep(100);
                synchronized (lock) {
                    lock.wait();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LostSignal gate = new LostSignal();
        Thread signaller = new Thread(gate::signal);
        Thread waiter = new Thread(gate::await);
        signaller.start();
        Thread.sleep(100);
        waiter.start();
        signaller.join();
        waiter.join();
        System.out.println("passed");
    }
}
