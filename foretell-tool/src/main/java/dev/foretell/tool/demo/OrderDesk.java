package dev.foretell.tool.demo;

/**
 * A shop's order desk with four mistakes. Run it as often as you like: clerks come to work a little after each other,
 * as people do, and everything adds up. Foretell shows what happens on the one day they do not.
 */
public final class OrderDesk {
    private final Price[] shelf = {new Price(30), new Price(20), new Price(50)};
    private int taken;
    private int revenue;
    private Catalogue catalogue;

    private record Price(int cents) {}

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

    /** Mistake 1: between the check and the act another clerk may take the last item. */
    private Price takeItem() {
        if (taken < shelf.length) {
            return shelf[taken++];
        }
        return null;
    }

    /** Mistake 2: two clerks may read the same revenue, and one of the sums is lost. */
    private void sell() {
        Price price = takeItem();
        if (price != null) {
            revenue = revenue + price.cents();
        }
    }

    /** Mistake 3: whoever asks before the catalogue has been published finds none. */
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
            start("clerk-1", desk::sell),
            start("clerk-2", desk::sell),
            start("clerk-3", desk::sell),
            start("clerk-4", desk::sell),
            start("cashier", () -> transfer(till, safe, 40)),
            start("auditor", () -> transfer(safe, till, 15)),
            start("printer", () -> System.out.println("first receipt: " + desk.receipt(30))),
        };
        for (Thread member : staff) {
            member.join();
        }
        System.out.println("sold " + desk.taken + " items for " + desk.revenue + " cents");
        System.out.println("till " + till.balance + ", safe " + safe.balance);
    }
}
