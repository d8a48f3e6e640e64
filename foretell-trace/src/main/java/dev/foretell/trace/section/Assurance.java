// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

import java.util.Objects;

/**
 * Whether a lock may be held from the beginning of a section to wherever it is left, without a deadlock.
 *
 * @param reason why not, for people; empty otherwise
 */
public record Assurance(Answer answer, String reason) {
    /** The result of the analysis. */
    public enum Answer {
        YES,
        /**
         * Yes, if every thread acquires the lock before it enters the monitor of the variable's object: the variable is
         * accessed nowhere else, and inside the section only this monitor is entered.
         */
        OUTSIDE,
        NO,
        /** Not analysed; to be treated as no. */
        UNKNOWN
    }

    public static final Assurance YES = new Assurance(Answer.YES, "");
    public static final Assurance OUTSIDE = new Assurance(Answer.OUTSIDE, "");
    public static final Assurance UNKNOWN = new Assurance(Answer.UNKNOWN, "");

    public Assurance {
        Objects.requireNonNull(answer);
        Objects.requireNonNull(reason);
    }

    public static Assurance no(String reason) {
        return new Assurance(Answer.NO, reason);
    }

    public boolean isSafe() {
        return answer == Answer.YES || isOutside();
    }

    /** Whether the lock must be acquired before the monitor of the variable's object. */
    public boolean isOutside() {
        return answer == Answer.OUTSIDE;
    }
}
