// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.agent.model.LockIdentity;
import dev.foretell.agent.model.SharedLock;
import java.util.Arrays;

/**
 * The monitors and locks one thread owns, innermost last, with how often it entered each; a {@link SharedLock} where it
 * shares a lock with others. Kept per thread, so that entering and leaving touches nothing shared; the owner of a given
 * monitor is searched among the threads that own any.
 *
 * <p>Written by its thread only, and cleared under the scheduler's lock when the thread has ended. Others read it while
 * the thread is stopped; at other times the read is racy, so a deadlock counts only when it lasts.
 */
final class HeldMonitors {
    private Object[] monitors = new Object[4];
    private int[] depths = new int[4];
    private int size;
    private int spans;

    /** True when this is the first entry. */
    boolean enter(Object monitor) {
        int index = find(monitor);
        if (index >= 0) {
            depths[index]++;
            return false;
        }
        int top = size;
        if (top == monitors.length) {
            monitors = Arrays.copyOf(monitors, top * 2);
            depths = Arrays.copyOf(depths, top * 2);
        }
        if (top == 0) {
            spans++;
        }
        monitors[top] = monitor;
        depths[top] = 1;
        size = top + 1;
        return true;
    }

    /** How often it was entered: 1 when the next exit releases it, 0 when it is not held. */
    int depth(Object monitor) {
        int index = find(monitor);
        return index < 0 ? 0 : depths[index];
    }

    void exit(Object monitor) {
        int index = find(monitor);
        if (index < 0 || --depths[index] > 0) {
            return;
        }
        int top = size - 1;
        System.arraycopy(monitors, index + 1, monitors, index, top - index);
        System.arraycopy(depths, index + 1, depths, index, top - index);
        monitors[top] = null;
        size = top;
    }

    /**
     * Drops what the thread does not really own, because the probe at an exit was skipped when the stack was full;
     * called by the thread itself.
     */
    void verify() {
        for (int i = size - 1; i >= 0; i--) {
            if (!LockIdentity.isHeld(monitors[i])) {
                depths[i] = 1;
                exit(monitors[i]);
            }
        }
    }

    /**
     * Identifies the time during which the thread owns at least one monitor: the execution of an atomic region in
     * PECAN's sense (section 4.1), where the outermost counts. 0 when it owns none.
     */
    int span() {
        return size == 0 ? 0 : spans;
    }

    /** Starting, joining, waiting and notifying end a region, even while monitors are held. */
    void endSpan() {
        spans++;
    }

    /** A monitor, a lock, or a {@link SharedLock} of one. */
    boolean holds(Object monitor) {
        return find(monitor) >= 0;
    }

    /** Whether no other thread can own this as long as the thread owns what it owns. */
    boolean excludes(Object monitor) {
        if (monitor instanceof SharedLock share) {
            return find(share.lock()) >= 0;
        }
        return find(monitor) >= 0 || findShare(monitor) >= 0;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** For descriptions only. */
    Object[] snapshot() {
        Object[] all = monitors;
        return Arrays.copyOf(all, Math.min(size, all.length));
    }

    void clear() {
        size = 0;
        Arrays.fill(monitors, null);
    }

    private int findShare(Object lock) {
        Object[] all = monitors;
        for (int i = Math.min(size, all.length) - 1; i >= 0; i--) {
            if (all[i] instanceof SharedLock share && share.lock() == lock) {
                return i;
            }
        }
        return -1;
    }

    private int find(Object monitor) {
        if (monitor instanceof SharedLock share) {
            return findShare(share.lock());
        }
        int top = size;
        Object[] all = monitors;
        for (int i = Math.min(top, all.length) - 1; i >= 0; i--) {
            if (all[i] == monitor) {
                return i;
            }
        }
        return -1;
    }
}
