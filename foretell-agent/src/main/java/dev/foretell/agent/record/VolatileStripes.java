package dev.foretell.agent.record;

import jdk.internal.misc.Unsafe;

/**
 * Makes a volatile access and the number it takes one step: the stripe of the variable is held from before the access
 * until after it was numbered. A thread never waits long: when a stripe stays taken it goes on without, and the access
 * counts as one whose place is not certain. So whatever becomes of a holder, the program cannot hang on us.
 */
final class VolatileStripes {
    /** Not a stripe. */
    static final int NONE = -1;

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final int STRIPES = 256;
    /** Ints from one stripe to the next, so that each has its own cache line. */
    private static final int SPREAD = 16;

    private static final int SPINS = 100;
    private static final long PATIENCE_NANOS = 10_000_000;

    private final int[] taken = new int[STRIPES * SPREAD];
    /** Stripe of the static field of each site, by site number. */
    private volatile byte[] ofSite = {};

    /** A static volatile field; only its name is the same at all places that use it. Called under one lock. */
    void define(int site, String field) {
        byte[] known = ofSite;
        if (site >= known.length) {
            known = java.util.Arrays.copyOf(known, Math.max(site + 1, known.length * 2));
        }
        known[site] = (byte) field.hashCode();
        ofSite = known;
    }

    int ofStatic(int site) {
        byte[] known = ofSite;
        return site < known.length ? known[site] & STRIPES - 1 : 0;
    }

    int ofObject(long id) {
        return (int) id & STRIPES - 1;
    }

    /** Takes a stripe; false when it stayed taken. */
    boolean acquire(int stripe) {
        long place = place(stripe);
        for (int i = 0; i < SPINS; i++) {
            if (UNSAFE.compareAndSetInt(taken, place, 0, 1)) {
                return true;
            }
            Thread.onSpinWait();
        }
        long start = System.nanoTime();
        do {
            Thread.yield();
            if (UNSAFE.compareAndSetInt(taken, place, 0, 1)) {
                return true;
            }
        } while (System.nanoTime() - start < PATIENCE_NANOS);
        return false;
    }

    void release(int stripe) {
        UNSAFE.putIntRelease(taken, place(stripe), 0);
    }

    private static long place(int stripe) {
        return Unsafe.ARRAY_INT_BASE_OFFSET + (long) stripe * SPREAD * Integer.BYTES;
    }
}
