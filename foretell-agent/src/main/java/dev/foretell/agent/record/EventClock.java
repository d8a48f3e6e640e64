// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import jdk.internal.misc.Unsafe;

/**
 * The one order of the run: every synchronisation event takes the next number, plain accesses only read the last one.
 *
 * <p>The counter has cache lines of its own, since every thread reads it at each access. Fields of superclasses come
 * first in memory; therefore three classes.
 */
final class EventClock extends ClockCounter {
    long after1;
    long after2;
    long after3;
    long after4;
    long after5;
    long after6;
    long after7;
    long after8;
    long after9;
    long after10;
    long after11;
    long after12;
    long after13;
    long after14;
    long after15;
    long after16;
}

/** Keeps what lies before the object away from the counter. */
abstract class ClockDistance {
    long before1;
    long before2;
    long before3;
    long before4;
    long before5;
    long before6;
    long before7;
    long before8;
    long before9;
    long before10;
    long before11;
    long before12;
    long before13;
    long before14;
    long before15;
    long before16;
}

/** The counter itself. */
abstract class ClockCounter extends ClockDistance {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long NOW = UNSAFE.objectFieldOffset(ClockCounter.class, "now");

    volatile long now;

    /** The last number taken; another thread may have taken the next one meanwhile. */
    final long now() {
        return UNSAFE.getLongOpaque(this, NOW);
    }

    final long next() {
        return UNSAFE.getAndAddLong(this, NOW, 1) + 1;
    }

    /** Takes some numbers next to each other and returns the first. */
    final long take(int count) {
        return UNSAFE.getAndAddLong(this, NOW, count) + 1;
    }
}
