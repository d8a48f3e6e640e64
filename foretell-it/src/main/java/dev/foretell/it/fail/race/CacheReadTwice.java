// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/**
 * A cached hash code that is read twice. What it is computed of never changes, but nothing says that the second read
 * sees a write that the first one saw: the result may be 0.
 */
public final class CacheReadTwice {
    private final String name;
    private int hash;

    private CacheReadTwice(String name) {
        this.name = name;
    }

    @Override
    public int hashCode() {
        if (hash == 0) { // race: hash
            hash = 31 * name.hashCode(); // race: hash
        }
        return hash; // race
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CacheReadTwice that && that.name.equals(name);
    }

    public static void main(String[] args) throws InterruptedException {
        CacheReadTwice shared = new CacheReadTwice("shared");
        Thread first = new Thread(shared::hashCode);
        Thread second = new Thread(shared::hashCode);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println("computed");
    }
}
