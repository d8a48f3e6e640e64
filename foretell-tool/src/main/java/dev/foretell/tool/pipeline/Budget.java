// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time of one session, shared by its phases: what one of them leaves over is there for the next. It only says how
 * much remains; a phase asks between its steps and ends by itself, so that its results are complete as far as they go.
 */
public final class Budget {
    /** What a session may take when nothing else is asked for. */
    public static final Duration DEFAULT = Duration.ofMinutes(30);

    private final Duration total;
    private final boolean givenByUser;
    private final LongSupplier nanos;
    private final long begin;

    /**
     * Begins now.
     *
     * @param asked whether the user gave this time, so that all of it may be used
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

    /** Whether the user asked for this much time; otherwise what can hardly fail a session is tried only in part. */
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
     * A budget of its own for a phase that others come after: half of what is left. So a recording leaves half of the
     * session's time, and an analysis at least a quarter for the re-executions.
     */
    public Budget half() {
        return new Budget(remaining().dividedBy(2), givenByUser, nanos);
    }

    /** A budget of its own for something small: this much, or what is left when that is less. */
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
