// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What went wrong in a re-execution after its anomaly was created. */
public record Harm(Kind kind, String detail) {
    public static final Harm NONE = new Harm(Kind.NONE, "");

    /** Kinds of harm, worst first. */
    public enum Kind {
        DEADLOCK,
        EXCEPTION,
        ASSERTION,
        HANG,
        /** The user's oracle rejected the run. */
        ORACLE,
        EXIT,
        OUTPUT,
        /** The program wrote something else into a file. */
        FILE,
        NONE;

        @JsonValue
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether it is only another result, which may be intended. */
        public boolean isResult() {
            return this == OUTPUT || this == FILE;
        }
    }

    public boolean seen() {
        return kind != Kind.NONE;
    }

    /**
     * Whether the program may only have been slow: its time was over, and a thread was running, or the states of its
     * threads are not known.
     */
    public boolean maybeSlow() {
        return kind == Kind.HANG && (!detail.contains("\n\"") || detail.contains("\" RUNNABLE"));
    }

    /** The worse of two. */
    public Harm or(Harm other) {
        return other.kind.compareTo(kind) < 0 ? other : this;
    }

    /** A sentence for people. */
    public String sentence() {
        return switch (kind) {
            case DEADLOCK -> "the program deadlocked: " + detail;
            case EXCEPTION -> "an exception left a thread: " + detail;
            case ASSERTION -> "an assertion failed: " + detail;
            case HANG -> "the program did not end: " + detail;
            case ORACLE -> "your check of the run failed: " + detail;
            case EXIT ->
                (detail.contains(" instead of ") ? "the program ended differently: " : "the program failed: ") + detail;
            case OUTPUT -> "the program printed something else: " + detail;
            case FILE -> "the program wrote something else into a file: " + detail;
            case NONE -> "no visible harm in the re-executions";
        };
    }
}
