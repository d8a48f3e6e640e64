// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

/**
 * A map from longs to non-negative ints with open addressing: millions of entries at twelve to twenty-four bytes each.
 */
final class LongIntMap {
    static final int ABSENT = -1;

    /** Keys plus one, so that 0 is free. */
    private long[] keys = new long[64];

    private int[] values = new int[64];
    private int size;

    int get(long key) {
        long[] table = keys;
        int at = start(key, table.length);
        while (true) {
            long there = table[at];
            if (there == key + 1) {
                return values[at];
            }
            if (there == 0) {
                return ABSENT;
            }
            at = at + 1 & table.length - 1;
        }
    }

    /** Adds a key that is not there yet. */
    void put(long key, int value) {
        if (++size > keys.length / 2) {
            grow();
        }
        place(keys, values, key + 1, value);
    }

    /** Adds one to a value, 0 when there is none, and returns it. */
    int increment(long key) {
        long[] table = keys;
        int at = start(key, table.length);
        while (table[at] != 0 && table[at] != key + 1) {
            at = at + 1 & table.length - 1;
        }
        if (table[at] == 0) {
            put(key, 1);
            return 1;
        }
        return ++values[at];
    }

    int size() {
        return size;
    }

    private void grow() {
        if (keys.length == 1 << 30) {
            throw new IllegalStateException("too many different variables or locks");
        }
        long[] oldKeys = keys;
        int[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new int[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                place(keys, values, oldKeys[i], oldValues[i]);
            }
        }
    }

    private static void place(long[] keys, int[] values, long stored, int value) {
        int at = start(stored - 1, keys.length);
        while (keys[at] != 0) {
            at = at + 1 & keys.length - 1;
        }
        keys[at] = stored;
        values[at] = value;
    }

    private static int start(long key, int length) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32 ^ mixed >>> 52) & length - 1;
    }
}
