// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

import java.util.Arrays;

/** The latest access to each variable, or the latest of one kind, by the thread that is visited. */
public final class LatestAccesses {
    private final int[] event;
    private final int[] region;
    private final int[] lockset;
    private final int[] segment;
    private final int[] lockChange;

    public LatestAccesses(int variables) {
        event = new int[variables];
        region = new int[variables];
        lockset = new int[variables];
        segment = new int[variables];
        lockChange = new int[variables];
    }

    /** Before each pass; not for each thread, because no two threads share a region or an event. */
    public void clear() {
        Arrays.fill(event, -1);
        Arrays.fill(region, -1);
    }

    /** No access to this variable. */
    public void clear(int variable) {
        event[variable] = -1;
        region[variable] = -1;
    }

    /** Makes the current access of a walk the latest to its variable. */
    public void put(AccessWalk walk) {
        int variable = walk.variable();
        Spans.End end = walk.end();
        event[variable] = end.event;
        region[variable] = walk.region();
        lockset[variable] = end.lockset;
        segment[variable] = end.segment;
        lockChange[variable] = walk.lockChange();
    }

    /** The access, or -1. */
    public int event(int variable) {
        return event[variable];
    }

    /** Its region, or -1. */
    public int region(int variable) {
        return region[variable];
    }

    public int lockset(int variable) {
        return lockset[variable];
    }

    public int segment(int variable) {
        return segment[variable];
    }

    /** What {@link AccessWalk#lockChange} was at it. */
    public int lockChange(int variable) {
        return lockChange[variable];
    }
}
