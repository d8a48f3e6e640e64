// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.watch;

/**
 * Two cashiers count what they take without a lock, and their customers with one. Exit code 3 when all is counted, 4
 * when not.
 */
public final class Till {
    private static final int ROUNDS = 200;

    private int taken;
    private int customers;

    private void serve() {
        for (int i = 0; i < ROUNDS; i++) {
            int before = taken; // enter Till.taken
            taken = before + 1; // end Till.taken
            synchronized (this) {
                customers++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Till till = new Till();
        Thread first = new Thread(till::serve, "cashier-1");
        Thread second = new Thread(till::serve, "cashier-2");
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(till.customers + " customers");
        System.exit(till.taken == 2 * ROUNDS ? 3 : 4);
    }
}
