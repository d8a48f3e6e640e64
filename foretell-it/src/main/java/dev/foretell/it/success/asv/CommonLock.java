// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.asv;

/** Writer and reader of a pair each hold a lock of their own, and inside it the one that they share. */
public final class CommonLock {
    private final Object writing = new Object();
    private final Object reading = new Object();
    private final Object pair = new Object();
    private volatile int x;
    private volatile int y;

    private void move() {
        synchronized (writing) {
            synchronized (pair) {
                x = 1;
                y = 1;
            }
        }
    }

    private void look() {
        synchronized (reading) {
            synchronized (pair) {
                int seenX = x;
                int seenY = y;
                if (seenX != seenY) {
                    throw new IllegalStateException("inconsistent: " + seenX + ", " + seenY);
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CommonLock point = new CommonLock();
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
