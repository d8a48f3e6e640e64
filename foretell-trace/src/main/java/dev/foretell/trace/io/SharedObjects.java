package dev.foretell.trace.io;

import java.util.Arrays;

/**
 * Which objects more than one thread touched. Identities are dense, so this is an array (in pages) and not a map: it
 * sees every access of the run, and most objects never leave their thread.
 */
final class SharedObjects {
    private static final int PAGE_BITS = 12;
    private static final int SHARED = -1;

    /** 0 for untouched, thread + 1 for one thread's own. */
    private int[][] pages = new int[16][];

    void touch(long id, int thread) {
        int page = (int) (id >>> PAGE_BITS);
        if (page >= pages.length) {
            pages = Arrays.copyOf(pages, Math.max(page + 1, pages.length * 2));
        }
        int[] owners = pages[page];
        if (owners == null) {
            owners = pages[page] = new int[1 << PAGE_BITS];
        }
        int place = (int) id & (1 << PAGE_BITS) - 1;
        int owner = owners[place];
        if (owner != thread + 1 && owner != SHARED) {
            owners[place] = owner == 0 ? thread + 1 : SHARED;
        }
    }

    /** Static fields belong to no object and count as shared. */
    boolean isShared(long id) {
        return id == 0 || pages[(int) (id >>> PAGE_BITS)][(int) id & (1 << PAGE_BITS) - 1] == SHARED;
    }
}
