// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/** A configuration that can be seen before it is filled. */
// harm: values exception NullPointerException
public final class HalfBuilt {
    private static HalfBuilt current;

    private int[] values;

    private static void load() {
        current = new HalfBuilt(); // race: current
        current.values = new int[] {1, 2, 3}; // race: values
    }

    private static void use() {
        HalfBuilt seen = current; // race: current
        if (seen != null) {
            System.out.println(seen.values.length + " values"); // race: values
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread loader = new Thread(HalfBuilt::load);
        Thread user = new Thread(HalfBuilt::use);
        loader.start();
        Thread.sleep(100);
        user.start();
        loader.join();
        user.join();
    }
}
