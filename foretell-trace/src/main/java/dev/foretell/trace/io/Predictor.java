// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import java.util.Arrays;

/**
 * Predicts a thread's next event: the site that followed last time, on the object and index that continue the site's
 * last step. The recorder writes only mispredictions; the reader runs the same predictor and reconstructs the rest.
 * Both use this class, so they agree by construction.
 *
 * <p>A slot per site, in one array of longs: no object per site, and the recorder's fast path stores no reference,
 * which would cost a barrier of the garbage collector. Slot 0 stands for no site at all.
 *
 * <p>A step becomes a site's stride when it occurs twice in a row (among mispredictions): so the jump at the end of a
 * row does not spoil the stride within rows.
 */
public final class Predictor {
    /** Longs per slot. */
    public static final int WORDS = 8;
    /** Site in the high half, index of the slot that followed last in the low half. */
    public static final int HEAD = 0;
    /** The object expected next. */
    public static final int ID = 1;

    public static final int ID_STRIDE = 2;
    /** The index expected next in the high half, its stride in the low half. */
    public static final int INDEX = 3;
    /** The last mispredicted steps: of the object, of the index. */
    public static final int ID_STEP = 4;

    public static final int INDEX_STEP = 5;
    /** Free for the user of the slot: the reader counts here. */
    public static final int COUNT = 6;

    public static final int NOTES = 7;

    /** Index of the slot that matches no site. */
    public static final int NOWHERE = 0;

    private static final int PAGE_BITS = 7;

    /** The slots; replaced by a longer array when one is added, so users read it again after {@link #slot}. */
    public long[] slots = new long[WORDS * 16];

    private int[][] pages = new int[8][];
    private int used = WORDS;

    public Predictor() {
        slots[NOWHERE] = head(Integer.MIN_VALUE, NOWHERE);
    }

    private static long head(int site, int next) {
        return (long) site << 32 | next;
    }

    public static int site(long head) {
        return (int) (head >> 32);
    }

    public static int next(long head) {
        return (int) head;
    }

    /** The site of a slot as the base of the next site's difference. */
    public int base(int slot) {
        return slot == NOWHERE ? 0 : site(slots[slot]);
    }

    /** The slot of a site, made when there is none. */
    public int slot(int site) {
        int key = site + TraceFormat.PLACELESS;
        int page = key >>> PAGE_BITS;
        if (page >= pages.length) {
            pages = Arrays.copyOf(pages, Math.max(page + 1, pages.length * 2));
        }
        int[] places = pages[page];
        if (places == null) {
            places = pages[page] = new int[1 << PAGE_BITS];
        }
        int place = key & (1 << PAGE_BITS) - 1;
        return places[place] != 0 ? places[place] : add(site, places, place);
    }

    private int add(int site, int[] places, int place) {
        if (used == slots.length) {
            slots = Arrays.copyOf(slots, used * 2);
        }
        int slot = used;
        slots[slot] = head(site, slot);
        places[place] = slot;
        used += WORDS;
        return slot;
    }

    /** The prediction was right. */
    public void hit(int slot) {
        long[] s = slots;
        s[slot + ID] += s[slot + ID_STRIDE];
        long index = s[slot + INDEX];
        s[slot + INDEX] = index + (index << 32);
    }

    /** The prediction was wrong, at least partly: this has happened. */
    public void learn(int slot, long id, int index) {
        long[] s = slots;
        long stride = s[slot + ID_STRIDE];
        if (id != s[slot + ID]) {
            long step = id - (s[slot + ID] - stride);
            if (step == s[slot + ID_STEP]) {
                s[slot + ID_STRIDE] = stride = step;
            }
            s[slot + ID_STEP] = step;
        }
        s[slot + ID] = id + stride;
        int indexStride = (int) s[slot + INDEX];
        int expected = (int) (s[slot + INDEX] >> 32);
        if (index != expected) {
            int step = index - (expected - indexStride);
            if (step == (int) s[slot + INDEX_STEP]) {
                indexStride = step;
            }
            s[slot + INDEX_STEP] = step;
        }
        s[slot + INDEX] = (long) (index + indexStride) << 32 | indexStride & 0xFFFFFFFFL;
    }

    /** Predicts {@code follower} after this slot. */
    public void link(int slot, int follower) {
        slots[slot] = head(site(slots[slot]), follower);
    }

    /** The object of a slot's last event. */
    public long lastId(int slot) {
        return slots[slot + ID] - slots[slot + ID_STRIDE];
    }
}
