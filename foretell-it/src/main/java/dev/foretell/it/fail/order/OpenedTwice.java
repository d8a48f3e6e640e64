// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.order;

/**
 * A shop is said to be open when it is built, and once more when it is filled; who comes before both finds it closed.
 */
// harm: open exception the shop is closed
public final class OpenedTwice {
    private volatile boolean open;

    private void build() {
        open = true; // order: open
    }

    private void fill() {
        open = true;
    }

    private void enter() {
        if (!open) { // order: open
            throw new IllegalStateException("the shop is closed");
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
