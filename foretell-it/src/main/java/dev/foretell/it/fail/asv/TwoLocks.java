// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.asv;

/** The writer of a pair and its reader each hold a lock, but not the same one; the fields are volatile, so no race. */
// harm: x+y exception inconsistent
public final class TwoLocks {
    private final Object writing = new Object();
    private final Object reading = new Object();
    private volatile int x;
    private volatile int y;

    private void move() {
        synchronized (writing) {
            x = 1; // asv: x+y
            y = 1; // asv: x+y
        }
    }

    private void look() {
        synchronized (reading) {
            int seenX = x; // asv: x+y
            int seenY = y; // asv: x+y
            if (seenX != seenY) {
                throw new IllegalStateException("inconsistent: " + seenX + ", " + seenY);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        TwoLocks point = new TwoLocks();
        Thread reader = new Thread(point::look, "reader");
        Thread writer = new Thread(point::move, "writer");
        reader.start();
        Thread.sleep(100);
        writer.start();
        reader.join();
        writer.join();
        System.out.println("at " + point.x + ", " + point.y);
    }
}
