// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/** How long the baton has not been handed on, and when that is too long. Guarded by the baton. */
final class SwitchTimer {
    /** How many times its patience the director waits for a thread that computes. */
    private static final int COMPUTES = 10;

    private long begin = System.nanoTime();
    /** When a thread that computes without probes was last seen. */
    private long lastMove = begin;

    /** The baton is handed on, and another stillness begins. */
    void ends() {
        begin = System.nanoTime();
    }

    void breaks(long now) {
        lastMove = now;
    }

    long until(long now) {
        return now - begin;
    }

    boolean isTooLong(long now, long patience) {
        return now - Math.max(begin, lastMove) > patience || until(now) > COMPUTES * patience;
    }
}
