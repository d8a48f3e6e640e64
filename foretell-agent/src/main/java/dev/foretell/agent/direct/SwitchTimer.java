// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/** How long the baton has not been handed on, and when that is too long. Guarded by the baton. */
final class SwitchTimer {
    /** How many times its patience the director waits for a thread that computes. */
    private static final int COMPUTES = 10;

    private long lastSwitch = System.nanoTime();
    /** When a thread that computes without probes was last seen. */
    private long lastComputing = lastSwitch;

    /** The baton is handed on, and another stillness begins. */
    void restart() {
        lastSwitch = System.nanoTime();
    }

    void computes(long now) {
        lastComputing = now;
    }

    long elapsed(long now) {
        return now - lastSwitch;
    }

    boolean isTooLong(long now, long patience) {
        return now - Math.max(lastSwitch, lastComputing) > patience || elapsed(now) > COMPUTES * patience;
    }
}
