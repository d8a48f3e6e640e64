// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

import java.util.List;
import java.util.Map;

/**
 * One recorded run: events in an order in which they can have happened, held in columns of primitives. An event is its
 * index in that order. Variables, locks, semaphores, channels and classes are dense numbers with a name each;
 * {@link EventKind#operand} is which of them an event's target is.
 *
 * <p>Immutable; made by {@link TraceBuilder}.
 */
public final class Trace {
    private final byte[] kinds;
    private final NarrowColumn threads;
    private final int[] targets;
    private final NarrowColumn sites;
    private final int[] occurrences;
    private final List<TraceThread> threadInfo;
    private final List<Site> siteInfo;
    private final Names variables;
    private final Names locks;
    private final Names semaphores;
    /** By channel: the thread whose object it is, where it is one. */
    private final Map<Integer, Integer> threadOfChannel;

    private final RunInfo run;

    /** One entry for each event; the arrays belong to the trace. */
    record Columns(byte[] kinds, NarrowColumn threads, int[] targets, NarrowColumn sites, int[] occurrences) {}

    /** What the numbers in the columns denote. */
    record Tables(
            List<TraceThread> threads,
            List<Site> sites,
            Names variables,
            Names locks,
            Names semaphores,
            Map<Integer, Integer> threadOfChannel) {}

    Trace(Columns columns, Tables tables, RunInfo run) {
        this.kinds = columns.kinds;
        this.threads = columns.threads;
        this.targets = columns.targets;
        this.sites = columns.sites;
        this.occurrences = columns.occurrences;
        this.threadInfo = List.copyOf(tables.threads);
        this.siteInfo = List.copyOf(tables.sites);
        this.variables = tables.variables;
        this.locks = tables.locks;
        this.semaphores = tables.semaphores;
        this.threadOfChannel = Map.copyOf(tables.threadOfChannel);
        this.run = run;
    }

    /** Number of events. */
    public int size() {
        return kinds.length;
    }

    public EventKind kind(int event) {
        return EventKind.of(kinds[event]);
    }

    /** Its thread, as an index into {@link #threads()}. */
    public int thread(int event) {
        return threads.get(event);
    }

    /** Variable, lock, semaphore, thread, class or channel number, by the event's kind; -1 where there is none. */
    public int target(int event) {
        return targets[event];
    }

    /** The number of its site, see {@link #site(int)}. */
    public int siteOf(int event) {
        return sites.get(event);
    }

    /**
     * How often its thread had been at this site when it happened, counting from 1 and counting also events that were
     * left out of the trace because no other thread accessed their target.
     */
    public int occurrence(int event) {
        return occurrences[event];
    }

    public List<TraceThread> threads() {
        return threadInfo;
    }

    public int siteCount() {
        return siteInfo.size();
    }

    public Site site(int number) {
        return siteInfo.get(number);
    }

    public int variableCount() {
        return variables.size();
    }

    /** {@code Account.balance}, {@code int[]}, for people. Different variables often share a name. */
    public String variableName(int variable) {
        return variables.name(variable);
    }

    /** The object or array a variable belongs to; 0 for static fields. Equal only for the same object. */
    public long variableOwner(int variable) {
        return variables.owner(variable);
    }

    public int lockCount() {
        return locks.size();
    }

    public String lockName(int lock) {
        return locks.name(lock);
    }

    public int semaphoreCount() {
        return semaphores.size();
    }

    public String semaphoreName(int semaphore) {
        return semaphores.name(semaphore);
    }

    /** How many permits a semaphore had before the first event; below zero when so many must be released first. */
    public int initialPermits(int semaphore) {
        return (int) semaphores.owner(semaphore);
    }

    /**
     * The thread whose Thread object is this channel, as an index into {@link #threads()}; -1 when it is another
     * object.
     */
    public int threadOfChannel(int channel) {
        return threadOfChannel.getOrDefault(channel, -1);
    }

    /** The channels that are Thread objects, ascending. */
    public List<Integer> channelsOfThreads() {
        return threadOfChannel.keySet().stream().sorted().toList();
    }

    /** The thread that an event interrupts; -1 when it is no interrupt, or of a thread that is not in the trace. */
    public int interruptedBy(int event) {
        boolean interrupt =
                kind(event) == EventKind.PUBLISH && site(siteOf(event)).what().equals(Site.INTERRUPT);
        return interrupt ? threadOfChannel(target(event)) : -1;
    }

    /** What else is known about the run. */
    public RunInfo run() {
        return run;
    }
}
