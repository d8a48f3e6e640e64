// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.trace.watch.WatchEvent;
import jdk.internal.misc.Unsafe;

/**
 * What threads do that meet at a word. Off the fast path, so this may allocate and take its time. The three methods are
 * the three proofs of docs/design/12-guard.md.
 */
final class AccessConflicts {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private final Watcher guard;

    AccessConflicts(Watcher guard) {
        this.guard = guard;
    }

    /**
     * Before an access: another thread's word is open. That proves nothing yet, since an access that was given up by an
     * exception leaves an open word for ever. So this thread asks, and the other answers when its access is over; if it
     * was given up, never. A writer's own word makes the other look; a reader has to put one there.
     */
    void finds(WatchedThread me, long there, Object target, int index, int site, Object holder, long at) {
        try {
            int other = AccessWord.site(there);
            WatchedThread them = guard.thread(AccessWord.thread(there));
            if (them == null || !guard.places.mayConflict(site, other)) {
                return;
            }
            boolean write = guard.places.isWrite(site);
            if (!guard.places.mayFail(site) && guard.races.wants(site, other)) {
                me.inquiry = new ConflictQuery(target, index, there, them.turn(), site, guard.spot(me, site));
            }
            if (!write) {
                UNSAFE.compareAndSetLong(holder, at, there, AccessWord.of(me.number, site, me.turn, AccessWord.CAUGHT));
            }
        } catch (Throwable failure) {
            guard.broken(failure);
        }
    }

    /** After an access: the word is not the one that this thread left, or found before. */
    void changed(WatchedThread me, long opened, long now, Object target, int index, int site, Object holder, long at) {
        try {
            int other = AccessWord.site(now);
            WatchedThread them = guard.thread(AccessWord.thread(now));
            if (them == null || them == me || !guard.places.mayConflict(site, other)) {
                return;
            }
            ConflictQuery inquiry = them.inquiry;
            if (inquiry != null
                    && inquiry.site == other
                    && guard.places.isWrite(site)
                    && inquiry.isAbout(opened, me.turn, target, index)) {
                answers(me, inquiry, target, index, site);
            } else if (index < 0) {
                overlaps(me, them, other, target, index, site);
            } else if (AccessWord.isOpen(now)) {
                asks(me, them, now, target, index, site, holder, at);
            }
        } catch (Throwable failure) {
            guard.broken(failure);
        }
    }

    /** This thread was asked while it was at this very access, and is the one to know that it was the same variable. */
    private void answers(WatchedThread me, ConflictQuery inquiry, Object target, int index, int site) {
        guard.races.seen(inquiry.spot, inquiry.site, guard.spotIfWanted(me, site, inquiry.site), site, target, index);
    }

    /**
     * The word belongs to this object or static field alone, so the other thread has begun or ended an access to it
     * between the two looks. Its site says to which field.
     */
    private void overlaps(WatchedThread me, WatchedThread them, int other, Object target, int index, int site) {
        WatchEvent.Spot mine = guard.spotIfWanted(me, site, other);
        WatchEvent.Spot theirs = mine == null ? null : guard.spotOf(them, other);
        guard.races.seen(theirs, other, mine, site, target, index);
    }

    /** The word may belong to another element as well: ask its thread, which is still there. */
    private void asks(
            WatchedThread me,
            WatchedThread them,
            long now,
            Object target,
            int index,
            int site,
            Object holder,
            long at) {
        int other = AccessWord.site(now);
        if (guard.races.wants(site, other)) {
            me.inquiry = new ConflictQuery(target, index, now, them.turn(), site, guard.spot(me, site));
            UNSAFE.compareAndSetLong(holder, at, now, AccessWord.of(me.number, site, me.turn, AccessWord.CAUGHT));
        }
    }
}
