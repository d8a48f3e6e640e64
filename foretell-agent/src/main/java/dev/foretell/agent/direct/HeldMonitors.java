// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.agent.model.LockIdentity;
import dev.foretell.agent.model.SharedLock;
import java.util.Arrays;

/**
 * The monitors and locks one thread holds, innermost last, with how often it entered each; a {@link SharedLock} where
 * it has a lock together with others. Kept per thread, so that entering and leaving touches nothing shared; who owns a
 * given monitor is found by asking the threads that hold any.
 *
 * <p>Written by its thread only. Others may read while the thread stands still; at other times they may see a state
 * that is about to change, which is why a deadlock counts only when it stays.
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

    /** How often it was entered: 1 when the next exit gives it up, 0 when it is not held. */
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
     * Drops what the thread does not really hold, because the probe at an exit was lost when the stack was full; called
     * by the thread itself.
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
     * A number for the stretch of time during which the thread holds one monitor or another: the execution of an atomic
     * region in PECAN's sense (section 4.1), where the outermost counts. 0 when it holds none.
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

    /** Whether another thread cannot have this as long as the thread holds what it holds. */
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
