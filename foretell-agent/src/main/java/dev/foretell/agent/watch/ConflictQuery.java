// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.trace.watch.WatchEvent;
import java.lang.ref.WeakReference;

/**
 * Posted by a thread that has found another one during an access to what may be the same variable. Only that other
 * thread can confirm it, when its access is over: it then compares the object itself, not a number or a hash, and
 * whether it is still the same access. Does not keep the object alive.
 */
final class ConflictQuery extends WeakReference<Object> {
    /** In place of a word and a turn: the access is identified by its {@link OngoingAccess}. */
    static final long NO_WORD = 0;

    private final int index;
    private final long word;
    private final long turn;
    final int site;
    final WatchEvent.Spot spot;

    /**
     * @param word the word of the access that was found
     * @param turn the turn of its thread, all bits of it
     * @param site where the thread that posts it is
     */
    ConflictQuery(Object target, int index, long word, long turn, int site, WatchEvent.Spot spot) {
        super(target);
        this.index = index;
        this.word = word;
        this.turn = turn;
        this.site = site;
        this.spot = spot;
    }

    /** Whether it is about this very access. */
    boolean isAbout(long itsWord, long itsTurn, Object target, int itsIndex) {
        return word == itsWord && turn == itsTurn && index == itsIndex && refersTo(target);
    }
}
