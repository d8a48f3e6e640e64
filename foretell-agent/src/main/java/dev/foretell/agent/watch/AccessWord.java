// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

/**
 * The word beside the data: which thread wrote last, where, and whether that access is still open. From high to low: 16
 * bits number of the thread, 24 bits site, 22 bits turn (the thread counts its accesses, so that no two of them leave
 * the same word), 2 bits state.
 */
final class AccessWord {
    static final int MOST_THREADS = 1 << 16;
    static final int MOST_SITES = 1 << 24;

    /** The access is over. This and 0, no access so far, are the words of data that no thread is accessing. */
    static final int DONE = 0;
    /** Between the probe before the access and the one after. */
    static final int OPEN = 1;
    /** A reader found an open word, and put its own there so that the writer finds it changed. */
    static final int CAUGHT = 2;

    static final int THREAD_SHIFT = 48;
    static final int SITE_SHIFT = 24;
    /** A thread's turn grows by this much, so that it lies above the state. */
    static final int TURN = 4;

    static final long TURN_MASK = (1L << SITE_SHIFT) - TURN;

    private static final long STATE_MASK = TURN - 1;

    private AccessWord() {}

    static int thread(long word) {
        return (int) (word >>> THREAD_SHIFT);
    }

    static int site(long word) {
        return (int) (word >>> SITE_SHIFT) & MOST_SITES - 1;
    }

    static boolean isOpen(long word) {
        return (word & STATE_MASK) == OPEN;
    }

    static long of(int thread, int site, long turn, int state) {
        return (long) thread << THREAD_SHIFT | (long) site << SITE_SHIFT | turn & TURN_MASK | state;
    }
}
