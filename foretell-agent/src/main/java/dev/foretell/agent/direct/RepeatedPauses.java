// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/**
 * Recognises a busy wait of a thread: so many sleeps or yields at one place, and nothing else for a while. Used by that
 * thread only.
 */
final class RepeatedPauses {
    private static final int COUNT_OF_A_BUSY_WAIT = 8;

    private int site;
    private int count;
    private long first;
    private long last;

    /** The thread pauses at a place. Returns whether it waits busily there, and then begins to count anew. */
    boolean becomeBusyWait(int at, long now) {
        if (at != site || now - last > Watchdog.SPIN_NANOS) {
            site = at;
            begin(now);
        }
        last = now;
        count++;
        if (count < COUNT_OF_A_BUSY_WAIT || now - first <= Watchdog.SPIN_NANOS) {
            return false;
        }
        begin(now);
        return true;
    }

    private void begin(long now) {
        count = 0;
        first = now;
    }
}
