// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.outside;

/** The new price is set after the old one by luck only: {@link NewPrice} waits for the first thread. */
public final class OldPrice {
    private static final Object LOCK = new Object();
    private static int price;

    private OldPrice() {}

    static void set(int value) {
        synchronized (LOCK) {
            price = value;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread old = new Thread(() -> set(10), "old");
        Thread update = new Thread(
                () -> {
                    pause();
                    set(20);
                },
                "update");
        old.start();
        update.start();
        old.join();
        update.join();
        check();
    }

    private static void pause() {
        try {
            Thread.sleep(300);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void check() {
        synchronized (LOCK) {
            if (price != 20) {
                throw new IllegalStateException("the price is " + price);
            }
        }
    }
}
