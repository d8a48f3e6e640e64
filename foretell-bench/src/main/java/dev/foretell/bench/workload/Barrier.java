// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload;

/** A reusable barrier of wait and notifyAll. */
final class Barrier {
    private final int parties;
    private int arrived;
    private int phase;

    Barrier(int parties) {
        this.parties = parties;
    }

    synchronized void await() {
        int mine = phase;
        arrived++;
        if (arrived == parties) {
            arrived = 0;
            phase++;
            notifyAll();
        }
        while (phase == mine) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
