package dev.foretell.analysis.witness;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The part of a set of events whose order is open, numbered densely, with its accesses by variable and its critical
 * sections by lock. What comes before it has happened, in recorded order.
 */
final class Window {
    final TraceModel model;
    final Trace trace;
    /** First and one past the last position of each thread. */
    final int[] from;

    final int[] to;
    private final int[] offset;
    private final int[] events;
    final Int2ObjectOpenHashMap<Accesses> variables = new Int2ObjectOpenHashMap<>();
    final Int2ObjectOpenHashMap<Sections> locks = new Int2ObjectOpenHashMap<>();

    /** Accesses to one variable. */
    static final class Accesses {
        /** Positions of writes, by thread, ascending. */
        final IntArrayList[] writes;

        final IntArrayList reads = new IntArrayList();
        int writingThreads;

        Accesses(int threads) {
            writes = new IntArrayList[threads];
        }
    }

    /** Critical sections on one lock by thread: position of acquire and release; no release in the set: MAX_VALUE. */
    static final class Sections {
        final IntArrayList[] acquires;
        final IntArrayList[] releases;

        Sections(int threads) {
            acquires = new IntArrayList[threads];
            releases = new IntArrayList[threads];
        }

        void add(int thread, int acquire, int release) {
            if (acquires[thread] == null) {
                acquires[thread] = new IntArrayList();
                releases[thread] = new IntArrayList();
            }
            acquires[thread].add(acquire);
            releases[thread].add(release);
        }
    }

    /** {@code start}: events of the set recorded before this one are not part of the window. */
    Window(TraceModel model, int[] ends, int[] recorded, int start) {
        this.model = model;
        this.trace = model.trace();
        this.to = ends;
        this.from = new int[ends.length];
        int first = 0;
        while (first < recorded.length && recorded[first] < start) {
            from[trace.thread(recorded[first])] = model.position(recorded[first]) + 1;
            first++;
        }
        for (int t = 0; t < ends.length; t++) {
            if (from[t] > 0 && from[t] < to[t] && trace.kind(model.event(t, from[t] - 1)) == EventKind.WAIT) {
                from[t]--; // a wait goes with its re-acquire, and nothing needs it
            }
        }
        offset = new int[ends.length];
        int size = 0;
        for (int t = 0; t < ends.length; t++) {
            offset[t] = size - from[t];
            size += to[t] - from[t];
        }
        events = new int[size];
        for (int t = 0; t < ends.length; t++) {
            for (int p = from[t]; p < to[t]; p++) {
                events[offset[t] + p] = model.event(t, p);
            }
        }
        for (int i = first; i < recorded.length; i++) {
            index(recorded[i]);
        }
        heldAtStart();
    }

    private void index(int e) {
        int thread = trace.thread(e);
        EventKind kind = trace.kind(e);
        if (kind.isAccess()) {
            Accesses use = variables.computeIfAbsent(trace.target(e), k -> new Accesses(from.length));
            if (kind.isRead()) {
                use.reads.add(number(e));
            } else {
                if (use.writes[thread] == null) {
                    use.writes[thread] = new IntArrayList();
                    use.writingThreads++;
                }
                use.writes[thread].add(model.position(e));
            }
        } else if (kind == EventKind.ACQUIRE) {
            sections(trace.target(e)).add(thread, model.position(e), releasePosition(e));
        }
    }

    /** Sections that are open where the window starts count as its first. */
    private void heldAtStart() {
        for (int t = 0; t < from.length; t++) {
            if (from[t] == 0) {
                continue;
            }
            int before = model.event(t, from[t] - 1);
            for (int lock : model.locks(model.lockset(before))) {
                int acquire = lastAcquire(t, lock);
                if (acquire >= 0 && releasePosition(acquire) >= from[t]) {
                    Sections use = sections(lock);
                    if (use.acquires[t] == null) {
                        use.add(t, from[t] - 1, releasePosition(acquire));
                    } else {
                        use.acquires[t].add(0, from[t] - 1);
                        use.releases[t].add(0, releasePosition(acquire));
                    }
                }
            }
        }
    }

    private int lastAcquire(int thread, int lock) {
        for (int p = from[thread] - 1; p >= 0; p--) {
            int e = model.event(thread, p);
            if (trace.kind(e) == EventKind.ACQUIRE && trace.target(e) == lock) {
                return e;
            }
        }
        return -1;
    }

    private int releasePosition(int acquire) {
        int release = model.partner(acquire);
        boolean inside = release >= 0 && model.position(release) < to[trace.thread(acquire)];
        return inside ? model.position(release) : Integer.MAX_VALUE;
    }

    private Sections sections(int lock) {
        return locks.computeIfAbsent(lock, k -> new Sections(from.length));
    }

    int size() {
        return events.length;
    }

    int threads() {
        return from.length;
    }

    /** The dense number of an event of the window. */
    int number(int event) {
        return number(trace.thread(event), model.position(event));
    }

    int number(int thread, int position) {
        return offset[thread] + position;
    }

    int event(int number) {
        return events[number];
    }

    /** Whether an event is of the window, not of what came before; false for -1. */
    boolean contains(int event) {
        if (event < 0) {
            return false;
        }
        int thread = trace.thread(event);
        int position = model.position(event);
        return position >= from[thread] && position < to[thread];
    }
}
