// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

/**
 * One thing that a library method does to other threads, as a model file says it.
 *
 * @param verb what it does
 * @param subject to which object
 * @param field the field of {@code this} that holds the object; empty for the object itself
 * @param concurrent state that the library itself protects, so that no two accesses to it race
 * @param shared for locks: with others who do so, too
 * @param interruptible for {@link Verb#ACQUIRE}: an interrupt ends the wait for the lock
 * @param key number of the argument that says which entry or element is meant, from 1; 0 when it is all of the state.
 *     For permits: the argument that says how many, or {@link #RESULT}; 0 when it is one
 * @param condition what the result must be for it to have happened
 * @param early for {@link Verb#AWAIT}: it is over when the call begins to work, and not only when it returns
 * @param each for {@link Verb#AWAIT}: of every element of the object, a collection
 * @param iterates for {@link Verb#DELEGATE}: calls {@code iterator()} there, and not the method of the same name
 */
record Effect(
        Verb verb,
        Subject subject,
        String field,
        boolean concurrent,
        boolean shared,
        boolean interruptible,
        int key,
        Condition condition,
        boolean early,
        boolean each,
        boolean iterates) {
    /** In place of an argument's number. */
    static final int RESULT = 10;

    enum Verb {
        /** Takes a lock, and blocks until it has it. */
        ACQUIRE,
        /** Takes a lock if it can be had. */
        TRY,
        RELEASE,
        /** Is inside a monitor while it works. */
        AROUND,
        /** Turns a share of a lock, if it has one, into the lock. */
        UPGRADE,
        /** Turns a lock, if it has it, into a share. */
        DOWNGRADE,
        /** Reads what a lock protects without having it, until another call tells whether that was in vain. */
        OPTIMISTIC,
        TAKE,
        GIVE,
        /** Gives a lock up, waits for a signal to {@code this}, takes the lock again. */
        AWAIT_CONDITION,
        /** The same, but not for longer than some time. */
        AWAIT_CONDITION_TIMED,
        SIGNAL,
        AWAIT,
        READ,
        WRITE,
        /** Reads, then writes, in one step. */
        UPDATE,
        /** Calls another object's method. */
        DELEGATE,
        /** May block. */
        BLOCKS,
        /** Does nothing that concerns other threads. */
        NOTHING;

        /** Can be done to a lock with others. */
        boolean canShare() {
            return this == ACQUIRE || this == TRY || this == RELEASE;
        }

        /** Can wait for a lock. */
        boolean canBeInterrupted() {
            return this == ACQUIRE;
        }

        boolean isPermit() {
            return this == TAKE || this == GIVE;
        }
    }

    enum Subject {
        THIS,
        ARGUMENT,
        RESULT,
        /** The thread that makes the call. */
        THREAD,
        NONE
    }

    enum Condition {
        ALWAYS,
        TRUE,
        NONNULL;

        /** Whether a call with this result has had the effect. */
        boolean holds(Object result) {
            return this == ALWAYS || (this == TRUE ? result == Boolean.TRUE : result != null);
        }
    }
}
