// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.demo;

/**
 * A shop's order desk with four concurrency bugs. Run normally, its threads start a little after each other and every
 * sum is right; Foretell shows the schedules in which they are not.
 */
public final class OrderDesk {
    private final String[] gifts = {"a mug"};
    private int given;
    private int revenue;
    private Catalogue catalogue;

    /** What the shop sells; read from a file in real life. */
    private static final class Catalogue {
        private final String currency;

        Catalogue(String currency) {
            this.currency = currency;
        }
    }

    /** Money in a till or in the safe. */
    private static final class Account {
        private int balance;

        Account(int balance) {
            this.balance = balance;
        }
    }

    /** Mistake 1: two clerks may read the same revenue, and one of the sums is lost. */
    private void sell(int cents) {
        revenue = revenue + cents;
    }

    /** Mistake 2: between the check and the act another customer may take the last gift. */
    private String takeGift() {
        if (given < gifts.length) {
            return gifts[given++];
        }
        return "nothing";
    }

    /** Mistake 3: a receipt that is printed before the catalogue is published finds none. */
    private String receipt(int cents) {
        return cents + " " + catalogue.currency;
    }

    /** Mistake 4: till to safe in one thread and safe to till in another, each holding what the other wants. */
    private static void transfer(Account from, Account to, int amount) {
        synchronized (from) {
            synchronized (to) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }

    private static Thread start(String name, Runnable work) throws InterruptedException {
        Thread thread = new Thread(work, name);
        thread.start();
        Thread.sleep(20); // the next one comes a little later
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        OrderDesk desk = new OrderDesk();
        Account till = new Account(100);
        Account safe = new Account(900);
        Thread[] staff = {
            start("manager", () -> desk.catalogue = new Catalogue("cents")),
            start("clerk-1", () -> desk.sell(30)),
            start("clerk-2", () -> desk.sell(20)),
            start("customer-1", () -> System.out.println("a customer gets " + desk.takeGift())),
            start("customer-2", () -> System.out.println("a customer gets " + desk.takeGift())),
            start("cashier", () -> transfer(till, safe, 40)),
            start("auditor", () -> transfer(safe, till, 15)),
            start("printer", () -> System.out.println("first receipt: " + desk.receipt(30))),
        };
        for (Thread member : staff) {
            member.join();
        }
        System.out.println("revenue " + desk.revenue + " cents");
        System.out.println("till " + till.balance + ", safe " + safe.balance);
    }
}
