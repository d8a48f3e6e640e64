// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time of one session, shared by its phases: what one of them does not use is left for the next. A phase reads the
 * remaining time between its steps and ends by itself, so that its results so far are consistent.
 */
public final class Budget {
    /** What a session may take unless the user gives a time. */
    public static final Duration DEFAULT = Duration.ofMinutes(30);

    private final Duration total;
    private final boolean givenByUser;
    private final LongSupplier nanos;
    private final long begin;

    /**
     * Begins now.
     *
     * @param givenByUser whether the user gave this time, so that all of it may be used
     * @param nanos the clock, as {@link System#nanoTime()}
     */
    public Budget(Duration total, boolean givenByUser, LongSupplier nanos) {
        this.total = total;
        this.givenByUser = givenByUser;
        this.nanos = nanos;
        this.begin = nanos.getAsLong();
    }

    /** The time given, or the default when that is null; begins now. */
    public static Budget of(Duration given) {
        return new Budget(given == null ? DEFAULT : given, given != null, System::nanoTime);
    }

    public Duration total() {
        return total;
    }

    /** Whether the user gave this time; otherwise predictions that can hardly fail a session are tried only in part. */
    public boolean isGivenByUser() {
        return givenByUser;
    }

    public boolean isOver() {
        return remaining().isZero();
    }

    /** What is left, never below zero. */
    public Duration remaining() {
        Duration left = total.minusNanos(nanos.getAsLong() - begin);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** The limit of one step, or what is left when that is less. */
    public Duration atMost(Duration limit) {
        Duration left = remaining();
        return limit.compareTo(left) < 0 ? limit : left;
    }

    /**
     * A budget for a phase that is not the last: half of what is left. So a recording leaves half of the session's
     * time, and an analysis at least a quarter for the re-executions.
     */
    public Budget half() {
        return new Budget(remaining().dividedBy(2), givenByUser, nanos);
    }

    /** A budget for a short job: this much, or what is left when that is less. */
    public Budget part(Duration limit) {
        return new Budget(atMost(limit), false, nanos);
    }

    /** {@code 30 min}, {@code 90 s}. */
    public String text() {
        return text(total);
    }

    static String text(Duration time) {
        if (time.toSeconds() == 0) {
            return time.toMillis() + " ms";
        }
        return time.toSeconds() % 60 == 0 ? time.toMinutes() + " min" : time.toSeconds() + " s";
    }
}
