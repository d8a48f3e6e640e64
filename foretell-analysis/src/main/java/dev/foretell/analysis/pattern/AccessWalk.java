// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

import dev.foretell.analysis.model.HappensBefore;
import dev.foretell.analysis.model.HeldLocks;
import dev.foretell.analysis.model.InterleavingPoints;
import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.util.Arrays;

/**
 * Iterates over the accesses of one thread after the other to shared variables, in program order, with the region,
 * lockset and segment of each. The detectors of atomicity and atomic-set violations collect their pairs of local
 * accesses with it.
 *
 * <p>A pass is {@link #restart}, then {@link #enter} for each thread, then {@link #next} until it returns false, and
 * {@link #take} for each access that the detector uses.
 */
public final class AccessWalk {
    private final TraceModel model;
    private final Trace trace;
    private final VariableSharing variables;
    private final InterleavingPoints points;
    private final LocksetProfiles profiles;
    private final Regions regions;
    private final int[] owner;
    private final int[] handovers;
    private final Spans.End earlier = new Spans.End();
    private final Spans.End access = new Spans.End();

    private int thread;
    private int position;
    private int waits;
    private HeldLocks.Cursor locksets;
    private HappensBefore.Cursor segments;
    private Regions.Cursor regionsOfThread;
    private InterleavingPoints.Cursor lockChanges;

    private int event;
    private int variable;
    private boolean known;
    private int region;
    private int lockChange;

    public AccessWalk(TraceModel model, InterleavingPoints points, LocksetProfiles profiles, Regions regions) {
        this.model = model;
        this.trace = model.trace();
        this.variables = new VariableSharing(model);
        this.points = points;
        this.profiles = profiles;
        this.regions = regions;
        this.owner = new int[trace.variableCount()];
        this.handovers = new int[trace.variableCount()];
    }

    public TraceModel model() {
        return model;
    }

    public Regions regions() {
        return regions;
    }

    /** Before each pass over the threads. */
    public void restart() {
        Arrays.fill(owner, -1);
    }

    /** Goes to the start of a thread. */
    public void enter(int newThread) {
        thread = newThread;
        position = -1;
        waits = 0;
        locksets = model.locksets(thread);
        segments = model.segments(thread);
        regionsOfThread = regions.cursor(thread);
        lockChanges = points.cursor(thread);
    }

    /** Goes to the thread's next access to a shared variable; false at the end of the thread. */
    public boolean next() {
        int length = model.length(thread);
        while (++position < length) {
            event = model.event(thread, position);
            if (variables.counts(event)) {
                variable = trace.target(event);
                if (variables.isShared(variable)) {
                    return true;
                }
            } else if (trace.kind(event) == EventKind.WAKE) {
                waits++;
            }
        }
        return false;
    }

    /** Looks up what is known of the access; what the methods below return is that of the last access taken. */
    public void take() {
        known = owner[variable] == thread;
        handovers[variable] = (known ? handovers[variable] : 0) + (variables.isHandover(event) ? 1 : 0);
        owner[variable] = thread;
        access.set(event, locksets.at(position), segments.at(position));
        region = regionsOfThread.at(position);
        lockChange = lockChanges.at(position);
    }

    public int event() {
        return event;
    }

    public int variable() {
        return variable;
    }

    public boolean isWrite() {
        return trace.kind(event).isWrite();
    }

    /** How often the thread has waited before the access. */
    public int waits() {
        return waits;
    }

    /** Whether the thread has accessed the variable before in this pass. */
    public boolean isKnown() {
        return known;
    }

    /** The access as the later end of a span. */
    public Spans.End end() {
        return access;
    }

    /** The region of the access, or -1. */
    public int region() {
        return region;
    }

    /** A number for the locks held before the access: as {@link InterleavingPoints.Cursor#at}. */
    public int lockChange() {
        return lockChange;
    }

    /** How often a variable was accessed by another thread before this thread accessed it again, so far. */
    public int handovers(int ofVariable) {
        return handovers[ofVariable];
    }

    /** Whether a lock that every access to the variable holds is held from this lock change up to the access. */
    public boolean isProtectedSince(int change) {
        return change == lockChange && !model.disjoint(access.lockset, variables.common(variable));
    }

    /** The locksets between an earlier access of the thread, at this lock change, and the access. */
    public int profileSince(int change) {
        return profiles.of(thread, change, lockChange);
    }

    /** Whether an access that holds the locks common to all accesses to the variable can interleave under a profile. */
    public boolean admits(int profile) {
        return profiles.admits(profile, variables.common(variable));
    }

    /** Adds the span from an earlier access, the latest one to {@code first}, to this access. */
    public void add(Spans spans, int subject, LatestAccesses latest, int first, int profile, int flag) {
        earlier.set(latest.event(first), latest.lockset(first), latest.segment(first));
        int turns = handovers[variable] + (first == variable ? 0 : handovers[first]);
        spans.add(subject, earlier, access, profile, flag, turns);
    }
}
