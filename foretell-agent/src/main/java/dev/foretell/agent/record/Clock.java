package dev.foretell.agent.record;

import jdk.internal.misc.Unsafe;

/**
 * The one order of the run: every synchronisation event takes the next number, plain accesses only look. The counter
 * lies alone in its cache lines, since every thread looks at it all the time.
 */
final class Clock {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    static final long CELL = Unsafe.ARRAY_LONG_BASE_OFFSET + 16L * Long.BYTES;

    final long[] cells = new long[32];

    /** The last number given out, perhaps an instant ago. */
    long now() {
        return UNSAFE.getLongOpaque(cells, CELL);
    }

    long next() {
        return UNSAFE.getAndAddLong(cells, CELL, 1) + 1;
    }

    /** Takes two numbers next to each other and returns the first. */
    long nextTwo() {
        return UNSAFE.getAndAddLong(cells, CELL, 2) + 1;
    }
}
