package dev.foretell.trace.section;

import java.util.Objects;

/**
 * Whether a lock may be held from the beginning of a section to wherever it is left, without any danger of a deadlock.
 *
 * @param reason why not, for people; empty otherwise
 */
public record Assurance(Answer answer, String reason) {
    /** What was found out. */
    public enum Answer {
        YES,
        NO,
        /** Nobody has looked; to be treated as no. */
        UNKNOWN
    }

    public static final Assurance YES = new Assurance(Answer.YES, "");
    public static final Assurance UNKNOWN = new Assurance(Answer.UNKNOWN, "");

    public Assurance {
        Objects.requireNonNull(answer);
        Objects.requireNonNull(reason);
    }

    public static Assurance no(String reason) {
        return new Assurance(Answer.NO, reason);
    }

    public boolean isSafe() {
        return answer == Answer.YES;
    }
}
