// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.model;

import java.util.function.BooleanSupplier;

/**
 * Until when an analysis may go on. Whatever takes long asks it now and then and ends by itself; a search ends by
 * {@link OutOfTime}. Cheap enough to be asked for every event: the clock is looked at only now and then.
 */
public final class Deadline {
    /** Never comes. */
    public static final Deadline NONE = new Deadline(() -> false);

    private static final int POLLS_PER_READ = 1 << 8;

    private final BooleanSupplier clock;
    private int polls;
    private volatile boolean over;

    /** {@code clock} says whether the time is over; it is asked by several threads. */
    public Deadline(BooleanSupplier clock) {
        this.clock = clock;
    }

    /** A search was ended because the time is over. */
    public static final class OutOfTime extends RuntimeException {
        private static final long serialVersionUID = 1;

        private OutOfTime() {
            super("the time is over", null, false, false);
        }
    }

    /** Looks at the clock. */
    public boolean isOver() {
        if (!over && clock.getAsBoolean()) {
            over = true;
        }
        return over;
    }

    /** As {@link #check}, for steps that take long themselves. */
    public void checkNow() {
        if (isOver()) {
            throw new OutOfTime();
        }
    }

    /**
     * For inner loops: ends the search when the time is over. Counts without care for other threads, which is near
     * enough.
     */
    public void check() {
        if (over || (++polls & POLLS_PER_READ - 1) == 0 && isOver()) {
            throw new OutOfTime();
        }
    }
}
