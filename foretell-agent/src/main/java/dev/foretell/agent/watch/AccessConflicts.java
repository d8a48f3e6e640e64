// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.trace.watch.WatchEvent;
import jdk.internal.misc.Unsafe;

/**
 * Handles two threads that find each other's word. Off the fast path, so this may allocate and be slow. The three
 * methods are the three proofs of docs/design/12-watch.md.
 */
final class AccessConflicts {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private final Watcher watcher;

    AccessConflicts(Watcher watcher) {
        this.watcher = watcher;
    }

    /**
     * Before an access: another thread's word is open. That proves nothing yet, since an access that ended by an
     * exception leaves an open word for ever. So this thread posts a query, and the other confirms it when its access
     * is over; if an exception ended it, never. A writer's own word makes the other check; a reader has to put one
     * there.
     */
    void foundOpen(WatchedThread me, long there, Object target, int index, int site, Object holder, long at) {
        try {
            int other = AccessWord.site(there);
            WatchedThread them = watcher.thread(AccessWord.thread(there));
            if (them == null || !watcher.siteActions.mayConflict(site, other)) {
                return;
            }
            boolean write = watcher.siteActions.isWrite(site);
            if (!watcher.siteActions.mayFail(site) && watcher.races.wants(site, other)) {
                me.query = new ConflictQuery(target, index, there, them.turn(), site, watcher.spot(me, site));
            }
            if (!write) {
                UNSAFE.compareAndSetLong(holder, at, there, AccessWord.of(me.number, site, me.turn, AccessWord.CAUGHT));
            }
        } catch (Throwable failure) {
            watcher.broken(failure);
        }
    }

    /** After an access: the word is not the one that this thread left, or found before. */
    void foundChanged(
            WatchedThread me, long opened, long now, Object target, int index, int site, Object holder, long at) {
        try {
            int other = AccessWord.site(now);
            WatchedThread them = watcher.thread(AccessWord.thread(now));
            if (them == null || them == me || !watcher.siteActions.mayConflict(site, other)) {
                return;
            }
            ConflictQuery query = them.query;
            if (query != null
                    && query.site == other
                    && watcher.siteActions.isWrite(site)
                    && query.isAbout(opened, me.turn, target, index)) {
                confirm(me, query, target, index, site);
            } else if (index < 0) {
                reportOverlap(me, them, other, target, index, site);
            } else if (AccessWord.isOpen(now)) {
                postQuery(me, them, now, target, index, site, holder, at);
            }
        } catch (Throwable failure) {
            watcher.broken(failure);
        }
    }

    /** The query was posted during this very access, and it is about the same variable. */
    private void confirm(WatchedThread me, ConflictQuery query, Object target, int index, int site) {
        watcher.races.seen(query.spot, query.site, watcher.spotIfWanted(me, site, query.site), site, target, index);
    }

    /**
     * The word belongs to this object or static field alone, so the other thread has begun or ended an access to it
     * between the two probes. Its site has the field.
     */
    private void reportOverlap(WatchedThread me, WatchedThread them, int other, Object target, int index, int site) {
        WatchEvent.Spot mine = watcher.spotIfWanted(me, site, other);
        WatchEvent.Spot theirs = mine == null ? null : watcher.spotOf(them, other);
        watcher.races.seen(theirs, other, mine, site, target, index);
    }

    /** The word may belong to another element as well: only its thread, which is still in its access, can confirm. */
    private void postQuery(
            WatchedThread me,
            WatchedThread them,
            long now,
            Object target,
            int index,
            int site,
            Object holder,
            long at) {
        int other = AccessWord.site(now);
        if (watcher.races.wants(site, other)) {
            me.query = new ConflictQuery(target, index, now, them.turn(), site, watcher.spot(me, site));
            UNSAFE.compareAndSetLong(holder, at, now, AccessWord.of(me.number, site, me.turn, AccessWord.CAUGHT));
        }
    }
}
