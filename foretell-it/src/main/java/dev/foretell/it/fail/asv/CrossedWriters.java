// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.asv;

/** Two writers of a pair, each under a lock of its own: one half of each can remain. */
// harm: name+owner exception does not own
public final class CrossedWriters {
    private final Object front = new Object();
    private final Object back = new Object();
    private volatile String name = "none";
    private volatile String owner = "none";

    private void fromFront() {
        synchronized (front) {
            name = "front"; // asv: name+owner
            owner = "front"; // asv: name+owner
        }
    }

    private void fromBack() {
        synchronized (back) {
            name = "back"; // asv: name+owner
            owner = "back"; // asv: name+owner
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CrossedWriters door = new CrossedWriters();
        Thread first = new Thread(door::fromFront, "front");
        Thread second = new Thread(door::fromBack, "back");
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
        if (!door.name.equals(door.owner)) {
            throw new IllegalStateException(door.owner + " does not own " + door.name);
        }
        System.out.println("one owner");
    }
}
