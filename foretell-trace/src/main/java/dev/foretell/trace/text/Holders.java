// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.text;

import java.util.HashMap;
import java.util.Map;

/**
 * The threads that hold one lock, how deep, and since which line; folds re-entrance. A thread that holds it exclusively
 * may acquire it in shared mode too; one that holds it in shared mode must release that before an exclusive acquire.
 */
final class Holders {
    /** A thread that holds it. */
    private static final class Hold {
        final int thread;
        final int line;
        int depth = 1;

        Hold(int thread, int line) {
            this.thread = thread;
            this.line = line;
        }
    }

    /**
     * Why a thread cannot have acquired a lock.
     *
     * @param thread that holds it
     * @param line since when
     */
    record Obstacle(int thread, int line) {}

    private Hold exclusive;
    private final Map<Integer, Hold> shared = new HashMap<>();

    /** Null when the thread can acquire it. */
    Obstacle obstacle(int thread, boolean share) {
        if (exclusive != null && exclusive.thread != thread) {
            return new Obstacle(exclusive.thread, exclusive.line);
        }
        if (share || exclusive != null || shared.isEmpty()) {
            return null;
        }
        Hold sharer = shared.values().iterator().next();
        return new Obstacle(sharer.thread, sharer.line);
    }

    /** Whether this is an event: the first acquire of its kind by its thread. */
    boolean acquire(int thread, boolean share, int line) {
        Hold own = share ? shared.get(thread) : exclusive;
        if (own != null) {
            own.depth++;
            return false;
        }
        if (share) {
            shared.put(thread, new Hold(thread, line));
        } else {
            exclusive = new Hold(thread, line);
        }
        return true;
    }

    /** Whether the thread holds what it releases. */
    boolean holds(int thread, boolean share) {
        return share ? shared.containsKey(thread) : exclusive != null && exclusive.thread == thread;
    }

    /** Whether this is an event: the last release of its kind. */
    boolean release(int thread, boolean share) {
        Hold own = share ? shared.get(thread) : exclusive;
        if (--own.depth > 0) {
            return false;
        }
        if (share) {
            shared.remove(thread);
        } else {
            exclusive = null;
        }
        return true;
    }
}
