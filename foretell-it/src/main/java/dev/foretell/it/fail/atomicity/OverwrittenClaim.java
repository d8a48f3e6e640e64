// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.atomicity;

/** A seat is marked and, still under the lock, read again; a cancellation without the lock can come between. */
// harm: seat exception another thread
public final class OverwrittenClaim {
    private volatile String seat = "free";

    private synchronized void book(String name) {
        seat = name; // atomicity: seat
        if (!name.equals(seat)) { // atomicity: seat
            throw new IllegalStateException("another thread wrote " + seat);
        }
    }

    private void cancel() {
        seat = "free"; // atomicity: seat
    }

    public static void main(String[] args) throws InterruptedException {
        OverwrittenClaim plane = new OverwrittenClaim();
        Thread passenger = new Thread(() -> plane.book("Ann"), "passenger");
        Thread office = new Thread(plane::cancel, "office");
        passenger.start();
        Thread.sleep(100);
        office.start();
        passenger.join();
        office.join();
        System.out.println("seat is " + plane.seat);
    }
}
