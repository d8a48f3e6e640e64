package dev.foretell.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects the events of a {@link Trace} in their order. */
public final class TraceBuilder {
    private byte[] kinds = new byte[64];
    private int[] threads = new int[64];
    private int[] targets = new int[64];
    private int[] sites = new int[64];
    private int[] occurrences = new int[64];
    private int size;
    private final List<TraceThread> threadInfo = new ArrayList<>();
    private final List<Site> siteInfo = new ArrayList<>();
    private final Names variables = new Names();
    private final Names locks = new Names();

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

    /** Appends an event and returns its index; see {@link Trace} for the meaning of each column. */
    public int add(EventKind kind, int thread, int target, int site, int occurrence) {
        if (size == kinds.length) {
            int capacity = size + (size >> 1);
            kinds = Arrays.copyOf(kinds, capacity);
            threads = Arrays.copyOf(threads, capacity);
            targets = Arrays.copyOf(targets, capacity);
            sites = Arrays.copyOf(sites, capacity);
            occurrences = Arrays.copyOf(occurrences, capacity);
        }
        kinds[size] = (byte) kind.ordinal();
        threads[size] = thread;
        targets[size] = target;
        sites[size] = site;
        occurrences[size] = occurrence;
        return size++;
    }

    public int size() {
        return size;
    }

    public Trace build(RunInfo run) {
        return new Trace(
                Arrays.copyOf(kinds, size),
                Arrays.copyOf(threads, size),
                Arrays.copyOf(targets, size),
                Arrays.copyOf(sites, size),
                Arrays.copyOf(occurrences, size),
                threadInfo,
                siteInfo,
                variables,
                locks,
                run);
    }
}
