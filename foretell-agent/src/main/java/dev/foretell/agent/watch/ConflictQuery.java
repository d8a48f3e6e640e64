// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.trace.watch.WatchEvent;
import java.lang.ref.WeakReference;

/**
 * A thread has come to a variable and found another in the midst of an access to what may be the same one. Only that
 * other thread can tell, when its access is over: it then compares the object itself, not a number or a hash, and makes
 * sure that it is still the same access. Does not keep the object alive.
 */
final class ConflictQuery extends WeakReference<Object> {
    /** Not told by a word, because the access it is about is known otherwise. */
    static final long NO_WORD = 0;

    private final int index;
    private final long word;
    private final long turn;
    final int site;
    final WatchEvent.Spot spot;

    /**
     * @param word the word of the access that was found
     * @param turn the turn of its thread, all digits of it
     * @param site where the asking thread is
     */
    ConflictQuery(Object target, int index, long word, long turn, int site, WatchEvent.Spot spot) {
        super(target);
        this.index = index;
        this.word = word;
        this.turn = turn;
        this.site = site;
        this.spot = spot;
    }

    /** Whether it asks about this very access. */
    boolean isAbout(long itsWord, long itsTurn, Object target, int itsIndex) {
        return word == itsWord && turn == itsTurn && index == itsIndex && refersTo(target);
    }
}
