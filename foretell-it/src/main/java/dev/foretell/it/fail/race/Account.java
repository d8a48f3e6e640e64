// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/** ConTest's account: a transfer holds the lock of the account it takes from, and not of the one it gives to. */
// harm: balance output
public final class Account {
    private int balance = 100;

    private synchronized void transfer(Account to, int amount) {
        balance = balance - amount; // race: balance
        to.balance = to.balance + amount; // race: balance
    }

    public static void main(String[] args) throws InterruptedException {
        Account first = new Account();
        Account second = new Account();
        Thread there = new Thread(() -> first.transfer(second, 10));
        Thread back = new Thread(() -> second.transfer(first, 20));
        there.start();
        Thread.sleep(100);
        back.start();
        there.join();
        back.join();
        System.out.println("total " + (first.balance + second.balance));
    }
}
