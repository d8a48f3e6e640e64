// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.asv;

/** Two fields that are written together and read together, always under the one lock. */
public final class Snapshot {
    private int low = 1;
    private int high = 2;

    private synchronized void move(int by) {
        low = 1 + by;
        high = 2 + by;
    }

    private synchronized int width() {
        return high - low;
    }

    private void look() {
        if (width() != 1) {
            throw new AssertionError("torn: " + width());
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Snapshot range = new Snapshot();
        Thread reader = new Thread(range::look, "reader");
        Thread writer = new Thread(() -> range.move(10), "writer");
        reader.start();
        Thread.sleep(100);
        writer.start();
        reader.join();
        writer.join();
        System.out.println("width " + range.width());
    }
}
