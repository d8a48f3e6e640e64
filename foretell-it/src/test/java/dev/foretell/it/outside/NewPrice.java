// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.outside;

/** The twin of {@link OldPrice}: the first thread has ended when the second one starts. */
public final class NewPrice {
    private NewPrice() {}

    public static void main(String[] args) throws InterruptedException {
        Thread old = new Thread(() -> OldPrice.set(10), "old");
        old.start();
        old.join();
        Thread update = new Thread(() -> OldPrice.set(20), "update");
        update.start();
        update.join();
        OldPrice.check();
    }
}
