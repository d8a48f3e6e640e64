// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import java.lang.ref.WeakReference;

/**
 * A lock that the program does not have: for one variable, or several that belong together, of one object. Guarded by
 * {@link HealingLocks}.
 */
final class HealingLock extends WeakReference<Object> {
    final int group;
    final int index;
    /** Null when it is free. */
    WatchedThread owner;
    /** How often its owner has changed. */
    long times;
    /** How many threads are blocked on it. */
    int waiting;

    HealingLock(int group, Object target, int index) {
        super(target);
        this.group = group;
        this.index = index;
    }

    void ownedBy(WatchedThread newOwner) {
        if (owner != null) {
            owner.healingLocks--;
        }
        if (newOwner != null) {
            newOwner.healingLocks++;
        }
        owner = newOwner;
        times++;
    }

    boolean isFor(int itsGroup, Object target, int itsIndex) {
        return group == itsGroup && index == itsIndex && refersTo(target);
    }
}
