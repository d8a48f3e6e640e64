// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import java.util.Arrays;

/**
 * The objects without a model that one thread has used last: while it uses only these, it writes nothing that other
 * threads read, and allocates nothing.
 *
 * <p>An object that the thread has not used before needs a hash and an entry in a table of all threads. A thread that
 * makes many of them, each for a few calls, would pay for it at all these calls; so from some number on only some of
 * them count. What is used again and again is still found.
 */
final class RecentUses {
    private static final int SIZE = 64;
    /** So many objects that were not among the last ones all count; of the uses behind, about one in sixteen. */
    private static final int MANY = 4096;

    /** Of all threads that have not used any. */
    private static final IdentityTable.Entry[] NOTHING = {IdentityTable.Entry.NONE};

    /** The thread, in the place of an object's number. */
    private final long user;

    /** By some bits of the identity hash. */
    private IdentityTable.Entry[] entries = NOTHING;
    /** The last of them: computing the hash would cost more than all else. */
    private IdentityTable.Entry last = IdentityTable.Entry.NONE;

    private int misses;
    /**
     * Uses to be skipped, and the state from which the next such number is drawn: with a fixed one, always the same
     * instruction of a loop would be checked.
     */
    private int passing;

    private int draw;

    RecentUses(int thread) {
        this.user = thread + 1L;
    }

    /** Whether this object, which may be null, was the last one used. */
    boolean wasLast(Object target) {
        return last.refersTo(target);
    }

    /** Whether another thread was the first to use an object that this one is about to use. */
    boolean isShared(Object target, IdentityTable used) {
        if (last.refersTo(target)) {
            return false;
        }
        if (misses >= MANY) {
            if (passing > 0) {
                passing--;
                return false;
            }
            draw = draw * 1664525 + 1013904223;
            passing = draw >>> 27;
        }
        int hash = System.identityHashCode(target);
        IdentityTable.Entry entry = entries[hash & entries.length - 1];
        if (!entry.refersTo(target)) {
            misses = Math.min(misses + 1, MANY);
            entry = used.entry(target, hash, user);
            if (entry.id != user) {
                return entry != IdentityTable.Entry.NONE;
            }
            if (entries == NOTHING) {
                entries = new IdentityTable.Entry[SIZE];
                Arrays.fill(entries, IdentityTable.Entry.NONE);
            }
            entries[hash & entries.length - 1] = entry;
        }
        last = entry;
        return false;
    }
}
