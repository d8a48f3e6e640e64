// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.order;

/** A shop is said to be open twice; who comes before that goes away again. */
public final class OpenedTwice {
    private volatile boolean open;

    private void build() {
        open = true;
    }

    private void fill() {
        open = true;
    }

    private void enter() {
        if (!open) {
            return;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        OpenedTwice shop = new OpenedTwice();
        Thread owner = new Thread(
                () -> {
                    shop.build();
                    shop.fill();
                },
                "owner");
        Thread customer = new Thread(shop::enter, "customer");
        owner.start();
        Thread.sleep(100);
        customer.start();
        owner.join();
        customer.join();
        System.out.println("served");
    }
}
