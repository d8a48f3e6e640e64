// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.model;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntList;

/**
 * A trace with the indices that detectors and witness builders use. Built once, in linear time; immutable.
 *
 * <p>Two relations must not be confused. {@link #happensBefore} is PECAN's partial order (section 4.2: program order,
 * fork-join, wait-notify, and the same for java.util.concurrent, but <em>no</em> lock edges); it is cheap and only
 * filters candidates. The dependencies that every correct reordering keeps, including reads-from, are in
 * {@link #dependencies}.
 */
public final class TraceModel {
    private final Trace trace;
    private final ThreadIndex threads;
    private final EventDependencies dependencies;
    private final HeldLocks held;
    private final HappensBefore order;
    private final Deadline deadline;

    public TraceModel(Trace trace) {
        this(trace, Deadline.NONE);
    }

    /** {@code deadline} limits searches on the trace; the model itself is always built. */
    public TraceModel(Trace trace, Deadline deadline) {
        this.trace = trace;
        this.deadline = deadline;
        this.threads = new ThreadIndex(trace);
        this.dependencies = new EventDependencies(trace, threads);
        this.held = new HeldLocks(trace, threads);
        this.order = new HappensBefore(trace, threads, dependencies);
    }

    public Trace trace() {
        return trace;
    }

    /** The time limit of searches. */
    public Deadline deadline() {
        return deadline;
    }

    public int threadCount() {
        return trace.threads().size();
    }

    /** How many events a thread has. */
    public int length(int thread) {
        return threads.length(thread);
    }

    /** The event at a position of a thread. */
    public int event(int thread, int position) {
        return threads.event(thread, position);
    }

    /** The index of an event in its thread, from 0. */
    public int position(int event) {
        return threads.position(event);
    }

    /** How many events of a thread are at or before an event of the trace. */
    public int lengthUpTo(int thread, int event) {
        return threads.lengthUpTo(thread, event);
    }

    /** The next event in program order, or -1. */
    public int next(int event) {
        return threads.next(event);
    }

    /**
     * The partner of an event: for a read its reads-from write, for an acquire its release and vice versa, for a wait
     * the notify that woke it, for a join the last event of the joined thread, for the use of a class the end of its
     * initialiser; -1 when there is none.
     */
    public int partner(int event) {
        return dependencies.of(event);
    }

    /**
     * The events of other threads that an event depends on, locks aside; often none. Dependencies of earlier events of
     * the same thread may be left out.
     */
    public int[] dependencies(int event) {
        return dependencies.dependencies(event);
    }

    /** All failed tries, in the order of the trace. */
    public IntList failedTries() {
        return dependencies.failedTries();
    }

    /** Events of other threads that must come after this one: those that end what made a failed try fail. */
    public int[] mustPrecede(int event) {
        return dependencies.mustPrecede(event);
    }

    /** As {@link #dependencies}, without reads-from of plain reads: PECAN's partial order, section 4.2. */
    public int[] orderedAfter(int event) {
        return dependencies.orderedAfter(event);
    }

    /** The fork of its thread, when this is the thread's first event after it; else -1. */
    public int fork(int event) {
        return dependencies.fork(event);
    }

    /**
     * Whether it is inseparable from the next event of its thread: the WAKE of a wait from the re-acquire of its lock,
     * and events inside a class initialiser, where the JVM itself holds a lock, except before an event that may block.
     */
    public boolean inseparable(int event) {
        return dependencies.inseparable(event);
    }

    /** Whether it is inside a class initialiser, or starts one. */
    public boolean insideInitialiser(int event) {
        return dependencies.insideInitialiser(event);
    }

    /** Whether it is the implicit acquire at the end of a wait. */
    public boolean isReacquire(int event) {
        int position = position(event);
        if (trace.kind(event) != EventKind.ACQUIRE || position == 0) {
            return false;
        }
        int before = event(trace.thread(event), position - 1);
        return trace.kind(before) == EventKind.WAKE && trace.target(before) == trace.target(event);
    }

    /** The number of the lockset of an event; an acquire's own lock is included. */
    public int lockset(int event) {
        return held.lockset(trace.thread(event), position(event));
    }

    /** The position of the first event from which on the thread's lockset is that of this one. */
    public int locksetSince(int event) {
        return held.since(trace.thread(event), position(event));
    }

    /** The lockset before this acquire, or after this release. */
    public int otherLocks(int event) {
        return held.minus(lockset(event), trace.target(event), trace.kind(event));
    }

    /** The lockset after this event. */
    public int locksetAfter(int event) {
        return trace.kind(event).isRelease() ? otherLocks(event) : lockset(event);
    }

    /** The locks of a set, ascending, exclusive and shared. */
    public int[] locks(int lockset) {
        return held.locks(lockset);
    }

    /** Whether two threads can hold these locksets at the same time: no common lock unless both share it. */
    public boolean disjoint(int lockset, int other) {
        return held.disjoint(lockset, other);
    }

    /** Whether a thread with this lockset blocks a shared, or an exclusive, acquire of this lock by another thread. */
    public boolean blocks(int lockset, int lock, boolean share) {
        return held.blocks(lockset, lock, share);
    }

    /** The locks of a set that are held exclusively. */
    public int exclusive(int lockset) {
        return held.exclusive(lockset);
    }

    /** The locks of a set, as if all of them were held exclusively. */
    public int strengthened(int lockset) {
        return held.strengthened(lockset);
    }

    /** The number of the intersection of two locksets; a lock that is shared in one of them is shared. */
    public int intersection(int lockset, int other) {
        return held.intersection(lockset, other);
    }

    /** The event itself if its thread holds no lock there, else the release after which it holds none; -1 for none. */
    public int lockFreeFrom(int event) {
        int thread = trace.thread(event);
        int position = held.freeFrom(thread, position(event));
        return position < 0 ? -1 : event(thread, position);
    }

    /** The first acquire of the outermost critical section around an event, or -1: PECAN's outermost lock. */
    public int regionStart(int event) {
        return held.regionStart(trace.thread(event), position(event));
    }

    /** Walks the locksets of a thread along with its events. */
    public HeldLocks.Cursor locksets(int thread) {
        return held.cursor(thread);
    }

    /** Whether PECAN's partial order, without lock edges, has the first before the second. */
    public boolean happensBefore(int event, int other) {
        return order.happensBefore(event, other);
    }

    public boolean unordered(int event, int other) {
        return !order.happensBefore(event, other) && !order.happensBefore(other, event);
    }

    /** As {@link #happensBefore} for any two events of these segments of different threads. */
    public boolean segmentBefore(int thread, int segment, int otherThread, int otherSegment) {
        return order.segmentBefore(thread, segment, otherThread, otherSegment);
    }

    /** Walks the segments of a thread along with its events; see {@link HappensBefore}. */
    public HappensBefore.Cursor segments(int thread) {
        return order.cursor(thread);
    }
}
