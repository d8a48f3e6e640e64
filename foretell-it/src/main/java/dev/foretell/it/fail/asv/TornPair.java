// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.asv;

/** Two fields that are always written together under the lock, and read one after the other under the same lock. */
// harm: low+high assertion torn
public final class TornPair {
    private int low = 1;
    private int high = 2;

    private synchronized void move(int by) {
        low = 1 + by; // asv: low+high
        high = 2 + by; // asv: low+high
    }

    private synchronized int low() {
        return low; // asv: low+high
    }

    private synchronized int high() {
        return high; // asv: low+high
    }

    private void look() {
        int width = -low();
        width += high();
        if (width != 1) {
            throw new AssertionError("torn: " + width);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        TornPair range = new TornPair();
        Thread reader = new Thread(range::look, "reader");
        Thread writer = new Thread(() -> range.move(10), "writer");
        reader.start();
        Thread.sleep(100);
        writer.start();
        reader.join();
        writer.join();
        System.out.println("from " + range.low() + " to " + range.high());
    }
}
