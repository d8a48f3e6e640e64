package dev.foretell.analysis.witness;

import dev.foretell.trace.EventKind;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * All the order between events of a window that follows from what must be kept. Grows a partial order until nothing new
 * follows; a cycle proves that the events have no valid order at all.
 *
 * <p>Rules, for a read r that saw the write w, another write v of the same variable, and two critical sections on one lock:
 * <ul>
 *   <li>w comes before r, and what r needs of other threads too;
 *   <li>v before r makes v come before w; w before v makes r come before v;
 *   <li>if one section's acquire comes before the other's release, its release comes before the other's acquire;
 *   <li>the chain of the goal is in its order; a free read is bound by nothing else;
 *   <li>a section that stays open comes last; a notify comes after the release of the wait that it wakes.
 * </ul>
 * The order is held as one clock per event: how many events of each thread must come before it.
 */
final class Saturation {
    private static final int MAX_ROUNDS = 200;

    private final Window window;
    private final Question question;
    private final int threads;
    private final int[] clocks;
    /** Edges into each event, as linked lists. */
    private final int[] firstEdge;

    private final IntArrayList edgeSource = new IntArrayList();
    private final IntArrayList edgeNext = new IntArrayList();
    private int blockedAcquire = -1;
    private int blockedBy = -1;
    private boolean contradiction;
    private boolean gaveUp;

    Saturation(Window window, Question question) {
        this.window = window;
        this.question = question;
        this.threads = window.threads();
        this.clocks = new int[window.size() * threads];
        this.firstEdge = new int[window.size()];
        Arrays.fill(firstEdge, -1);
    }

    /** False when the events have no valid order, or {@link #gaveUp}. */
    boolean run(IntArrayList lasts) {
        baseEdges();
        chainEdges();
        lasts.forEach(this::putLast);
        for (int round = 0; !contradiction; round++) {
            if (!propagate(lasts)) {
                return false;
            }
            if (round == MAX_ROUNDS) {
                gaveUp = true;
                return false;
            }
            int before = edgeSource.size();
            window.variables.values().forEach(this::applyReadRules);
            window.locks.values().forEach(this::applyLockRules);
            if (edgeSource.size() == before) {
                break;
            }
        }
        return !contradiction;
    }

    boolean gaveUp() {
        return gaveUp;
    }

    /** How many events of a thread must come before an event of the window. */
    int before(int number, int thread) {
        return clocks[number * threads + thread];
    }

    private void baseEdges() {
        for (int i = 0; i < window.size(); i++) {
            int e = window.event(i);
            for (int source : question.needs(e)) {
                edge(source, i);
            }
            if (window.trace.kind(e) == EventKind.WAIT) {
                int position = window.model.position(e);
                int notify = window.model.partner(e);
                if (position > 0 && window.contains(notify)) {
                    edge(window.model.event(window.trace.thread(e), position - 1), window.number(notify));
                }
            }
        }
    }

    private void chainEdges() {
        int[] chain = question.goal.chain();
        for (int i = 1; i < chain.length && !contradiction; i++) {
            if (window.contains(chain[i])) {
                edge(chain[i - 1], window.number(chain[i]));
            } else {
                contradiction = window.contains(chain[i - 1]);
            }
        }
    }

    private void putLast(int acquire) {
        Window.Sections sections = window.locks.get(window.trace.target(acquire));
        int own = window.trace.thread(acquire);
        for (int t = 0; sections != null && t < threads; t++) {
            if (t != own && sections.acquires[t] != null) {
                int release = sections.releases[t].getInt(sections.releases[t].size() - 1);
                orderReleaseBefore(t, release, own, window.model.position(acquire));
            }
        }
    }

    /** An acquire that had to come last on its lock and could not, or -1; and the release it could not wait for. */
    int blockedAcquire() {
        return blockedAcquire;
    }

    int blockedBy() {
        return blockedBy;
    }

    private void noteBlocked(IntArrayList lasts, int[] at) {
        for (int acquire : lasts) {
            int thread = window.trace.thread(acquire);
            if (window.contains(acquire) && at[thread] <= window.model.position(acquire)) {
                int number = window.number(acquire);
                for (int edge = firstEdge[number]; edge >= 0; edge = edgeNext.getInt(edge)) {
                    int source = window.event(edgeSource.getInt(edge));
                    if (at[window.trace.thread(source)] <= window.model.position(source)
                            && window.trace.kind(source) == EventKind.RELEASE) {
                        blockedAcquire = acquire;
                        blockedBy = source;
                    }
                }
            }
        }
    }

    /** Computes the clocks along the order so far; false when it has a cycle. */
    private boolean propagate(IntArrayList lasts) {
        int[] at = window.from.clone();
        int done = 0;
        boolean progress = true;
        while (progress) {
            progress = false;
            for (int t = 0; t < threads; t++) {
                while (at[t] < window.to[t] && compute(t, at)) {
                    at[t]++;
                    done++;
                    progress = true;
                }
            }
        }
        if (done < window.size()) {
            noteBlocked(lasts, at);
        }
        return done == window.size();
    }

    private boolean compute(int thread, int[] at) {
        int number = window.number(thread, at[thread]);
        for (int edge = firstEdge[number]; edge >= 0; edge = edgeNext.getInt(edge)) {
            int source = window.event(edgeSource.getInt(edge));
            if (at[window.trace.thread(source)] <= window.model.position(source)) {
                return false;
            }
        }
        int row = number * threads;
        if (at[thread] > window.from[thread]) {
            merge(row, row - threads);
        }
        for (int edge = firstEdge[number]; edge >= 0; edge = edgeNext.getInt(edge)) {
            int source = edgeSource.getInt(edge);
            merge(row, source * threads);
            int event = window.event(source);
            int column = row + window.trace.thread(event);
            clocks[column] = Math.max(clocks[column], window.model.position(event) + 1);
        }
        clocks[row + thread] = at[thread];
        return true;
    }

    private void merge(int row, int other) {
        for (int t = 0; t < threads; t++) {
            clocks[row + t] = Math.max(clocks[row + t], clocks[other + t]);
        }
    }

    private void applyReadRules(Window.Accesses variable) {
        for (int i = 0; i < variable.reads.size() && !contradiction; i++) {
            int read = variable.reads.getInt(i);
            if (question.isFree(window.event(read))) {
                continue;
            }
            int writer = window.model.partner(window.event(read));
            for (int t = 0; t < threads; t++) {
                if (variable.writes[t] != null) {
                    writesBeforeRead(variable.writes[t], t, read, writer);
                    writesAfterWriter(variable.writes[t], t, read, writer);
                }
            }
        }
    }

    private void writesBeforeRead(IntArrayList writes, int thread, int read, int writer) {
        int i = lastBelow(writes, before(read, thread));
        if (i < 0) {
            return;
        }
        int write = window.model.event(thread, writes.getInt(i));
        if (write == writer) {
            return;
        }
        if (!window.contains(writer)) {
            contradiction = true;
        } else if (window.trace.thread(writer) == thread) {
            contradiction |= writes.getInt(i) > window.model.position(writer);
        } else if (before(window.number(writer), thread) <= writes.getInt(i)) {
            edge(write, window.number(writer));
        }
    }

    private void writesAfterWriter(IntArrayList writes, int thread, int read, int writer) {
        int i = 0;
        if (window.contains(writer)) {
            int writerThread = window.trace.thread(writer);
            int position = window.model.position(writer);
            i = thread == writerThread ? lastBelow(writes, position + 1) + 1 : firstAfter(writes, thread, writer);
        }
        if (i < writes.size()) {
            int readEvent = window.event(read);
            int readThread = window.trace.thread(readEvent);
            int number = window.number(thread, writes.getInt(i));
            if (readThread == thread) {
                contradiction |= writes.getInt(i) < window.model.position(readEvent);
            } else if (before(number, readThread) <= window.model.position(readEvent)) {
                edge(readEvent, number);
            }
        }
    }

    /** Index of the first write of a thread that must come after an event of another. */
    private int firstAfter(IntArrayList writes, int thread, int event) {
        int column = window.trace.thread(event);
        int position = window.model.position(event);
        int low = 0;
        int high = writes.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (before(window.number(thread, writes.getInt(middle)), column) > position) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private void applyLockRules(Window.Sections lock) {
        for (int t = 0; t < threads; t++) {
            for (int i = 0; lock.acquires[t] != null && i < lock.acquires[t].size() && !contradiction; i++) {
                int release = lock.releases[t].getInt(i);
                if (release != Integer.MAX_VALUE) {
                    followSections(lock, t, lock.acquires[t].getInt(i), release);
                }
            }
        }
    }

    /** Sections of other threads that begin before this one ends, end before it begins. */
    private void followSections(Window.Sections lock, int thread, int acquire, int release) {
        int number = window.number(thread, release);
        for (int t = 0; t < threads; t++) {
            if (t != thread && lock.acquires[t] != null) {
                int i = lastBelow(lock.acquires[t], Math.max(before(number, t), window.from[t]));
                if (i >= 0) {
                    orderReleaseBefore(t, lock.releases[t].getInt(i), thread, acquire);
                }
            }
        }
    }

    private void orderReleaseBefore(int thread, int release, int other, int acquire) {
        if (release == Integer.MAX_VALUE || acquire < window.from[other]) {
            contradiction = true;
        } else if (before(window.number(other, acquire), thread) <= release) {
            edge(window.model.event(thread, release), window.number(other, acquire));
        }
    }

    /** Index of the last entry below the limit, or -1. */
    private static int lastBelow(IntArrayList sorted, int limit) {
        int low = 0;
        int high = sorted.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (sorted.getInt(middle) < limit) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    /** An edge to an event that must directly follow its predecessor goes to that predecessor. */
    private void edge(int source, int target) {
        int to = target;
        while (true) {
            int e = window.event(to);
            int position = window.model.position(e);
            int thread = window.trace.thread(e);
            if (position <= window.from[thread] || !window.model.sticky(window.model.event(thread, position - 1))) {
                break;
            }
            to = window.number(thread, position - 1);
        }
        if (window.contains(source)) {
            edgeSource.add(window.number(source));
            edgeNext.add(firstEdge[to]);
            firstEdge[to] = edgeSource.size() - 1;
        }
    }
}
