// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import java.util.Arrays;

/**
 * Which objects were accessed by more than one thread. Identities are dense, so this is an array (in pages) and not a
 * map: it is updated at every access of the run, and most objects are used by one thread. Identities far beyond the
 * number of accesses, which no recorder writes, are kept in a map, so that memory is bounded by the number of accesses
 * in any case.
 */
final class SharedObjects {
    private static final int PAGE_BITS = 12;
    private static final int SHARED = -1;
    /** Identities up to this many times the number of accesses lie in pages. */
    private static final int DENSITY_BITS = 6;

    /** 0 for untouched, thread + 1 for one thread's own. */
    private int[][] pages = new int[16][];

    private long touches = 1 << PAGE_BITS;
    /** By identity: its place among {@link #farOwners}. */
    private final LongIntMap far = new LongIntMap();

    private int[] farOwners = new int[16];

    void touch(long id, int thread) {
        touches++;
        int place = far.size() == 0 ? LongIntMap.ABSENT : far.get(id);
        if (place == LongIntMap.ABSENT && page(id) == null) {
            place = add(id);
        }
        int[] owners = place == LongIntMap.ABSENT ? page(id) : farOwners;
        int at = place == LongIntMap.ABSENT ? (int) id & (1 << PAGE_BITS) - 1 : place;
        int owner = owners[at];
        if (owner != thread + 1 && owner != SHARED) {
            owners[at] = owner == 0 ? thread + 1 : SHARED;
        }
    }

    /** Makes room for an identity: its page, or its place in the map, which is the result. */
    private int add(long id) {
        if (id >>> DENSITY_BITS >= touches) {
            int place = far.size();
            if (place == farOwners.length) {
                farOwners = Arrays.copyOf(farOwners, place * 2);
            }
            far.put(id, place);
            return place;
        }
        int page = (int) (id >>> PAGE_BITS);
        if (page >= pages.length) {
            pages = Arrays.copyOf(pages, Math.max(page + 1, pages.length * 2));
        }
        pages[page] = new int[1 << PAGE_BITS];
        return LongIntMap.ABSENT;
    }

    private int[] page(long id) {
        int page = (int) (id >>> PAGE_BITS);
        return page < pages.length ? pages[page] : null;
    }

    /** Static fields belong to no object and count as shared. */
    boolean isShared(long id) {
        if (id == 0) {
            return true;
        }
        int place = far.size() == 0 ? LongIntMap.ABSENT : far.get(id);
        if (place != LongIntMap.ABSENT) {
            return farOwners[place] == SHARED;
        }
        int[] owners = page(id);
        return owners != null && owners[(int) id & (1 << PAGE_BITS) - 1] == SHARED;
    }
}
