// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.model;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;

/**
 * The executions of atomic regions (PECAN section 4.1), stored only where a thread enters or leaves one.
 *
 * <p>A region is a span in which the thread holds some lock, exclusive or shared, or is inside a method that was
 * recorded as a region; of nested ones the outermost counts. Fork, join, wait and notify are boundaries: they end a
 * region, and what follows is another one. An access outside of all regions has no number; it is a unit of work of its
 * own.
 *
 * <p>When every method was recorded (jPredictor's view) a unit is the innermost method execution that encloses the
 * events in question, the root method of the thread excepted. Two events have such a method exactly when they lie in
 * the same method execution right below the root, so that its number serves as region here as well.
 */
public final class Regions {
    /** What the recorded region events mean. */
    public enum Policy {
        /** Methods that the user named; otherwise only critical sections are regions. */
        LOCKS,
        /** Every method except the outermost one of a thread. */
        METHODS
    }

    private final Trace trace;
    private final TraceModel model;
    private final Policy policy;
    private final IntArrayList[] positions;
    private final IntArrayList[] numbers;
    private final IntArrayList threads = new IntArrayList();
    private final IntArrayList starts = new IntArrayList();
    private final IntArrayList ends = new IntArrayList();
    private final BitSet writing = new BitSet();

    public Regions(TraceModel model, Policy policy) {
        this.model = model;
        this.trace = model.trace();
        this.policy = policy;
        this.positions = new IntArrayList[model.threadCount()];
        this.numbers = new IntArrayList[model.threadCount()];
        for (int t = 0; t < positions.length; t++) {
            positions[t] = new IntArrayList();
            numbers[t] = new IntArrayList();
            new Walk(t).run();
        }
    }

    /** The region execution that contains an event, or -1. */
    public int of(int event) {
        int thread = trace.thread(event);
        int i = HeldLocks.last(positions[thread], model.position(event));
        return i < 0 ? -1 : numbers[thread].getInt(i);
    }

    public int count() {
        return threads.size();
    }

    /** The thread that executes the region. */
    public int thread(int region) {
        return threads.getInt(region);
    }

    /** Position of its first event in its thread. */
    public int start(int region) {
        return starts.getInt(region);
    }

    /** Position after its last event in its thread. */
    public int end(int region) {
        return ends.getInt(region);
    }

    /** Whether some variable is written in it. */
    public boolean writes(int region) {
        return writing.get(region);
    }

    /** Walks the regions of a thread along with its events. */
    public Cursor cursor(int thread) {
        return new Cursor(positions[thread], numbers[thread]);
    }

    /** Iterates over a thread from its first event to its last. */
    public static final class Cursor {
        private final IntArrayList positions;
        private final IntArrayList numbers;
        private int next;
        private int region = -1;

        private Cursor(IntArrayList positions, IntArrayList numbers) {
            this.positions = positions;
            this.numbers = numbers;
        }

        /** The region at a position, or -1; positions do not decrease. */
        public int at(int position) {
            while (next < positions.size() && positions.getInt(next) <= position) {
                region = numbers.getInt(next++);
            }
            return region;
        }
    }

    /** One thread, from its first event to its last. */
    private final class Walk {
        private final int thread;
        private int locks;
        private int methods;
        private int region = -1;

        Walk(int thread) {
            this.thread = thread;
        }

        void run() {
            int length = model.length(thread);
            for (int p = 0; p < length; p++) {
                int e = model.event(thread, p);
                EventKind kind = trace.kind(e);
                if (kind.isAccess()) {
                    if (region >= 0 && kind.isWrite()) {
                        writing.set(region);
                    }
                    continue;
                }
                step(kind, p);
            }
            leave(length);
        }

        private void step(EventKind kind, int p) {
            if (kind.isAcquire()) {
                locks++;
            } else if (kind.isRelease()) {
                locks = Math.max(0, locks - 1);
            } else if (kind.isRegion()) {
                methods = kind == EventKind.REGION_BEGIN ? methods + 1 : Math.max(0, methods - 1);
            } else if (endsRegion(kind)) {
                leave(p);
            } else {
                return;
            }
            boolean inside = locks > 0 || methods > (policy == Policy.METHODS ? 1 : 0);
            if (inside && region < 0) {
                enter(p + 1);
            } else if (!inside) {
                leave(p + 1);
            }
        }

        private static boolean endsRegion(EventKind kind) {
            return switch (kind) {
                case FORK, JOIN, WAKE, NOTIFY, NOTIFY_ALL -> true;
                case READ, WRITE, VOLATILE_READ, VOLATILE_WRITE -> false;
                case ACQUIRE, RELEASE, ACQUIRE_SHARED, RELEASE_SHARED, TRY_ACQUIRE_FAILED -> false;
                case PERMIT_ACQUIRE, PERMIT_RELEASE, TRY_PERMIT_FAILED -> false;
                case BEGIN, END, INIT_BEGIN, INIT_END, INIT_USE, PUBLISH, OBSERVE -> false;
                case REGION_BEGIN, REGION_END -> false;
            };
        }

        private void enter(int p) {
            region = threads.size();
            threads.add(thread);
            starts.add(p);
            ends.add(p);
            positions[thread].add(p);
            numbers[thread].add(region);
        }

        private void leave(int p) {
            if (region >= 0) {
                ends.set(region, p);
                positions[thread].add(p);
                numbers[thread].add(-1);
                region = -1;
            }
        }
    }
}
