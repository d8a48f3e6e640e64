// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects the events of a {@link Trace} in their order. */
public final class TraceBuilder {
    private byte[] kinds = new byte[64];
    private final NarrowColumn threads = new NarrowColumn();
    private int[] targets = new int[64];
    private final NarrowColumn sites = new NarrowColumn();
    private int[] occurrences = new int[64];
    private int size;
    private final List<TraceThread> threadInfo = new ArrayList<>();
    private final List<Site> siteInfo = new ArrayList<>();
    private final Names variables = new Names();
    private final Names locks = new Names();
    /** With the initial permits in place of an owner. */
    private final Names semaphores = new Names();
    /** A map, because a text trace may give a channel any number. */
    private final Map<Integer, Integer> threadOfChannel = new HashMap<>();

    public int addThread(String path, String name) {
        threadInfo.add(new TraceThread(path, name));
        return threadInfo.size() - 1;
    }

    public int addSite(Site site) {
        siteInfo.add(site);
        return siteInfo.size() - 1;
    }

    /** {@code owner} is the object it belongs to, 0 for static fields. */
    public int addVariable(String name, long owner) {
        return variables.add(name, owner);
    }

    public int addLock(String name) {
        return locks.add(name, 0);
    }

    /** {@code permits} is how many it has before the first event. */
    public int addSemaphore(String name, int permits) {
        return semaphores.add(name, permits);
    }

    /** Declares that a channel is a Thread object: a PUBLISH on it interrupts or unparks the thread. */
    public void setThreadOfChannel(int channel, int thread) {
        threadOfChannel.put(channel, thread);
    }

    /** Appends an event and returns its index; see {@link Trace} for the meaning of each column. */
    public int add(EventKind kind, int thread, int target, int site, int occurrence) {
        if (size == kinds.length) {
            int capacity = size + (size >> 1);
            kinds = Arrays.copyOf(kinds, capacity);
            targets = Arrays.copyOf(targets, capacity);
            occurrences = Arrays.copyOf(occurrences, capacity);
        }
        kinds[size] = (byte) kind.ordinal();
        threads.add(thread);
        targets[size] = target;
        sites.add(site);
        occurrences[size] = occurrence;
        return size++;
    }

    public int size() {
        return size;
    }

    public EventKind kind(int event) {
        return EventKind.of(kinds[event]);
    }

    public int thread(int event) {
        return threads.get(event);
    }

    public int target(int event) {
        return targets[event];
    }

    /** Moves an event to another index; those between are shifted. */
    public void move(int from, int to) {
        byte kind = kinds[from];
        int target = targets[from];
        int occurrence = occurrences[from];
        NarrowColumn.shift(kinds, from, to);
        NarrowColumn.shift(targets, from, to);
        NarrowColumn.shift(occurrences, from, to);
        kinds[to] = kind;
        targets[to] = target;
        occurrences[to] = occurrence;
        threads.move(from, to);
        sites.move(from, to);
    }

    /** The columns are trimmed one by one and handed over, not copied: memory may not suffice for two copies of all. */
    public Trace build(RunInfo run) {
        kinds = Arrays.copyOf(kinds, size);
        targets = Arrays.copyOf(targets, size);
        occurrences = Arrays.copyOf(occurrences, size);
        Trace.Columns columns = new Trace.Columns(kinds, threads.trim(), targets, sites.trim(), occurrences);
        Trace.Tables tables = new Trace.Tables(threadInfo, siteInfo, variables, locks, semaphores, threadOfChannel);
        return new Trace(columns, tables, run);
    }
}
