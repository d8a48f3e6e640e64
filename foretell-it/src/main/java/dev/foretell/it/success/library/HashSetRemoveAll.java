// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.library;

/** A hash set: {@code removeAll} walks through a copy of the other set, taken under its lock. */
public final class HashSetRemoveAll {
    private String[] table = new String[8];
    private int size;

    private static int place(String element, String[] table) {
        int place = element.length() % table.length;
        while (table[place] != null && !table[place].equals(element)) {
            place = (place + 1) % table.length;
        }
        return place;
    }

    private synchronized void add(String element) {
        int place = place(element, table);
        size += table[place] == null ? 1 : 0;
        table[place] = element;
    }

    private synchronized void clear() {
        table = new String[2];
        size = 0;
    }

    private synchronized int size() {
        return size;
    }

    private synchronized String[] elements() {
        return table.clone();
    }

    private synchronized void removeAll(HashSetRemoveAll other) {
        for (String element : other.elements()) {
            if (element != null) {
                int place = place(element, table);
                size -= table[place] == null ? 0 : 1;
                table[place] = null;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        HashSetRemoveAll all = new HashSetRemoveAll();
        HashSetRemoveAll some = new HashSetRemoveAll();
        for (String element : new String[] {"a", "bb", "ccc", "dddd"}) {
            all.add(element);
            some.add(element);
        }
        all.add("eeeee");
        Thread removing = new Thread(() -> all.removeAll(some), "removing");
        Thread clearing = new Thread(some::clear, "clearing");
        removing.start();
        Thread.sleep(100);
        clearing.start();
        removing.join();
        clearing.join();
        System.out.println("some left: " + (all.size() > 0));
    }
}
