// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/** Both threads lock, each its own lock. */
// harm: stock output
public final class WrongLock {
    private final Object shelf = new Object();
    private final Object door = new Object();
    private int stock = 10;

    private void bring() {
        synchronized (door) {
            stock = stock + 5; // race: stock
        }
    }

    private void take() {
        synchronized (shelf) {
            stock = stock - 3; // race: stock
        }
    }

    public static void main(String[] args) throws InterruptedException {
        WrongLock store = new WrongLock();
        Thread bring = new Thread(store::bring);
        Thread take = new Thread(store::take);
        bring.start();
        Thread.sleep(100);
        take.start();
        bring.join();
        take.join();
        System.out.println("stock " + store.stock);
    }
}
