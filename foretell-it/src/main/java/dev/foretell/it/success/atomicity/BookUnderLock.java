// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.atomicity;

/** A seat is marked and read again in one section, and cancelled in another one with the same lock. */
public final class BookUnderLock {
    private final Object counter = new Object();
    private volatile String seat = "free";

    private void book(String name) {
        synchronized (counter) {
            seat = name;
            if (!name.equals(seat)) {
                throw new IllegalStateException("another thread wrote " + seat);
            }
        }
    }

    private void cancel() {
        synchronized (counter) {
            seat = "free";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BookUnderLock plane = new BookUnderLock();
        Thread passenger = new Thread(() -> plane.book("Ann"), "passenger");
        Thread office = new Thread(plane::cancel, "office");
        passenger.start();
        Thread.sleep(100);
        office.start();
        passenger.join();
        office.join();
        System.out.println("sold or not");
    }
}
