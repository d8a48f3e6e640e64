// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Makes a volatile access and the number it takes one step: the stripe of the variable is held from before the access
 * until after it was numbered. A thread that finds a stripe held for too long takes it over; the order of the former
 * holder's access then counts as uncertain. So the program cannot hang because of a stripe, whatever happens to its
 * holder.
 */
final class VolatileStripes {
    /** Not a stripe. */
    static final int NONE = -1;

    private static final int STRIPES = 256;
    /** Ints from one stripe to the next, so that each has its own cache line. */
    private static final int SPREAD = 16;

    private static final int SPINS = 100;
    /** Longer than a thread that is ready to run waits for a processor. */
    private static final long PATIENCE_NANOS = 250_000_000;

    /** Number of the thread that holds each stripe, or 0. */
    private final AtomicIntegerArray taken = new AtomicIntegerArray(STRIPES * SPREAD);
    /** Stripe of the static field of each site, by site number. */
    private volatile byte[] ofSite = {};

    /** A static volatile field; only its name is the same at all places that use it. Called under one lock. */
    void define(int site, String field) {
        byte[] known = ofSite;
        if (site >= known.length) {
            known = Arrays.copyOf(known, Math.max(site + 1, known.length * 2));
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

    /** Takes a stripe for a thread, given by its number. */
    void acquire(int stripe, int thread) {
        int place = stripe * SPREAD;
        for (int i = 0; i < SPINS; i++) {
            if (taken.compareAndSet(place, 0, thread)) {
                return;
            }
            Thread.onSpinWait();
        }
        long start = System.nanoTime();
        while (!taken.compareAndSet(place, 0, thread)) {
            // Parking would use up a permit that the program may need.
            Thread.yield();
            int holder = taken.get(place);
            if (System.nanoTime() - start > PATIENCE_NANOS && taken.compareAndSet(place, holder, thread)) {
                return;
            }
        }
    }

    /** Gives a stripe back; false when it was taken away meanwhile. */
    boolean release(int stripe, int thread) {
        return taken.compareAndSet(stripe * SPREAD, thread, 0);
    }
}
