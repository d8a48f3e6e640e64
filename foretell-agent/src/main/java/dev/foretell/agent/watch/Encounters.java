// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.trace.watch.Sighting;
import jdk.internal.misc.Unsafe;

/**
 * What threads do that meet at a word. Off the fast path, so this may allocate and take its time. The three methods are
 * the three proofs of docs/design/12-guard.md.
 */
final class Encounters {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private final Guard guard;

    Encounters(Guard guard) {
        this.guard = guard;
    }

    /**
     * Before an access: another thread's word is open. That proves nothing yet, since an access that was given up by an
     * exception leaves an open word for ever. So this thread asks, and the other answers when its access is over; if it
     * was given up, never. A writer's own word makes the other look; a reader has to put one there.
     */
    void finds(GuardedThread me, long there, Object target, int index, int site, Object holder, long at) {
        try {
            int other = Word.site(there);
            GuardedThread them = guard.thread(Word.thread(there));
            if (them == null || !guard.places.mayConflict(site, other)) {
                return;
            }
            boolean write = guard.places.isWrite(site);
            if (!guard.places.mayFail(site) && guard.races.wants(site, other)) {
                me.inquiry = new Inquiry(target, index, there, them.turn(), site, guard.spot(me, site));
            }
            if (!write) {
                UNSAFE.compareAndSetLong(holder, at, there, Word.of(me.number, site, me.turn, Word.CAUGHT));
            }
        } catch (Throwable failure) {
            guard.broken(failure);
        }
    }

    /** After an access: the word is not the one that this thread left, or found before. */
    void changed(GuardedThread me, long opened, long now, Object target, int index, int site, Object holder, long at) {
        try {
            int other = Word.site(now);
            GuardedThread them = guard.thread(Word.thread(now));
            if (them == null || them == me || !guard.places.mayConflict(site, other)) {
                return;
            }
            Inquiry inquiry = them.inquiry;
            if (inquiry != null
                    && inquiry.site == other
                    && guard.places.isWrite(site)
                    && inquiry.isAbout(opened, me.turn, target, index)) {
                answers(me, inquiry, target, index, site);
            } else if (index < 0) {
                overlaps(me, them, other, target, index, site);
            } else if (Word.isOpen(now)) {
                asks(me, them, now, target, index, site, holder, at);
            }
        } catch (Throwable failure) {
            guard.broken(failure);
        }
    }

    /** This thread was asked while it was at this very access, and is the one to know that it was the same variable. */
    private void answers(GuardedThread me, Inquiry inquiry, Object target, int index, int site) {
        guard.races.seen(inquiry.spot, inquiry.site, guard.spotIfWanted(me, site, inquiry.site), site, target, index);
    }

    /**
     * The word belongs to this object or static field alone, so the other thread has begun or ended an access to it
     * between the two looks. Its site says to which field.
     */
    private void overlaps(GuardedThread me, GuardedThread them, int other, Object target, int index, int site) {
        Sighting.Spot mine = guard.spotIfWanted(me, site, other);
        Sighting.Spot theirs = mine == null ? null : guard.spotOf(them, other);
        guard.races.seen(theirs, other, mine, site, target, index);
    }

    /** The word may belong to another element as well: ask its thread, which is still there. */
    private void asks(
            GuardedThread me,
            GuardedThread them,
            long now,
            Object target,
            int index,
            int site,
            Object holder,
            long at) {
        int other = Word.site(now);
        if (guard.races.wants(site, other)) {
            me.inquiry = new Inquiry(target, index, now, them.turn(), site, guard.spot(me, site));
            UNSAFE.compareAndSetLong(holder, at, now, Word.of(me.number, site, me.turn, Word.CAUGHT));
        }
    }
}
