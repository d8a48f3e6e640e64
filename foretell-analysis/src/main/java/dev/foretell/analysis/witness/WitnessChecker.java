// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks schedules independently: from the raw trace, sharing nothing with the model or the builder, so that a mistake
 * there is detected here; written for clarity, not speed (but linear).
 *
 * <p>A schedule is valid when it has a prefix of each thread's events; no event precedes the fork, end, notify,
 * initialisation or publish that it followed; no lock is held twice, unless all its holders share it; the j-th acquire
 * of a semaphore with p initial permits follows the first j-p permit releases; a failed try is inside the critical
 * section, or between the permit acquires and releases, that made it fail; every read reads from the recorded write;
 * and inseparable events are not separated. The chain of the goal must have happened in its order; only its reads may
 * read from another write, and then their thread executes nothing more. The other events of the goal must all be next;
 * without a chain they must be two conflicting accesses, or a cycle of threads each acquiring a lock that the next one
 * holds.
 */
public final class WitnessChecker {
    private final Trace trace;
    private final int[] indexInThread;
    private final int[][] ofThread;
    private final int[] sawWrite;
    private final boolean[] inInitialiser;
    private final Map<Integer, Integer> forkBefore = new HashMap<>();
    private final Map<Integer, Integer> wokenBy = new HashMap<>();
    private final Map<Integer, Integer> initialisedBy = new HashMap<>();
    private final Map<Integer, Map<Integer, Integer>> publishesBefore = new HashMap<>();
    /** By semaphore: its permit releases in recorded order; and by permit acquire how many of these must precede it. */
    private final List<List<Integer>> permitReleases = new ArrayList<>();

    private final Map<Integer, Integer> releasesBefore = new HashMap<>();
    /** By semaphore: its permit acquires in recorded order; and by failed try how many of these preceded it. */
    private final List<List<Integer>> permitAcquires = new ArrayList<>();

    private final Map<Integer, Integer> acquiresBefore = new HashMap<>();
    /**
     * By failed tryLock: the acquire and the release of the critical section that made it fail, -1 when that never
     * ended.
     */
    private final Map<Integer, int[]> failedIn = new HashMap<>();

    public WitnessChecker(Trace trace) {
        this.trace = trace;
        int n = trace.size();
        indexInThread = new int[n];
        sawWrite = new int[n];
        inInitialiser = new boolean[n];
        int[] lengths = new int[trace.threads().size()];
        for (int e = 0; e < n; e++) {
            indexInThread[e] = lengths[trace.thread(e)]++;
        }
        ofThread = new int[lengths.length][];
        for (int t = 0; t < lengths.length; t++) {
            ofThread[t] = new int[lengths[t]];
        }
        for (int e = 0; e < n; e++) {
            ofThread[trace.thread(e)][indexInThread[e]] = e;
        }
        noteWhatWasSeen();
        notePermits();
        noteFailedTries();
        noteWhoWaitedForWhom();
    }

    /** The first violated rule of this schedule, with these events all next; empty when it is valid. */
    public Optional<String> problem(int[] schedule, int... together) {
        return problem(schedule, Goal.together(together));
    }

    /** The first violated rule of this schedule for the goal; empty when it is valid. */
    public Optional<String> problem(int[] schedule, Goal goal) {
        return problem(schedule, goal, ReadsFromRule.SAME);
    }

    /**
     * As {@link #problem(int[], Goal)}, but some reads may read from any write: in such a schedule the threads may take
     * other branches.
     */
    public Optional<String> problem(int[] schedule, Goal goal, ReadsFromRule values) {
        return Optional.ofNullable(new Run(goal, values).check(schedule));
    }

    private void noteWhatWasSeen() {
        int[] latest = new int[trace.variableCount()];
        Arrays.fill(latest, -1);
        for (int e = 0; e < trace.size(); e++) {
            if (trace.kind(e).isWrite()) {
                latest[trace.target(e)] = e;
            } else if (trace.kind(e).isRead()) {
                sawWrite[e] = latest[trace.target(e)];
            }
        }
    }

    private void notePermits() {
        for (int semaphore = 0; semaphore < trace.semaphoreCount(); semaphore++) {
            permitReleases.add(new ArrayList<>());
            permitAcquires.add(new ArrayList<>());
        }
        for (int e = 0; e < trace.size(); e++) {
            int semaphore = trace.target(e);
            if (trace.kind(e) == EventKind.PERMIT_RELEASE) {
                permitReleases.get(semaphore).add(e);
            } else if (trace.kind(e) == EventKind.PERMIT_ACQUIRE) {
                permitAcquires.get(semaphore).add(e);
                int lacking = permitAcquires.get(semaphore).size() - trace.initialPermits(semaphore);
                releasesBefore.put(
                        e, Math.min(lacking, permitReleases.get(semaphore).size()));
            } else if (trace.kind(e) == EventKind.TRY_PERMIT_FAILED) {
                acquiresBefore.put(e, permitAcquires.get(semaphore).size());
                releasesBefore.put(e, permitReleases.get(semaphore).size());
            }
        }
    }

    /** Of the holders of a lock at a failed tryLock the exclusive one counts, or the one that acquired a share last. */
    private void noteFailedTries() {
        Set<Integer> failed = new HashSet<>();
        for (int e = 0; e < trace.size(); e++) {
            if (trace.kind(e) == EventKind.TRY_ACQUIRE_FAILED) {
                failed.add(trace.target(e));
            }
        }
        Map<Integer, List<int[]>> sections = new HashMap<>();
        for (int e = 0; e < trace.size() && !failed.isEmpty(); e++) {
            EventKind kind = trace.kind(e);
            if (kind.isAcquire() && failed.contains(trace.target(e))) {
                sections.computeIfAbsent(trace.target(e), k -> new ArrayList<>())
                        .add(new int[] {e, -1});
            } else if (kind.isRelease()) {
                for (int[] section : List.copyOf(sections.getOrDefault(trace.target(e), List.of()))) {
                    boolean own = trace.thread(section[0]) == trace.thread(e)
                            && trace.kind(section[0]).isShared() == kind.isShared();
                    if (own) {
                        section[1] = e;
                        sections.get(trace.target(e)).remove(section);
                    }
                }
            } else if (kind == EventKind.TRY_ACQUIRE_FAILED) {
                int[] blocker = null;
                for (int[] section : sections.getOrDefault(trace.target(e), List.of())) {
                    boolean alone = blocker != null && !trace.kind(blocker[0]).isShared();
                    if (trace.thread(section[0]) != trace.thread(e) && !alone) {
                        blocker = section;
                    }
                }
                if (blocker != null) {
                    failedIn.put(e, blocker);
                }
            }
        }
    }

    private void noteWhoWaitedForWhom() {
        Map<Integer, Integer> forked = new HashMap<>();
        Map<Integer, Integer> initialised = new HashMap<>();
        Map<Integer, Map<Integer, Integer>> published = new HashMap<>();
        int[] depth = new int[ofThread.length];
        for (int e = 0; e < trace.size(); e++) {
            int thread = trace.thread(e);
            Integer fork = forked.remove(thread);
            if (fork != null) {
                forkBefore.put(e, fork);
            }
            switch (trace.kind(e)) {
                case FORK -> {
                    if (trace.target(e) != thread) {
                        forked.put(trace.target(e), e);
                    }
                }
                case NOTIFY, NOTIFY_ALL -> wake(e);
                case INIT_BEGIN -> depth[thread]++;
                case INIT_END -> {
                    depth[thread] = Math.max(0, depth[thread] - 1);
                    initialised.put(trace.target(e), e);
                }
                case INIT_USE -> {
                    if (initialised.containsKey(trace.target(e))) {
                        initialisedBy.put(e, initialised.get(trace.target(e)));
                    }
                }
                case PUBLISH ->
                    published
                            .computeIfAbsent(trace.target(e), k -> new HashMap<>())
                            .put(thread, e);
                case OBSERVE ->
                    publishesBefore.put(e, new HashMap<>(published.getOrDefault(trace.target(e), Map.of())));
                case READ, WRITE, VOLATILE_READ, VOLATILE_WRITE -> {}
                case ACQUIRE, RELEASE, ACQUIRE_SHARED, RELEASE_SHARED, TRY_ACQUIRE_FAILED -> {}
                case PERMIT_ACQUIRE, PERMIT_RELEASE, TRY_PERMIT_FAILED -> {}
                case BEGIN, END, JOIN, WAKE, REGION_BEGIN, REGION_END -> {}
            }
            inInitialiser[e] = depth[thread] > 0;
        }
    }

    /** Finds the waits that a notify ends: of those under way, the one begun first, or all. */
    private void wake(int notify) {
        int oldest = -1;
        int oldestRelease = Integer.MAX_VALUE;
        for (int t = 0; t < ofThread.length; t++) {
            int wait = waitUnderWay(t, notify);
            if (wait < 0) {
                continue;
            }
            boolean woken = wokenBy.containsKey(wait) && wokenBy.get(wait) >= 0;
            if (trace.kind(notify) == EventKind.NOTIFY_ALL && !woken) {
                wokenBy.put(wait, notify);
            } else if (!woken) {
                // Possibly not the one woken; then the last notify during the wait counts. Kept as a negative number.
                wokenBy.put(wait, -2 - notify);
                int release = ofThread[t][indexInThread[wait] - 1];
                if (release < oldestRelease) {
                    oldest = wait;
                    oldestRelease = release;
                }
            }
        }
        if (oldest >= 0) {
            wokenBy.put(oldest, notify);
        }
    }

    /** The WAKE of a thread on the notify's lock whose release is before the notify and which is after it. */
    private int waitUnderWay(int thread, int notify) {
        int after = Arrays.binarySearch(ofThread[thread], notify);
        int next = after >= 0 ? after : -after - 1;
        if (after >= 0 || next == 0 || next >= ofThread[thread].length) {
            return -1;
        }
        int wait = ofThread[thread][next];
        int release = ofThread[thread][next - 1];
        boolean waits = trace.kind(wait) == EventKind.WAKE
                && trace.kind(release) == EventKind.RELEASE
                && trace.target(wait) == trace.target(notify)
                && trace.target(release) == trace.target(notify);
        return waits ? wait : -1;
    }

    /** Whether the thread's next event must follow this event immediately. */
    private boolean isInseparable(int e) {
        int index = indexInThread[e] + 1;
        int[] own = ofThread[trace.thread(e)];
        if (trace.kind(e) != EventKind.WAKE && !inInitialiser[e] || index >= own.length) {
            return false;
        }
        EventKind then = trace.kind(own[index]);
        if (trace.kind(e) == EventKind.WAKE
                && then == EventKind.ACQUIRE
                && trace.target(e) == trace.target(own[index])) {
            return true;
        }
        return inInitialiser[e]
                && (then == EventKind.FORK || then == EventKind.INIT_BEGIN || then == EventKind.INIT_END);
    }

    /** The state while one schedule is checked. */
    private final class Run {
        private final int[] done = new int[ofThread.length];
        private final int[] holder = new int[trace.lockCount()];
        /** By lock: the threads that share it. */
        private final Map<Integer, BitSet> sharers = new HashMap<>();
        /** By semaphore: the length of the recorded sequence of permit releases that has happened completely. */
        private final int[] releasedSoFar = new int[trace.semaphoreCount()];
        /** The same for permit acquires; and the highest permit release that has happened. */
        private final int[] acquiredSoFar = new int[trace.semaphoreCount()];

        private final int[] highestRelease = new int[trace.semaphoreCount()];

        private final int[] value = new int[trace.variableCount()];
        private final Map<Integer, Integer> when = new HashMap<>();
        private final Goal goal;
        private final ReadsFromRule values;
        private int chained;
        /** Threads that have read from another write than recorded, and must stop. */
        private final Set<Integer> diverged = new HashSet<>();

        Run(Goal goal, ReadsFromRule values) {
            this.goal = goal;
            this.values = values;
        }

        String check(int[] schedule) {
            Arrays.fill(value, -1);
            Arrays.fill(holder, -1);
            int previous = -1;
            for (int i = 0; i < schedule.length; i++) {
                int e = schedule[i];
                int thread = trace.thread(e);
                if (indexInThread[e] != done[thread]) {
                    return describe(e) + " is not the next event of its thread";
                }
                if (previous >= 0 && isInseparable(previous) && trace.thread(previous) != thread) {
                    return describe(previous) + " must be followed immediately by the next event of its thread";
                }
                if (diverged.contains(thread)) {
                    return describe(e) + " follows a read of its thread from another write than recorded";
                }
                String problem = step(e, thread, i);
                if (problem != null) {
                    return problem;
                }
                if (chained < goal.chain().length && goal.chain()[chained] == e) {
                    chained++;
                }
                done[thread]++;
                previous = e;
            }
            if (previous >= 0 && isInseparable(previous)) {
                return "the schedule ends, but " + describe(previous) + " must be followed immediately";
            }
            if (chained < goal.chain().length) {
                return describe(goal.chain()[chained]) + " does not happen in the order of the pattern";
            }
            return goal.next().length == 0 ? null : checkNext(goal.next());
        }

        private String step(int e, int thread, int i) {
            int target = trace.target(e);
            if (forkBefore.containsKey(e) && !isDone(forkBefore.get(e))) {
                return describe(e) + " comes before its thread is started";
            }
            return switch (trace.kind(e)) {
                case READ, VOLATILE_READ -> {
                    boolean bound = switch (values) {
                        case SAME -> true;
                        case OTHER_PLAIN ->
                            trace.kind(e) == EventKind.VOLATILE_READ
                                    && Arrays.stream(goal.chain()).noneMatch(c -> c == e);
                        case OTHER -> false;
                    };
                    if (bound && value[target] != sawWrite[e]) {
                        // The last read of the pattern in a thread may read from any write.
                        if (chained == goal.chain().length || goal.chain()[chained] != e) {
                            yield describe(e) + " would not read from the recorded write";
                        }
                        diverged.add(thread);
                    }
                    yield null;
                }
                case WRITE, VOLATILE_WRITE -> {
                    value[target] = e;
                    yield null;
                }
                case ACQUIRE -> {
                    if (holder[target] >= 0
                            || sharers.containsKey(target) && !sharers(target).isEmpty()) {
                        yield describe(e) + " acquires a lock that is held";
                    }
                    holder[target] = thread;
                    yield null;
                }
                case RELEASE -> {
                    if (holder[target] == thread) {
                        holder[target] = -1;
                    }
                    if (!wokenBy.isEmpty()) {
                        when.put(e, i);
                    }
                    yield null;
                }
                case ACQUIRE_SHARED -> {
                    if (holder[target] >= 0 && holder[target] != thread
                            || sharers(target).get(thread)) {
                        yield describe(e) + " shares a lock that is held";
                    }
                    sharers(target).set(thread);
                    yield null;
                }
                case RELEASE_SHARED -> {
                    sharers(target).clear(thread);
                    yield null;
                }
                case PERMIT_ACQUIRE -> {
                    releasedSoFar[target] = done(permitReleases.get(target), releasedSoFar[target]);
                    if (releasedSoFar[target] < releasesBefore.get(e)) {
                        yield describe(e) + " acquires a permit before it is released";
                    }
                    yield null;
                }
                case PERMIT_RELEASE -> {
                    highestRelease[target] = Math.max(
                            highestRelease[target], Collections.binarySearch(permitReleases.get(target), e) + 1);
                    yield null;
                }
                case TRY_PERMIT_FAILED -> {
                    acquiredSoFar[target] = done(permitAcquires.get(target), acquiredSoFar[target]);
                    if (acquiredSoFar[target] < acquiresBefore.get(e)
                            || highestRelease[target] > releasesBefore.get(e)) {
                        yield describe(e) + " would find more permits than recorded";
                    }
                    yield null;
                }
                case TRY_ACQUIRE_FAILED -> {
                    int[] section = failedIn.get(e);
                    if (section != null && (!isDone(section[0]) || section[1] >= 0 && isDone(section[1]))) {
                        yield describe(e) + " is outside of the critical section that made it fail";
                    }
                    yield null;
                }
                case NOTIFY, NOTIFY_ALL -> {
                    when.put(e, i);
                    yield null;
                }
                case WAKE -> checkWait(e, thread);
                case JOIN -> {
                    int before = target < 0 ? 0 : -1 - Arrays.binarySearch(ofThread[target], e);
                    if (target >= 0 && target != thread && done[target] < before) {
                        yield describe(e) + " comes before the end of the thread it waits for";
                    }
                    yield null;
                }
                case INIT_USE -> {
                    if (initialisedBy.containsKey(e)
                            && trace.thread(initialisedBy.get(e)) != thread
                            && !isDone(initialisedBy.get(e))) {
                        yield describe(e) + " uses a class before it is initialised";
                    }
                    yield null;
                }
                case OBSERVE -> {
                    for (int signal : publishesBefore.get(e).values()) {
                        if (!isDone(signal)) {
                            yield describe(e) + " precedes a publish that it followed";
                        }
                    }
                    yield null;
                }
                case FORK, BEGIN, END, INIT_BEGIN, INIT_END, PUBLISH, REGION_BEGIN, REGION_END -> null;
            };
        }

        /** The length of the prefix of these events that has happened, at least {@code known}. */
        private int done(List<Integer> events, int known) {
            int count = known;
            while (count < events.size() && isDone(events.get(count))) {
                count++;
            }
            return count;
        }

        private BitSet sharers(int lock) {
            return sharers.computeIfAbsent(lock, k -> new BitSet());
        }

        private String checkWait(int wait, int thread) {
            Integer notify = wokenBy.get(wait);
            if (notify == null) {
                return null;
            }
            int waker = notify >= 0 ? notify : -2 - notify;
            int release = ofThread[thread][indexInThread[wait] - 1];
            if (!when.containsKey(waker) || when.get(waker) < when.get(release)) {
                return describe(wait) + " was not notified while it waited";
            }
            return null;
        }

        private String checkNext(int[] anomaly) {
            Set<Integer> threads = new HashSet<>();
            boolean accesses = true;
            boolean acquires = true;
            for (int e : anomaly) {
                if (indexInThread[e] != done[trace.thread(e)] || !threads.add(trace.thread(e))) {
                    return describe(e) + " is not next after the schedule";
                }
                if (forkBefore.containsKey(e) && !isDone(forkBefore.get(e))) {
                    return describe(e) + " cannot be next: its thread is not started";
                }
                if (inInitialiser[e]) {
                    return describe(e) + " is in a class initialiser";
                }
                if (diverged.contains(trace.thread(e))) {
                    return describe(e) + " cannot be next: its thread has read from another write than recorded";
                }
                accesses &= trace.kind(e) == EventKind.READ || trace.kind(e) == EventKind.WRITE;
                acquires &= trace.kind(e) == EventKind.ACQUIRE || trace.kind(e) == EventKind.ACQUIRE_SHARED;
            }
            if (goal.chain().length > 0) {
                return null;
            }
            if (accesses && anomaly.length == 2) {
                return checkRace(anomaly[0], anomaly[1]);
            }
            return acquires && anomaly.length >= 2 ? checkDeadlock(anomaly) : "these events are no anomaly";
        }

        private String checkRace(int e, int other) {
            boolean conflict = trace.target(e) == trace.target(other)
                    && (trace.kind(e) == EventKind.WRITE || trace.kind(other) == EventKind.WRITE);
            return conflict ? null : describe(e) + " does not conflict with " + describe(other);
        }

        /** Each acquires a lock that the next one holds, in a cycle. */
        private String checkDeadlock(int[] anomaly) {
            for (int i = 0; i < anomaly.length; i++) {
                int next = trace.thread(anomaly[(i + 1) % anomaly.length]);
                boolean blocked = holder[trace.target(anomaly[i])] == next
                        || trace.kind(anomaly[i]) == EventKind.ACQUIRE
                                && sharers(trace.target(anomaly[i])).get(next);
                if (!blocked) {
                    return describe(anomaly[i])
                            + " would not block: its lock is not held by the next thread of the cycle";
                }
            }
            return null;
        }

        private boolean isDone(int e) {
            return indexInThread[e] < done[trace.thread(e)];
        }
    }

    private String describe(int e) {
        return "event " + e + " (" + trace.kind(e) + " at "
                + trace.site(trace.siteOf(e)).position() + ")";
    }
}
