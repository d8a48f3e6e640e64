// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import java.util.ArrayList;
import java.util.List;

/**
 * Which thread blocks which: by healing locks, by the program's locks as threads record them before they block, and
 * where they do not (in code without probes), as the JVM reports it. Guarded by the lock of {@link HealingLocks}.
 *
 * <p>Why no cycle closes unseen: every thread records what it is about to block on, and only then searches for a cycle.
 * Of the threads of a cycle, the one that records last finds all others.
 */
final class WaitGraph {
    private final BlockingThreads blockers;

    WaitGraph(BlockingThreads blockers) {
        this.blockers = blockers;
    }

    /** Whether one thread is blocked by the other, directly or through others. */
    boolean isBlockedBy(WatchedThread from, WatchedThread to) {
        return new Walk(to, false).isBlockedBy(from, null);
    }

    /** A healing lock in a cycle that a thread is part of; null when there is no such cycle. */
    HealingLock inCycleOf(WatchedThread thread) {
        Walk walk = new Walk(thread, true);
        for (WatchedThread next : ownersOf(thread)) {
            if (walk.isBlockedBy(next, lockBetween(thread, next))) {
                return walk.found;
            }
        }
        return null;
    }

    private static HealingLock lockBetween(WatchedThread from, WatchedThread to) {
        return from.wanted != null && from.wanted.owner == to ? from.wanted : null;
    }

    /** The owners of what it is blocked on, or is about to be. */
    private List<WatchedThread> ownersOf(WatchedThread thread) {
        if (thread.wanted != null) {
            return thread.wanted.owner == null ? List.of() : List.of(thread.wanted.owner);
        }
        Object blockedOn = thread instanceof HealedThread healed ? healed.blockedOn() : null;
        List<WatchedThread> owners = new ArrayList<>(1);
        if (blockedOn != null) {
            for (WatchedThread other : thread.watcher.threads()) {
                if (other != thread && other instanceof HealedThread healed && healed.blocks(blockedOn)) {
                    owners.add(other);
                }
            }
        }
        if (owners.isEmpty()) {
            WatchedThread owner = thread.watcher.withId(blockers.blocking(thread.thread));
            if (owner != null) {
                owners.add(owner);
            }
        }
        return owners;
    }

    /**
     * One search. A thread is visited once, or twice if the path must have a healing lock: with and without one before
     * it.
     */
    private final class Walk {
        private final WatchedThread goal;
        private final boolean overHealing;
        private final List<WatchedThread> without = new ArrayList<>();
        private final List<WatchedThread> with = new ArrayList<>();
        HealingLock found;

        Walk(WatchedThread goal, boolean overHealing) {
            this.goal = goal;
            this.overHealing = overHealing;
        }

        boolean isBlockedBy(WatchedThread from, HealingLock passed) {
            if (from == goal && (passed != null || !overHealing)) {
                found = passed;
                return true;
            }
            List<WatchedThread> walked = passed == null ? without : with;
            if (from == goal || walked.contains(from)) {
                return false;
            }
            walked.add(from);
            for (WatchedThread next : ownersOf(from)) {
                HealingLock lock = lockBetween(from, next);
                if (isBlockedBy(next, lock == null ? passed : lock)) {
                    return true;
                }
            }
            return false;
        }
    }
}
