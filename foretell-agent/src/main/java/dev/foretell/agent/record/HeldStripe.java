// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import dev.foretell.trace.io.Predictor;

/** The stripe that one thread holds between the two probes of a volatile access or atomic step; see VolatileStripes. */
final class HeldStripe {
    private final VolatileStripes stripes;
    private final EventFile events;
    private final int thread;

    private int stripe = VolatileStripes.NONE;
    /** Slot and object of the access. */
    private int slot = Predictor.NOWHERE;

    private long id;

    HeldStripe(VolatileStripes stripes, EventFile events, int thread) {
        this.stripes = stripes;
        this.events = events;
        this.thread = thread;
    }

    void acquire(int wanted, int newSlot, long newId) {
        stripes.acquire(wanted, thread);
        stripe = wanted;
        id = newId;
        slot = newSlot;
    }

    /** The slot of the access under way; {@link Predictor#NOWHERE} when there is none. */
    int slot() {
        return slot;
    }

    long id() {
        return id;
    }

    boolean isHeldFor(int accessSlot, long accessId) {
        return stripe != VolatileStripes.NONE && slot == accessSlot && id == accessId;
    }

    /** The access has its number. When another thread has taken the stripe away, its place is not certain. */
    void releaseNumbered() {
        boolean certain = stripes.release(stripe, thread);
        stripe = VolatileStripes.NONE;
        slot = Predictor.NOWHERE;
        if (!certain) {
            events.addUnsure();
        }
    }

    /** The access got no number: an exception ended it, or another probe came first. */
    void release() {
        if (stripe != VolatileStripes.NONE) {
            stripes.release(stripe, thread);
            stripe = VolatileStripes.NONE;
        }
        slot = Predictor.NOWHERE;
    }
}
