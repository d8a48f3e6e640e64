// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

import java.util.Arrays;

/** A column of numbers, two bytes each as long as all of them fit, which those of threads and sites mostly do. */
final class NarrowColumn {
    private char[] narrow = new char[64];
    private int[] wide;
    private int size;

    void add(int value) {
        if (wide == null && value != (char) value) {
            widen();
        }
        if (wide != null) {
            if (size == wide.length) {
                wide = Arrays.copyOf(wide, size + (size >> 1) + 1);
            }
            wide[size++] = value;
            return;
        }
        if (size == narrow.length) {
            narrow = Arrays.copyOf(narrow, size + (size >> 1));
        }
        narrow[size++] = (char) value;
    }

    private void widen() {
        wide = new int[narrow.length];
        for (int i = 0; i < size; i++) {
            wide[i] = narrow[i];
        }
        narrow = null;
    }

    int get(int i) {
        char[] two = narrow;
        return two != null ? two[i] : wide[i];
    }

    /** Moves a number to another index; those between are shifted. */
    void move(int from, int to) {
        if (wide != null) {
            int value = wide[from];
            shift(wide, from, to);
            wide[to] = value;
        } else {
            char value = narrow[from];
            shift(narrow, from, to);
            narrow[to] = value;
        }
    }

    /** Shifts elements so that the one at {@code gap} is overwritten and {@code room} is free. */
    static void shift(Object column, int gap, int room) {
        if (gap < room) {
            System.arraycopy(column, gap + 1, column, gap, room - gap);
        } else {
            System.arraycopy(column, room, column, room + 1, gap - room);
        }
    }

    /** Trims the array to its size. */
    NarrowColumn trim() {
        if (wide != null) {
            wide = Arrays.copyOf(wide, size);
        } else {
            narrow = Arrays.copyOf(narrow, size);
        }
        return this;
    }
}
