// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.anomaly;

/** How the events of an anomaly are arranged in time; this decides how a re-execution is directed and checked. */
public enum EventArrangement {
    /**
     * All are next at the same time, in different threads, and conflict: accesses to one variable, one of them a write.
     */
    AT_ONCE("at-once"),
    /** They happen one after the other in the order given; the last one is next. */
    IN_SEQUENCE("in-sequence"),
    /** Each is next, and acquires a lock that another of the threads holds. */
    LOCK_CYCLE("lock-cycle"),
    /** There are no events: a plain schedule, or a run that fails. */
    NONE("none");

    private final String word;

    EventArrangement(String word) {
        this.word = word;
    }

    /** As clips write it. */
    public String word() {
        return word;
    }

    /** Null when the word names none. */
    public static EventArrangement of(String word) {
        for (EventArrangement arrangement : values()) {
            if (arrangement.word.equals(word)) {
                return arrangement;
            }
        }
        return null;
    }
}
