// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.atomicity;

/**
 * An interest rate is added in two sections of the account's lock, all under the bank's lock; a deposit takes the
 * account's lock alone, and is made first, so that the addition reads what it wrote. Between the two sections it would
 * be lost.
 */
// harm: balance exception lost
public final class OuterLock {
    private final Object bank = new Object();
    private final Object account = new Object();
    private int balance = 100;

    private int balance() {
        synchronized (account) {
            return balance; // atomicity: balance
        }
    }

    private void setBalance(int value) {
        synchronized (account) {
            balance = value; // atomicity: balance
        }
    }

    private void addInterest() {
        synchronized (bank) {
            int old = balance();
            setBalance(old + 1);
        }
    }

    private void deposit() {
        synchronized (account) {
            balance += 50; // atomicity: balance
        }
    }

    public static void main(String[] args) throws InterruptedException {
        OuterLock branch = new OuterLock();
        Thread customer = new Thread(branch::deposit, "customer");
        Thread clerk = new Thread(branch::addInterest, "clerk");
        customer.start();
        Thread.sleep(100);
        clerk.start();
        customer.join();
        clerk.join();
        if (branch.balance() != 151) {
            throw new IllegalStateException("a deposit was lost");
        }
    }
}
