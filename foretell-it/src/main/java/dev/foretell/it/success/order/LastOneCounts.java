// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.order;

/**
 * Two threads leave their mark under one lock, and either order is fine: the one that comes last only has the last
 * word.
 */
public final class LastOneCounts {
    private String last = "nobody";
    private int visits;

    private synchronized void visit(String name) {
        last = name;
        visits = visits + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        LastOneCounts guestBook = new LastOneCounts();
        Thread ann = new Thread(() -> guestBook.visit("Ann"), "ann");
        Thread bob = new Thread(() -> guestBook.visit("Bob"), "bob");
        ann.start();
        Thread.sleep(100);
        bob.start();
        ann.join();
        bob.join();
        System.out.println(guestBook.visits + " visits, the last one by a guest: " + !guestBook.last.isEmpty());
    }
}
