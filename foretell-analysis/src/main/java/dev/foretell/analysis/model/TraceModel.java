// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.model;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntList;

/**
 * What all detectors and witness builders ask about a trace. Built once, in linear time; immutable.
 *
 * <p>Two orders matter and must not be mixed up. {@link #happensBefore} is PECAN's partial order (section 4.2: program
 * order, fork-join, wait-notify, and its modern kin, but <em>no</em> lock edges); it is cheap and only filters
 * candidates. What an event really needs before it can happen again, including the write a read saw, is in
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

    /** {@code deadline} is for those who search the trace; the model itself is always built. */
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

    /** Until when searches may go on. */
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

    /** Where in its thread an event is, from 0. */
    public int position(int event) {
        return threads.position(event);
    }

    /** How many events of a thread come up to an event of the trace, itself included. */
    public int lengthUpTo(int thread, int event) {
        return threads.lengthUpTo(thread, event);
    }

    /** The event of the same thread that comes next, or -1. */
    public int next(int event) {
        return threads.next(event);
    }

    /**
     * The event it belongs to: for a read the write it saw, for an acquire its release and the other way round, for a
     * wait the notify that woke it, for a join the last event of the joined thread, for the use of a class the end of
     * its initialiser; -1 when there is none.
     */
    public int partner(int event) {
        return dependencies.of(event);
    }

    /**
     * Events of other threads that must have happened before this one can, besides lock rules; often none. What an
     * earlier event of the same thread needs may be left out.
     */
    public int[] dependencies(int event) {
        return dependencies.dependencies(event);
    }

    /** All tries in vain, in the order of the trace. */
    public IntList failedTries() {
        return dependencies.failedTries();
    }

    /**
     * Events of other threads that must not happen before this one does: those that end what a try in vain ran into.
     */
    public int[] mustPrecede(int event) {
        return dependencies.mustPrecede(event);
    }

    /** As {@link #dependencies}, without the write that a plain read saw: PECAN's partial order, section 4.2. */
    public int[] orderedAfter(int event) {
        return dependencies.orderedAfter(event);
    }

    /** The fork of its thread, when this is the thread's first event after it; else -1. */
    public int fork(int event) {
        return dependencies.fork(event);
    }

    /**
     * Whether its thread must do its next event right after it, with nothing in between: a wait that is over and the
     * re-acquire of its lock, and steps inside a class initialiser, where the JVM itself holds a lock, except before a
     * step that may have to wait for another thread.
     */
    public boolean inseparable(int event) {
        return dependencies.inseparable(event);
    }

    /** Whether it lies inside a class initialiser, or starts one. */
    public boolean insideInitialiser(int event) {
        return dependencies.insideInitialiser(event);
    }

    /** Whether it is the end of a wait: the acquire that the program did not write. */
    public boolean isReacquire(int event) {
        int position = position(event);
        if (trace.kind(event) != EventKind.ACQUIRE || position == 0) {
            return false;
        }
        int before = event(trace.thread(event), position - 1);
        return trace.kind(before) == EventKind.WAKE && trace.target(before) == trace.target(event);
    }

    /** The number of the set of locks that the thread holds when it does this event; a lock just taken counts. */
    public int lockset(int event) {
        return held.lockset(trace.thread(event), position(event));
    }

    /** The position of the first event up to this one between which and it the thread took and gave up no lock. */
    public int locksetSince(int event) {
        return held.since(trace.thread(event), position(event));
    }

    /** The set of locks that the thread holds besides what this acquire takes, or after what this release gives up. */
    public int otherLocks(int event) {
        return held.minus(lockset(event), trace.target(event), trace.kind(event));
    }

    /** The set of locks that the thread holds when this event is done. */
    public int locksetAfter(int event) {
        return trace.kind(event).isRelease() ? otherLocks(event) : lockset(event);
    }

    /** The locks of a set, ascending, however they are held. */
    public int[] locks(int lockset) {
        return held.locks(lockset);
    }

    /** Whether two threads can hold these sets of locks at the same time: no lock in common but what both share. */
    public boolean disjoint(int lockset, int other) {
        return held.disjoint(lockset, other);
    }

    /** Whether a thread that holds these locks keeps others from sharing this one, or from having it to themselves. */
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

    /** The number of the set of locks that both sets have; shared where one of them only shares it. */
    public int intersection(int lockset, int other) {
        return held.intersection(lockset, other);
    }

    /** The event itself if its thread holds no lock there, else the release after which it holds none; -1 for none. */
    public int lockFreeFrom(int event) {
        int thread = trace.thread(event);
        int position = held.freeFrom(thread, position(event));
        return position < 0 ? -1 : event(thread, position);
    }

    /** The first acquire of the outermost critical section an event lies in, or -1: PECAN's outermost lock. */
    public int regionStart(int event) {
        return held.regionStart(trace.thread(event), position(event));
    }

    /** Walks the locksets of a thread along with its events. */
    public HeldLocks.Cursor locksets(int thread) {
        return held.cursor(thread);
    }

    /** Whether PECAN's partial order, without lock edges, puts the first before the second. */
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
