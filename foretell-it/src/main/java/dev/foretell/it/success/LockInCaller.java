// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/** The method that touches the data holds no lock; everyone who calls it does, in different ways. */
public final class LockInCaller {
    private int value;

    private void add(int amount) {
        value += amount;
    }

    private synchronized void addOne() {
        add(1);
    }

    private void addMany(int count) {
        synchronized (this) {
            for (int i = 0; i < count; i++) {
                addOne();
            }
            add(0);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LockInCaller counter = new LockInCaller();
        Thread first = new Thread(() -> counter.addMany(3));
        Thread second = new Thread(counter::addOne);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println("value " + counter.value);
    }
}
