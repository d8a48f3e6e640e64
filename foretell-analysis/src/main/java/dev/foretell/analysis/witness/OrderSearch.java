package dev.foretell.analysis.witness;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * Puts the events of a saturated window into a valid order, one after the other, earliest recorded first, and takes
 * decisions back when they lead nowhere.
 *
 * <p>Only acquires and writes that compete with another thread are decisions: any other event that is ready can go at once
 * and takes nothing away from the others. A write is ready only when everybody who read the present value has done so;
 * therefore reads never fail. States from which nothing was found are remembered and not entered again.
 */
final class OrderSearch {
    private static final int MAX_RETRACTIONS = 20_000;

    private final Window window;
    private final Question question;
    private final Saturation order;
    private final Trace trace;
    private final int threads;
    private final int[] at;
    /** Reads not yet done of each write of the window, and of the value each variable had before it. */
    private final int[] readersLeft;

    private final Int2IntOpenHashMap initialReadersLeft = new Int2IntOpenHashMap();
    private final Int2IntOpenHashMap lastWrite = new Int2IntOpenHashMap();
    private final Int2IntOpenHashMap owner = new Int2IntOpenHashMap();
    private final IntArrayList steps = new IntArrayList();
    private final IntArrayList replaced = new IntArrayList();
    private final LongOpenHashSet dead = new LongOpenHashSet();
    private long state;
    private int retractions;
    private boolean gaveUp;

    OrderSearch(Window window, Saturation order, Question question) {
        this.window = window;
        this.question = question;
        this.order = order;
        this.trace = window.trace;
        this.threads = window.threads();
        this.at = window.from.clone();
        this.readersLeft = new int[window.size()];
        lastWrite.defaultReturnValue(-1);
        owner.defaultReturnValue(-1);
        for (Int2ObjectMap.Entry<Window.Accesses> entry : window.variables.int2ObjectEntrySet()) {
            for (int read : entry.getValue().reads) {
                if (question.isFree(window.event(read))) {
                    continue;
                }
                int writer = window.model.partner(window.event(read));
                if (window.contains(writer)) {
                    readersLeft[window.number(writer)]++;
                } else {
                    initialReadersLeft.addTo(entry.getIntKey(), 1);
                }
            }
        }
        for (Int2ObjectMap.Entry<Window.Sections> entry : window.locks.int2ObjectEntrySet()) {
            for (int t = 0; t < threads; t++) {
                IntArrayList acquires = entry.getValue().acquires[t];
                if (acquires != null && acquires.getInt(0) < window.from[t]) {
                    owner.put(entry.getIntKey(), t);
                }
            }
        }
    }

    boolean gaveUp() {
        return gaveUp;
    }

    /** The events in order, or null. */
    int[] run() {
        int floor = -1; // recorded place of the decision taken back last: only later ones are tried in its place
        while (steps.size() < window.size()) {
            int next = choose(floor);
            if (next >= 0) {
                floor = -1;
                apply(next);
                continue;
            }
            floor = retract();
            if (floor < 0) {
                return null;
            }
        }
        int[] events = new int[steps.size()];
        for (int i = 0; i < events.length; i++) {
            events[i] = window.event(steps.getInt(i));
        }
        return events;
    }

    /** The number of the event to do next, or -1. */
    private int choose(int floor) {
        int last = steps.isEmpty() ? -1 : window.event(steps.getInt(steps.size() - 1));
        if (last >= 0 && window.model.sticky(last)) {
            int thread = trace.thread(last);
            return floor < 0 && at[thread] < window.to[thread] && isReady(thread) ? number(thread) : -1;
        }
        int decision = -1;
        for (int t = 0; t < threads; t++) {
            if (at[t] < window.to[t] && isReady(t)) {
                int candidate = number(t);
                if (!isDecision(candidate)) {
                    if (floor < 0) {
                        return candidate;
                    }
                } else if (window.event(candidate) > floor
                        && (decision < 0 || window.event(candidate) < window.event(decision))) {
                    decision = candidate;
                }
            }
        }
        return decision >= 0 && floor < 0 && dead.contains(state) ? -1 : decision;
    }

    /** Takes back steps to the last decision; its event, or -1 when there is none left. */
    private int retract() {
        if (++retractions > MAX_RETRACTIONS) {
            gaveUp = true;
            return -1;
        }
        while (!steps.isEmpty()) {
            int number = steps.removeInt(steps.size() - 1);
            undo(number);
            boolean forced = !steps.isEmpty() && window.model.sticky(window.event(steps.getInt(steps.size() - 1)));
            if (isDecision(number) && !forced) {
                if (choose(window.event(number)) >= 0) {
                    return window.event(number);
                }
                dead.add(state);
            }
        }
        return -1;
    }

    private int number(int thread) {
        return window.number(thread, at[thread]);
    }

    private boolean isDecision(int number) {
        int e = window.event(number);
        EventKind kind = trace.kind(e);
        return kind == EventKind.ACQUIRE
                || kind == EventKind.WAIT
                || kind.isWrite() && window.variables.get(trace.target(e)).writingThreads > 1;
    }

    private boolean isReady(int thread) {
        int number = number(thread);
        if (!isOrdered(number, thread)) {
            return false;
        }
        int e = window.event(number);
        EventKind kind = trace.kind(e);
        if (kind.isWrite()) {
            return pendingReaders(trace.target(e)) == 0;
        }
        if (kind == EventKind.ACQUIRE) {
            return owner.get(trace.target(e)) < 0;
        }
        if (kind == EventKind.WAIT && window.model.sticky(e)) {
            return owner.get(trace.target(e)) < 0 && isOrdered(number + 1, thread);
        }
        return true;
    }

    private boolean isOrdered(int number, int thread) {
        for (int t = 0; t < threads; t++) {
            if (t != thread && order.before(number, t) > at[t]) {
                return false;
            }
        }
        return true;
    }

    private int pendingReaders(int variable) {
        int write = lastWrite.get(variable);
        return write < 0 ? initialReadersLeft.get(variable) : readersLeft[write];
    }

    private void countRead(int e, int change) {
        if (question.isFree(e)) {
            return;
        }
        int writer = window.model.partner(e);
        if (window.contains(writer)) {
            readersLeft[window.number(writer)] += change;
        } else {
            initialReadersLeft.addTo(trace.target(e), change);
        }
    }

    private void apply(int number) {
        int e = window.event(number);
        int thread = trace.thread(e);
        EventKind kind = trace.kind(e);
        if (kind.isRead()) {
            countRead(e, -1);
        } else if (kind.isWrite()) {
            int variable = trace.target(e);
            replaced.add(lastWrite.put(variable, number));
            state += mix(threads + variable, number) - mix(threads + variable, replaced.getInt(replaced.size() - 1));
        } else if (kind == EventKind.ACQUIRE) {
            owner.put(trace.target(e), thread);
        } else if (kind == EventKind.RELEASE) {
            owner.remove(trace.target(e));
        }
        state += mix(thread, at[thread] + 1) - mix(thread, at[thread]);
        at[thread]++;
        steps.add(number);
    }

    private void undo(int number) {
        int e = window.event(number);
        int thread = trace.thread(e);
        EventKind kind = trace.kind(e);
        at[thread]--;
        state -= mix(thread, at[thread] + 1) - mix(thread, at[thread]);
        if (kind.isRead()) {
            countRead(e, 1);
        } else if (kind.isWrite()) {
            int variable = trace.target(e);
            int before = replaced.removeInt(replaced.size() - 1);
            lastWrite.put(variable, before);
            state -= mix(threads + variable, number) - mix(threads + variable, before);
        } else if (kind == EventKind.ACQUIRE) {
            owner.remove(trace.target(e));
        } else if (kind == EventKind.RELEASE) {
            owner.put(trace.target(e), thread);
        }
    }

    private static long mix(int key, int value) {
        long z = ((long) key << 32 | (value & 0xffffffffL)) + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
