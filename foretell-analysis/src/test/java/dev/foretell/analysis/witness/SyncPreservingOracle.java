// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Every sync-preserving reordering of a small trace, by brute force, from the definition: threads execute event by
 * event, a read only when it reads from the recorded write, an acquire only when its lock is free and no later acquire
 * of it (later in the trace) has been done; those that only share a lock do not count for each other. For traces
 * without waits and class initialisers, whose steps must not be separated.
 */
final class SyncPreservingOracle {
    private final Trace trace;
    private final List<List<Integer>> threads = new ArrayList<>();
    private final Set<State> states = new HashSet<>();

    /**
     * The position of each thread, the last write of each variable, the latest acquire done of each lock, exclusive and
     * of a share, and the acquires that are not released.
     */
    private record State(
            List<Integer> at, List<Integer> values, List<Integer> acquires, List<Integer> shares, Set<Integer> held) {}

    SyncPreservingOracle(Trace trace) {
        this.trace = trace;
        trace.threads().forEach(t -> threads.add(new ArrayList<>()));
        for (int e = 0; e < trace.size(); e++) {
            threads.get(trace.thread(e)).add(e);
        }
        explore();
    }

    static boolean canJudge(Trace trace) {
        for (int e = 0; e < trace.size(); e++) {
            if (trace.kind(e) == EventKind.WAKE || trace.kind(e) == EventKind.INIT_BEGIN) {
                return false;
            }
        }
        return true;
    }

    boolean together(int... events) {
        return states.stream().anyMatch(s -> {
            for (int e : events) {
                if (next(s, trace.thread(e)) != e || !isStarted(s, e)) {
                    return false;
                }
            }
            return true;
        });
    }

    private void explore() {
        State start = new State(
                Collections.nCopies(threads.size(), 0),
                Collections.nCopies(trace.variableCount(), -1),
                Collections.nCopies(trace.lockCount(), -1),
                Collections.nCopies(trace.lockCount(), -1),
                Set.of());
        Deque<State> open = new ArrayDeque<>(List.of(start));
        states.add(start);
        while (!open.isEmpty()) {
            State s = open.poll();
            for (int t = 0; t < threads.size(); t++) {
                int e = next(s, t);
                if (e >= 0 && isEnabled(s, e)) {
                    State after = after(s, e);
                    if (states.add(after)) {
                        open.add(after);
                    }
                }
            }
        }
    }

    private int next(State s, int thread) {
        int at = s.at().get(thread);
        return at < threads.get(thread).size() ? threads.get(thread).get(at) : -1;
    }

    private boolean isDone(State s, int e) {
        return threads.get(trace.thread(e)).indexOf(e) < s.at().get(trace.thread(e));
    }

    private boolean isStarted(State s, int e) {
        for (int f = 0; f < e; f++) {
            if (trace.kind(f) == EventKind.FORK && trace.target(f) == trace.thread(e) && !isDone(s, f)) {
                return false;
            }
        }
        return true;
    }

    private boolean isEnabled(State s, int e) {
        int target = trace.target(e);
        if (!isStarted(s, e)) {
            return false;
        }
        return switch (trace.kind(e)) {
            case READ, VOLATILE_READ -> s.values().get(target) == lastWriteBefore(e);
            case ACQUIRE ->
                s.held().stream().noneMatch(a -> trace.target(a) == target)
                        && s.acquires().get(target) < e
                        && s.shares().get(target) < e;
            case ACQUIRE_SHARED ->
                s.held().stream()
                                .noneMatch(a -> trace.target(a) == target
                                        && trace.kind(a) == EventKind.ACQUIRE
                                        && trace.thread(a) != trace.thread(e))
                        && s.acquires().get(target) < e;
            case PERMIT_ACQUIRE -> {
                int lacking = 1 - trace.initialPermits(target);
                for (int other = 0; other < e; other++) {
                    lacking += trace.kind(other) == EventKind.PERMIT_ACQUIRE && trace.target(other) == target ? 1 : 0;
                }
                boolean all = true;
                for (int other = 0; other < e && lacking > 0; other++) {
                    if (trace.kind(other) == EventKind.PERMIT_RELEASE && trace.target(other) == target) {
                        all &= isDone(s, other);
                        lacking--;
                    }
                }
                yield all;
            }
            case TRY_ACQUIRE_FAILED -> {
                int blocker = blocker(trace, e);
                yield blocker < 0 || s.held().contains(blocker);
            }
            case TRY_PERMIT_FAILED -> {
                boolean same = true;
                for (int other = 0; other < trace.size(); other++) {
                    same &= trace.target(other) != target
                            || (other > e || trace.kind(other) != EventKind.PERMIT_ACQUIRE || isDone(s, other))
                                    && (other < e
                                            || trace.kind(other) != EventKind.PERMIT_RELEASE
                                            || !isDone(s, other));
                }
                yield same;
            }
            case JOIN -> {
                boolean over = true;
                for (int other = 0; other < e; other++) {
                    over &= trace.thread(other) != target || isDone(s, other);
                }
                yield over;
            }
            case OBSERVE -> {
                boolean all = true;
                for (int other = 0; other < e; other++) {
                    all &= trace.kind(other) != EventKind.PUBLISH || trace.target(other) != target || isDone(s, other);
                }
                yield all;
            }
            default -> true;
        };
    }

    /** The acquire of the exclusive holder at a failed tryLock, or of the latest sharer; -1 for none. */
    static int blocker(Trace trace, int e) {
        int blocker = -1;
        for (int a = 0; a < e; a++) {
            EventKind kind = trace.kind(a);
            if (trace.target(a) != trace.target(e) || trace.thread(a) == trace.thread(e) || !kind.isAcquire()) {
                continue;
            }
            boolean open = true;
            for (int r = a + 1; r < e; r++) {
                open &= trace.thread(r) != trace.thread(a)
                        || trace.target(r) != trace.target(a)
                        || trace.kind(r) != (kind.isShared() ? EventKind.RELEASE_SHARED : EventKind.RELEASE);
            }
            if (open && (blocker < 0 || trace.kind(blocker).isShared())) {
                blocker = a;
            }
        }
        return blocker;
    }

    private int lastWriteBefore(int e) {
        int last = -1;
        for (int other = 0; other < e; other++) {
            if (trace.kind(other).isWrite() && trace.target(other) == trace.target(e)) {
                last = other;
            }
        }
        return last;
    }

    private State after(State s, int e) {
        List<Integer> at = new ArrayList<>(s.at());
        List<Integer> values = new ArrayList<>(s.values());
        List<Integer> acquires = new ArrayList<>(s.acquires());
        List<Integer> shares = new ArrayList<>(s.shares());
        Set<Integer> held = new HashSet<>(s.held());
        at.set(trace.thread(e), at.get(trace.thread(e)) + 1);
        if (trace.kind(e).isWrite()) {
            values.set(trace.target(e), e);
        } else if (trace.kind(e) == EventKind.ACQUIRE) {
            acquires.set(trace.target(e), e);
            held.add(e);
        } else if (trace.kind(e) == EventKind.ACQUIRE_SHARED) {
            shares.set(trace.target(e), Math.max(shares.get(trace.target(e)), e));
            held.add(e);
        } else if (trace.kind(e) == EventKind.RELEASE || trace.kind(e) == EventKind.RELEASE_SHARED) {
            EventKind taken = trace.kind(e) == EventKind.RELEASE ? EventKind.ACQUIRE : EventKind.ACQUIRE_SHARED;
            held.removeIf(a ->
                    trace.kind(a) == taken && trace.thread(a) == trace.thread(e) && trace.target(a) == trace.target(e));
        }
        return new State(at, values, acquires, shares, held);
    }
}
