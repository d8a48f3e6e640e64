// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.library;

/** A hash set with open addresses: {@code removeAll} iterates over the other set, whose table is replaced meanwhile. */
// harm: table#1 exception ArrayIndexOutOfBounds
// harm: table#3 exception ArrayIndexOutOfBounds
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
        table = new String[2]; // race: table#1 table#2; atomicity: table#3
        size = 0;
    }

    private synchronized int size() {
        return size;
    }

    private synchronized void removeAll(HashSetRemoveAll other) {
        int capacity = other.table.length; // race: table#2; atomicity: table#3
        for (int i = 0; i < capacity; i++) {
            String element = other.table[i]; // race: table#1; atomicity: table#3
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
        System.out.println(all.size() + " left");
    }
}
