// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import java.util.Arrays;

/**
 * Each variable of the shared objects: the first thread that accessed it, whether another one did, whether it was
 * written; later the number it has in the trace. A variable is an object and a field's number or an index. Eight
 * neighbouring ones share an entry of the map, since fields of a class and elements of an array are used together.
 */
final class SharedVariables {
    private static final int BLOCK_BITS = 3;
    private static final int SEVERAL_THREADS = 1 << 30;
    private static final int WRITTEN = 1 << 29;
    private static final int THREAD = WRITTEN - 1;
    /** Marks a cell that holds the variable's number. */
    private static final int NUMBERED = 1 << 31;

    private final LongIntMap blocks = new LongIntMap();
    private int[] cells = new int[1 << 10];
    private int used;
    private long lastKey = -1;
    private int lastBlock;

    /** The cell of a variable, made when there is none. */
    int cell(long id, int index) {
        long key = id << 32 - BLOCK_BITS | index >>> BLOCK_BITS;
        if (key != lastKey) {
            int block = blocks.get(key);
            if (block == LongIntMap.ABSENT) {
                block = newBlock();
                blocks.put(key, block);
            }
            lastBlock = block;
            lastKey = key;
        }
        return (lastBlock << BLOCK_BITS) + (index & (1 << BLOCK_BITS) - 1);
    }

    private int newBlock() {
        if (used + (1 << BLOCK_BITS) > cells.length) {
            cells = Arrays.copyOf(cells, (int) Math.min(cells.length * 2L, Integer.MAX_VALUE - 64));
        }
        int block = used >> BLOCK_BITS;
        used += 1 << BLOCK_BITS;
        return block;
    }

    /** Above every cell. */
    int size() {
        return used;
    }

    void access(int cell, int thread, boolean write) {
        int state = cells[cell];
        if ((state & THREAD) == 0) {
            state = thread + 1;
        } else if ((state & THREAD) != thread + 1) {
            state |= SEVERAL_THREADS;
        }
        cells[cell] = write ? state | WRITTEN : state;
    }

    /** Whether several threads used it and at least one wrote. */
    boolean matters(int cell) {
        return cells[cell] < 0 || (cells[cell] & (SEVERAL_THREADS | WRITTEN)) == (SEVERAL_THREADS | WRITTEN);
    }

    /** The number given to it by {@link #setNumber}, or -1. */
    int number(int cell) {
        return cells[cell] < 0 ? cells[cell] & ~NUMBERED : -1;
    }

    void setNumber(int cell, int number) {
        cells[cell] = number | NUMBERED;
    }
}
