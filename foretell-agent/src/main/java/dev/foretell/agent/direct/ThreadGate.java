// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/**
 * Where one thread is held.
 *
 * <p>A monitor and not {@code LockSupport.park}: the program may use that thread's one parking permit at any moment,
 * and waiting here must neither consume nor leave one. An interrupt while the thread is held is restored afterwards.
 */
final class ThreadGate {
    private boolean open;
    private volatile boolean occupied;

    synchronized void close() {
        open = false;
    }

    synchronized void open() {
        open = true;
        notify();
    }

    synchronized boolean isOpen() {
        return open;
    }

    /** Whether its thread waits here, or is about to continue. */
    boolean isOccupied() {
        return occupied;
    }

    /** Returns when the gate is open. */
    void await() {
        boolean interrupted = false;
        synchronized (this) {
            occupied = true;
            while (!open) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            occupied = false;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
