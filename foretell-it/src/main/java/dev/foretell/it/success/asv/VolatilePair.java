// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.asv;

/** A pair is never changed: each new one is an object of its own, published through one volatile field. */
public final class VolatilePair {
    /** Both halves. */
    private static final class Pair {
        private final String name;
        private final String owner;

        Pair(String name, String owner) {
            this.name = name;
            this.owner = owner;
        }
    }

    private volatile Pair pair = new Pair("none", "none");

    private void set(String who) {
        pair = new Pair(who, who);
    }

    private void look() {
        Pair seen = pair;
        if (!seen.name.equals(seen.owner)) {
            throw new IllegalStateException(seen.owner + " does not own " + seen.name);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        VolatilePair door = new VolatilePair();
        Thread first = new Thread(() -> door.set("front"), "front");
        Thread second = new Thread(() -> door.set("back"), "back");
        Thread third = new Thread(door::look, "looking");
        first.start();
        Thread.sleep(100);
        second.start();
        third.start();
        first.join();
        second.join();
        third.join();
        door.look();
        System.out.println("one owner");
    }
}
