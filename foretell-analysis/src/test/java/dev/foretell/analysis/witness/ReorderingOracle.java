// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Every correct reordering of a small trace, by brute force: all states that are reachable by executing one event after
 * the other. Written from the definition in docs/design/04-prediction.md, with no thought for speed, and with no code
 * of the model, the builder or the checker.
 */
public final class ReorderingOracle {
    private static final int MAX_STATES = 2_000_000;

    private final Trace trace;
    private final int[][] threads;
    private final int[] index;
    private final int[] saw;
    private final int[] waker;
    private final int[] initDepth;
    private final ReadsFromRule values;
    private List<State> stops;

    public ReorderingOracle(Trace trace) {
        this(trace, ReadsFromRule.SAME);
    }

    /**
     * Reads that {@code values} does not bind may read from any write: reorderings that only keep partial order and
     * locks.
     */
    public ReorderingOracle(Trace trace, ReadsFromRule values) {
        this.trace = trace;
        this.values = values;
        int n = trace.size();
        index = new int[n];
        saw = new int[n];
        waker = new int[n];
        initDepth = new int[n];
        List<List<Integer>> own = new ArrayList<>();
        trace.threads().forEach(t -> own.add(new ArrayList<>()));
        for (int e = 0; e < n; e++) {
            index[e] = own.get(trace.thread(e)).size();
            own.get(trace.thread(e)).add(e);
        }
        threads = own.stream()
                .map(list -> list.stream().mapToInt(i -> i).toArray())
                .toArray(int[][]::new);
        for (int e = 0; e < n; e++) {
            saw[e] = sawWrite(e);
            initDepth[e] = depthAfter(e);
        }
        Arrays.fill(waker, -1);
        for (int e = 0; e < n; e++) {
            if (trace.kind(e) == EventKind.NOTIFY || trace.kind(e) == EventKind.NOTIFY_ALL) {
                wake(e);
            }
        }
        for (int e = 0; e < n; e++) {
            if (trace.kind(e) == EventKind.WAKE && waker[e] < 0) {
                for (int m = 0; m < e; m++) {
                    if (isNotifyFor(m, e)) {
                        waker[e] = m;
                    }
                }
            }
        }
    }

    private int sawWrite(int e) {
        for (int w = e - 1; trace.kind(e).isRead() && w >= 0; w--) {
            if (trace.kind(w).isWrite() && trace.target(w) == trace.target(e)) {
                return w;
            }
        }
        return -1;
    }

    private int depthAfter(int e) {
        int depth = 0;
        for (int i = 0; i <= index[e]; i++) {
            EventKind kind = trace.kind(threads[trace.thread(e)][i]);
            depth += kind == EventKind.INIT_BEGIN ? 1 : kind == EventKind.INIT_END && depth > 0 ? -1 : 0;
        }
        return depth;
    }

    private boolean isNotifyFor(int notify, int wait) {
        int before = index[wait] == 0 ? -1 : threads[trace.thread(wait)][index[wait] - 1];
        return (trace.kind(notify) == EventKind.NOTIFY || trace.kind(notify) == EventKind.NOTIFY_ALL)
                && trace.target(notify) == trace.target(wait)
                && before >= 0
                && trace.kind(before) == EventKind.RELEASE
                && trace.target(before) == trace.target(wait)
                && before < notify
                && notify < wait;
    }

    /** A notify wakes the thread that has waited longest, a notifyAll all. */
    private void wake(int notify) {
        int best = -1;
        for (int wait = notify + 1; wait < trace.size(); wait++) {
            if (trace.kind(wait) == EventKind.WAKE && isNotifyFor(notify, wait) && waker[wait] < 0) {
                if (trace.kind(notify) == EventKind.NOTIFY_ALL) {
                    waker[wait] = notify;
                } else if (best < 0 || came(wait) < came(best)) {
                    best = wait;
                }
            }
        }
        if (best >= 0) {
            waker[best] = notify;
        }
    }

    private int came(int wait) {
        return threads[trace.thread(wait)][index[wait] - 1];
    }

    /** The position of each thread, the last write of each variable, and which waits have been notified. */
    private record State(List<Integer> at, List<Integer> values, Set<Integer> woken, int mustGoOn) {}

    private State start() {
        List<Integer> values = new ArrayList<>();
        for (int v = 0; v < trace.variableCount(); v++) {
            values.add(-1);
        }
        List<Integer> at = new ArrayList<>();
        for (int t = 0; t < threads.length; t++) {
            at.add(0);
        }
        return new State(at, values, Set.of(), -1);
    }

    /** The state after this thread's next event, or null when that is not enabled. */
    private State step(State s, int thread) {
        if (s.at().get(thread) == threads[thread].length || s.mustGoOn() >= 0 && s.mustGoOn() != thread) {
            return null;
        }
        int e = threads[thread][s.at().get(thread)];
        if (!isEnabled(s, e)) {
            return null;
        }
        List<Integer> at = new ArrayList<>(s.at());
        List<Integer> values = new ArrayList<>(s.values());
        Set<Integer> woken = new HashSet<>(s.woken());
        at.set(thread, at.get(thread) + 1);
        if (trace.kind(e).isWrite()) {
            values.set(trace.target(e), e);
        }
        for (int wait = 0; wait < trace.size(); wait++) {
            if (trace.kind(wait) == EventKind.WAKE
                    && waker[wait] == e
                    && s.at().get(trace.thread(wait)) == index[wait]) {
                woken.add(wait);
            }
        }
        State next = new State(at, values, woken, goesOn(e) ? thread : -1);
        if (trace.kind(e) == EventKind.WAKE && goesOn(e) && isHeld(next, trace.target(e))) {
            return null;
        }
        return next;
    }

    private boolean goesOn(int e) {
        int[] own = threads[trace.thread(e)];
        if (index[e] + 1 == own.length) {
            return false;
        }
        int next = own[index[e] + 1];
        EventKind kind = trace.kind(next);
        boolean wait =
                trace.kind(e) == EventKind.WAKE && kind == EventKind.ACQUIRE && trace.target(e) == trace.target(next);
        boolean init = initDepth[e] > 0
                && (kind == EventKind.FORK || kind == EventKind.INIT_BEGIN || kind == EventKind.INIT_END);
        return wait || init;
    }

    private boolean isEnabled(State s, int e) {
        int thread = trace.thread(e);
        int target = trace.target(e);
        if (!isStarted(s, e)) {
            return false;
        }
        switch (trace.kind(e)) {
            case READ, VOLATILE_READ -> {
                boolean bound = values == ReadsFromRule.SAME
                        || values == ReadsFromRule.OTHER_PLAIN && trace.kind(e) == EventKind.VOLATILE_READ;
                return !bound || s.values().get(target) == saw[e];
            }
            case ACQUIRE -> {
                return !isHeld(s, target);
            }
            case ACQUIRE_SHARED -> {
                for (int t = 0; t < threads.length; t++) {
                    if (t != thread && holds(s, t, target, false)) {
                        return false;
                    }
                }
                return !holds(s, thread, target, true);
            }
            case PERMIT_ACQUIRE -> {
                return mayAcquirePermit(s, e);
            }
            case TRY_ACQUIRE_FAILED -> {
                return isFailedTry(s, e);
            }
            case TRY_PERMIT_FAILED -> {
                return isFailedPermitTry(s, e);
            }
            case WAKE -> {
                return waker[e] < 0 || s.woken().contains(e);
            }
            case JOIN -> {
                return allDone(s, e, other -> trace.thread(other) == target && target != thread);
            }
            case OBSERVE -> {
                return allDone(s, e, other -> trace.kind(other) == EventKind.PUBLISH && trace.target(other) == target);
            }
            case INIT_USE -> {
                int end = -1;
                for (int other = 0; other < e; other++) {
                    if (trace.kind(other) == EventKind.INIT_END && trace.target(other) == target) {
                        end = other;
                    }
                }
                return end < 0 || isDone(s, end);
            }
            default -> {
                return true;
            }
        }
    }

    private boolean isStarted(State s, int e) {
        int thread = trace.thread(e);
        return allDone(
                s, e, f -> trace.kind(f) == EventKind.FORK && trace.target(f) == thread && trace.thread(f) != thread);
    }

    private boolean allDone(State s, int e, IntPredicate needed) {
        for (int other = 0; other < e; other++) {
            if (needed.test(other) && !isDone(s, other)) {
                return false;
            }
        }
        return true;
    }

    private boolean isDone(State s, int e) {
        return index[e] < s.at().get(trace.thread(e));
    }

    private boolean isHeld(State s, int lock) {
        for (int t = 0; t < threads.length; t++) {
            if (holds(s, t, lock, false) || holds(s, t, lock, true)) {
                return true;
            }
        }
        return false;
    }

    private boolean holds(State s, int thread, int lock, boolean share) {
        boolean holds = false;
        for (int i = 0; i < s.at().get(thread); i++) {
            int e = threads[thread][i];
            if (trace.target(e) == lock) {
                EventKind kind = trace.kind(e);
                holds |= kind == (share ? EventKind.ACQUIRE_SHARED : EventKind.ACQUIRE);
                holds &= kind != (share ? EventKind.RELEASE_SHARED : EventKind.RELEASE);
            }
        }
        return holds;
    }

    /**
     * The j-th permit acquire depends on the first j-p releases. That this suffices is checked: wherever the rule
     * allows an acquire, the semaphore must have a permit left.
     */
    private boolean mayAcquirePermit(State s, int take) {
        int semaphore = trace.target(take);
        int lacking = 1 - trace.initialPermits(semaphore);
        for (int e = 0; e < take; e++) {
            lacking += isOn(e, EventKind.PERMIT_ACQUIRE, semaphore) ? 1 : 0;
        }
        for (int e = 0; e < take && lacking > 0; e++) {
            if (isOn(e, EventKind.PERMIT_RELEASE, semaphore)) {
                lacking--;
                if (!isDone(s, e)) {
                    return false;
                }
            }
        }
        int left = trace.initialPermits(semaphore);
        for (int e = 0; e < trace.size(); e++) {
            if (isDone(s, e)) {
                left += isOn(e, EventKind.PERMIT_RELEASE, semaphore) ? 1 : 0;
                left -= isOn(e, EventKind.PERMIT_ACQUIRE, semaphore) ? 1 : 0;
            }
        }
        if (left < 1) {
            throw new AssertionError("no permit is left for " + take);
        }
        return true;
    }

    /** The section that made it fail, the exclusive one or else the last, is open. */
    private boolean isFailedTry(State s, int e) {
        int blocker = -1;
        for (int a = 0; a < e; a++) {
            boolean candidate = trace.kind(a).isAcquire()
                    && trace.target(a) == trace.target(e)
                    && trace.thread(a) != trace.thread(e)
                    && endOf(a) > e;
            if (candidate && (blocker < 0 || trace.kind(blocker).isShared())) {
                blocker = a;
            }
        }
        return blocker < 0 || isDone(s, blocker) && (endOf(blocker) == trace.size() || !isDone(s, endOf(blocker)));
    }

    /** The release of what was acquired, or the end of the trace. */
    private int endOf(int acquire) {
        int e = acquire + 1;
        while (e < trace.size()
                && !(trace.thread(e) == trace.thread(acquire)
                        && trace.target(e) == trace.target(acquire)
                        && trace.kind(e)
                                == (trace.kind(acquire).isShared() ? EventKind.RELEASE_SHARED : EventKind.RELEASE))) {
            e++;
        }
        return e;
    }

    /**
     * All earlier permit acquires have happened, no later release has: then there is no permit, as in the random
     * traces.
     */
    private boolean isFailedPermitTry(State s, int e) {
        int semaphore = trace.target(e);
        int left = trace.initialPermits(semaphore);
        for (int other = 0; other < trace.size(); other++) {
            if (isOn(other, EventKind.PERMIT_ACQUIRE, semaphore) && other < e && !isDone(s, other)
                    || isOn(other, EventKind.PERMIT_RELEASE, semaphore) && other > e && isDone(s, other)) {
                return false;
            }
            if (isDone(s, other)) {
                left += isOn(other, EventKind.PERMIT_RELEASE, semaphore) ? 1 : 0;
                left -= isOn(other, EventKind.PERMIT_ACQUIRE, semaphore) ? 1 : 0;
            }
        }
        if (left > 0) {
            throw new AssertionError("there is a permit for " + e);
        }
        return true;
    }

    private boolean isOn(int e, EventKind kind, int target) {
        return trace.kind(e) == kind && trace.target(e) == target;
    }

    /** Whether a thread blocks an acquire. */
    private boolean blocks(State s, int thread, int acquire) {
        int lock = trace.target(acquire);
        return holds(s, thread, lock, false)
                || trace.kind(acquire) == EventKind.ACQUIRE && holds(s, thread, lock, true);
    }

    /** Whether threads can follow this schedule step by step and may be stopped at its end. */
    public boolean isValid(int[] schedule) {
        State s = start();
        for (int e : schedule) {
            if (s.at().get(trace.thread(e)) != index[e]) {
                return false;
            }
            s = step(s, trace.thread(e));
            if (s == null) {
                return false;
            }
        }
        return s.mustGoOn() < 0;
    }

    /** The next event of each thread after a schedule, valid or not, to extend it. */
    public List<Integer> next(int[] schedule) {
        int[] at = new int[threads.length];
        for (int e : schedule) {
            at[trace.thread(e)]++;
        }
        List<Integer> next = new ArrayList<>();
        for (int t = 0; t < threads.length; t++) {
            if (at[t] < threads[t].length) {
                next.add(threads[t][at[t]]);
            }
        }
        return next;
    }

    /** Whether after some correct reordering these events are all next; they must not be in an initialiser. */
    public boolean together(int... events) {
        return stops().stream().anyMatch(s -> {
            for (int e : events) {
                if (s.at().get(trace.thread(e)) != index[e] || initDepth[e] > 0 || !isStarted(s, e)) {
                    return false;
                }
            }
            return true;
        });
    }

    /** As {@link #together}, and each event acquires a lock that the thread of the next one holds. */
    public boolean deadlock(int... acquires) {
        return stops().stream().anyMatch(s -> {
            for (int i = 0; i < acquires.length; i++) {
                int e = acquires[i];
                int next = acquires[(i + 1) % acquires.length];
                if (s.at().get(trace.thread(e)) != index[e]
                        || initDepth[e] > 0
                        || !isStarted(s, e)
                        || !blocks(s, trace.thread(next), e)) {
                    return false;
                }
            }
            return true;
        });
    }

    /**
     * Whether some correct reordering has these events in this order, but for the last one, which is then next. A read
     * of the pattern may read from any write if it is the last event of its thread.
     */
    public boolean inOrder(int... events) {
        for (int e : events) {
            if (initDepth[e] > 0) {
                return false;
            }
        }
        Set<Progress> seen = new HashSet<>();
        Deque<Progress> open = new ArrayDeque<>();
        Progress first = new Progress(start(), 0, Set.of());
        open.add(first);
        seen.add(first);
        int last = events[events.length - 1];
        while (!open.isEmpty()) {
            Progress p = open.poll();
            if (p.done() == events.length - 1
                    && p.state().mustGoOn() < 0
                    && p.state().at().get(trace.thread(last)) == index[last]
                    && !p.diverged().contains(trace.thread(last))
                    && isStarted(p.state(), last)) {
                return true;
            }
            for (int t = 0; t < threads.length; t++) {
                for (Progress next : successors(p, t, events)) {
                    if (seen.add(next)) {
                        open.add(next);
                    }
                }
            }
            if (seen.size() > MAX_STATES) {
                throw new IllegalStateException("too many states for brute force");
            }
        }
        return false;
    }

    /** How much of a pattern has happened, and which threads have read from another write than recorded. */
    private record Progress(State state, int done, Set<Integer> diverged) {}

    private List<Progress> successors(Progress p, int t, int[] events) {
        if (p.diverged().contains(t) || p.state().at().get(t) == threads[t].length) {
            return List.of();
        }
        int e = threads[t][p.state().at().get(t)];
        boolean due = p.done() < events.length - 1 && events[p.done()] == e;
        boolean early = false;
        for (int i = p.done(); i < events.length; i++) {
            early |= events[i] == e && !due;
        }
        if (early) {
            return List.of();
        }
        State next = step(p.state(), t);
        if (next != null) {
            return List.of(new Progress(next, p.done() + (due ? 1 : 0), p.diverged()));
        }
        if (due
                && trace.kind(e).isRead()
                && isStarted(p.state(), e)
                && p.state().mustGoOn() < 0) {
            List<Integer> at = new ArrayList<>(p.state().at());
            at.set(t, at.get(t) + 1);
            Set<Integer> diverged = new HashSet<>(p.diverged());
            diverged.add(t);
            State s = p.state();
            return List.of(new Progress(new State(at, s.values(), s.woken(), -1), p.done() + 1, diverged));
        }
        return List.of();
    }

    private List<State> stops() {
        if (stops == null) {
            stops = new ArrayList<>();
            Set<State> seen = new HashSet<>();
            Deque<State> open = new ArrayDeque<>();
            open.add(start());
            seen.add(start());
            while (!open.isEmpty()) {
                State s = open.poll();
                if (s.mustGoOn() < 0) {
                    stops.add(s);
                }
                for (int t = 0; t < threads.length; t++) {
                    State next = step(s, t);
                    if (next != null && seen.add(next)) {
                        open.add(next);
                    }
                }
                if (seen.size() > MAX_STATES) {
                    throw new IllegalStateException("too many states for brute force");
                }
            }
        }
        return stops;
    }
}
