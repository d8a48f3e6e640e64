// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.model;

import java.util.function.BooleanSupplier;

/**
 * The time limit of an analysis. Long loops poll it and end; a search ends by {@link OutOfTime}. Cheap enough to be
 * polled for every event: the clock is read only every few calls.
 */
public final class Deadline {
    /** No limit. */
    public static final Deadline NONE = new Deadline(() -> false);

    private static final int POLLS_PER_READ = 1 << 8;

    private final BooleanSupplier clock;
    private int polls;
    private volatile boolean over;

    /** {@code clock} returns whether the time is over; it is called by several threads. */
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

    /** Reads the clock. */
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
     * For inner loops: ends the search when the time is over. The count is not synchronised, which is accurate enough.
     */
    public void check() {
        if (over || (++polls & POLLS_PER_READ - 1) == 0 && isOver()) {
            throw new OutOfTime();
        }
    }
}
