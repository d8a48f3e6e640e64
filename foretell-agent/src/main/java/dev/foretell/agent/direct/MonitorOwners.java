// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.agent.model.SharedLock;
import java.util.Arrays;

/**
 * The stopped threads that own monitors: the running thread looks here before it enters one. The list is replaced under
 * the scheduler's lock and read without it; the monitors of a thread in it do not change.
 */
final class MonitorOwners {
    private static final DirectedThread[] NONE = {};

    private volatile DirectedThread[] stopped = NONE;

    /** The stopped thread that owns the monitor, or null. */
    DirectedThread of(Object monitor) {
        DirectedThread[] all = stopped;
        for (int i = 0; i < all.length; i++) {
            if (owns(all[i], monitor)) {
                return all[i];
            }
        }
        return null;
    }

    static boolean owns(DirectedThread thread, Object monitor) {
        return thread.waitingOn != SharedLock.lockOf(monitor) && thread.monitors.excludes(monitor);
    }

    void stops(DirectedThread thread) {
        if (!thread.monitors.isEmpty() && !Arrays.asList(stopped).contains(thread)) {
            DirectedThread[] more = Arrays.copyOf(stopped, stopped.length + 1);
            more[stopped.length] = thread;
            stopped = more;
        }
    }

    void runs(DirectedThread thread) {
        for (int i = 0; i < stopped.length; i++) {
            if (stopped[i] == thread) {
                DirectedThread[] fewer = Arrays.copyOf(stopped, stopped.length - 1);
                System.arraycopy(stopped, i + 1, fewer, i, fewer.length - i);
                stopped = fewer;
                return;
            }
        }
    }

    /** All run. */
    void clear() {
        stopped = NONE;
    }
}
