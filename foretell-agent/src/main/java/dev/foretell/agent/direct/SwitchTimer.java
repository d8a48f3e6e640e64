// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/** The time since the last context switch, and when that is too long. Guarded by the scheduler's lock. */
final class SwitchTimer {
    /** How many times its patience the director waits for a thread that computes. */
    private static final int COMPUTES = 10;

    private long lastSwitch = System.nanoTime();
    /** When a stopped thread was last seen to compute without probes. */
    private long lastComputing = lastSwitch;

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
