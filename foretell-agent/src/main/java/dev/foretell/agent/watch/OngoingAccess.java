// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import java.util.ArrayList;
import java.util.List;

/**
 * The open access of a thread at a special site, see {@link SiteActions#SPECIAL}: others find it by its variable and
 * then compare the object. Unlike words, these take locks; they are for sites where speed does not matter.
 */
final class OngoingAccess implements Noise.Wait {
    private static final int MOST_QUERIES = 16;

    /** 0 when there is no such access. Written by its thread; the rest only under the lock. */
    private volatile int variable;

    private Object target;
    private int index;
    private int site;
    private boolean write;
    private List<ConflictQuery> queries = List.of();
    /** Another thread has made a conflicting access to the same variable. */
    private volatile boolean met;

    synchronized void open(int newVariable, Object newTarget, int newIndex, int newSite, boolean isWrite) {
        target = newTarget;
        index = newIndex;
        site = newSite;
        write = isWrite;
        met = false;
        queries = List.of(); // of an access that ended by an exception, if any
        variable = newVariable;
    }

    int variable() {
        return variable;
    }

    @Override
    public boolean met() {
        return met;
    }

    int site() {
        return site;
    }

    /** Whether its thread is accessing this variable, and one of the two writes. */
    synchronized boolean conflicts(int itsVariable, Object itsTarget, int itsIndex, boolean itsWrite) {
        return variable == itsVariable && target == itsTarget && index == itsIndex && (write || itsWrite);
    }

    /**
     * Posts a query to the thread if its access is still open; {@code query} may be null when only {@link #met}
     * matters.
     */
    synchronized boolean addQuery(
            int itsVariable, Object itsTarget, int itsIndex, boolean itsWrite, ConflictQuery query) {
        if (!conflicts(itsVariable, itsTarget, itsIndex, itsWrite)) {
            return false;
        }
        met = true;
        if (query != null && queries.size() < MOST_QUERIES) {
            if (queries.isEmpty()) {
                queries = new ArrayList<>();
            }
            queries.add(query);
        }
        return true;
    }

    /** Ends the access; returns the queries that were posted during it. */
    synchronized List<ConflictQuery> close() {
        variable = 0;
        target = null;
        List<ConflictQuery> posted = queries;
        queries = List.of();
        return posted;
    }
}
