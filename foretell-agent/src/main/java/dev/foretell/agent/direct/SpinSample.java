// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/**
 * A sample of what a thread passes that has been running for long: if it is only the same few places, on the same
 * objects, again and again, it spins until another thread acts. Guarded by the scheduler's lock.
 */
final class SpinSample {
    private static final int LENGTH = 512;
    private static final int FEW = 16;

    private final int[] sites = new int[FEW];
    /**
     * Identity hash codes: the objects themselves would be kept alive, in a program that may have no memory to spare.
     */
    private final int[] targets = new int[FEW];

    private final int[] indices = new int[FEW];
    private int distinct;
    private int length;
    private boolean writes;

    void add(PendingEvent pending) {
        length++;
        writes |= pending.access && pending.write;
        int target = System.identityHashCode(pending.target);
        for (int i = 0; i < distinct && i < FEW; i++) {
            if (sites[i] == pending.site && targets[i] == target && indices[i] == pending.index) {
                return;
            }
        }
        if (distinct < FEW) {
            sites[distinct] = pending.site;
            targets[distinct] = target;
            indices[distinct] = pending.index;
        }
        distinct++;
    }

    boolean isFull() {
        return length >= LENGTH || distinct > FEW;
    }

    /** The same few places again and again. */
    boolean isLoop() {
        return distinct <= FEW && length >= LENGTH;
    }

    /** A loop that changes nothing cannot end by itself. */
    boolean isSpin() {
        return isLoop() && !writes;
    }
}
