// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/** ConTest's shop: suppliers bring items and customers take them, and the number on the shelf has no lock. */
// harm: items#1 output
public final class Shop {
    private int items;

    private void supply(int count) {
        for (int i = 0; i < count; i++) {
            items = items + 1; // race: items#1
        }
    }

    private void buy() {
        int left = items; // race: items#1 items#2
        if (left > 0) {
            items = left - 1; // race: items#2
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Shop shop = new Shop();
        Thread supplier = new Thread(() -> shop.supply(3), "supplier");
        Thread[] customers = {new Thread(shop::buy, "customer-1"), new Thread(shop::buy, "customer-2")};
        supplier.start();
        for (Thread customer : customers) {
            Thread.sleep(100);
            customer.start();
        }
        supplier.join();
        for (Thread customer : customers) {
            customer.join();
        }
        System.out.println(shop.items + " left on the shelf");
    }
}
