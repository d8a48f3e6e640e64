package dev.foretell.analysis.witness;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The smallest set of events that must have happened when given events are all next: a prefix of each thread, closed
 * under what events need of other threads and under lock rules. Whatever order a witness has, it contains this set; so
 * when the set would have to contain one of the given events there is no witness.
 *
 * <p>Lock rules: of the critical sections on one lock in the set at most one may be open, and then it comes last. Which one,
 * is a choice unless a given event lies in it or it never ends. The default is the choice that keeps the recorded order
 * of sections (as sync-preserving closures do): an open section stays open only if no later one on its lock is in the
 * set. Every choice made is written down, so that the caller can come back and ask for the other.
 */
final class Closure {
    private final TraceModel model;
    private final Demands demands;
    private final Wording wording;
    private final int[] anomaly;
    private final Map<Integer, Boolean> decided;
    private final int[] ends;
    private final int[] limits;
    private final int[] visited;
    private final Int2ObjectOpenHashMap<int[]> lastAcquires = new Int2ObjectOpenHashMap<>();
    private final Map<Integer, Boolean> choices = new LinkedHashMap<>();
    private final IntArrayList lasts = new IntArrayList();
    private boolean reversal;
    private String reason;

    /** {@code decided} says of acquires whether their section stays open; it overrides the default choice. */
    Closure(TraceModel model, Demands demands, int[] anomaly, Map<Integer, Boolean> decided) {
        this.model = model;
        this.demands = demands;
        this.wording = new Wording(model);
        this.anomaly = anomaly;
        this.decided = decided;
        this.ends = new int[model.threadCount()];
        this.limits = new int[ends.length];
        this.visited = new int[ends.length];
        Arrays.fill(limits, Integer.MAX_VALUE);
    }

    /** False when there is no such set under these decisions; then {@link #reason} says why. */
    boolean close() {
        for (int e : anomaly) {
            int thread = model.trace().thread(e);
            limits[thread] = model.position(e);
            ends[thread] = limits[thread];
        }
        for (int e : anomaly) {
            if (model.fork(e) >= 0) {
                require(model.fork(e), e);
            }
        }
        do {
            drain();
        } while (reason == null && applyLockRules());
        if (reason == null) {
            settle();
        }
        return reason == null;
    }

    /** How many events of each thread are in the set. */
    int[] ends() {
        return ends;
    }

    String reason() {
        return reason;
    }

    /** The choices that were made by default, in the order in which they came up. */
    Map<Integer, Boolean> choices() {
        return choices;
    }

    /** Acquires whose sections stay open and must come after all others on their lock. */
    IntArrayList lasts() {
        return lasts;
    }

    /** Whether one of these does not come last in the recorded order. */
    boolean needsReversal() {
        return reversal;
    }

    private void drain() {
        boolean more = true;
        while (more && reason == null) {
            more = false;
            for (int t = 0; t < ends.length && reason == null; t++) {
                int[] own = demands.of(t);
                while (visited[t] < own.length && own[visited[t]] < ends[t] && reason == null) {
                    visit(model.event(t, own[visited[t]++]));
                    more = true;
                }
            }
        }
    }

    private void visit(int e) {
        for (int source : model.needs(e)) {
            require(source, e);
        }
        if (model.trace().kind(e) == EventKind.ACQUIRE) {
            int[] last = lastAcquires.get(model.trace().target(e));
            if (last == null) {
                last = new int[ends.length];
                Arrays.fill(last, -1);
                lastAcquires.put(model.trace().target(e), last);
            }
            last[model.trace().thread(e)] = e;
        }
        if (model.sticky(e)) {
            require(model.next(e), e);
        }
    }

    private void require(int needed, int demanding) {
        int thread = model.trace().thread(needed);
        int position = model.position(needed);
        if (position >= limits[thread]) {
            reason = wording.tooLate(demanding, needed, model.event(thread, limits[thread]));
        } else {
            ends[thread] = Math.max(ends[thread], position + 1);
        }
    }

    /** Closes sections that may not stay open; whether the set has grown. */
    private boolean applyLockRules() {
        boolean grown = false;
        for (int[] last : lastAcquires.values()) {
            int keep = kept(last);
            int latest = latest(last);
            for (int t = 0; t < last.length && reason == null; t++) {
                int acquire = last[t];
                if (acquire < 0 || acquire == keep || !isOpen(acquire) || onlyUser(last, t)) {
                    continue;
                }
                if (keep >= 0 || acquire != latest || decided.containsKey(acquire)) {
                    if (keep < 0 && !decided.containsKey(acquire)) {
                        choices.put(acquire, false);
                    }
                    grown |= closeSection(acquire, keep >= 0 ? keep : latest);
                }
            }
        }
        return grown && reason == null;
    }

    private boolean closeSection(int acquire, int other) {
        int release = model.partner(acquire);
        if (isFixed(acquire)) {
            reason = wording.bothHold(acquire, other);
            return false;
        }
        require(release, other);
        return true;
    }

    /** The open section on a lock that has to stay open, or -1. */
    private int kept(int[] last) {
        int decision = -1;
        for (int acquire : last) {
            if (acquire >= 0 && isOpen(acquire)) {
                if (isFixed(acquire)) {
                    return acquire;
                }
                if (decided.containsKey(acquire) && decided.get(acquire)) {
                    decision = acquire;
                }
            }
        }
        return decision;
    }

    private boolean isOpen(int acquire) {
        int release = model.partner(acquire);
        return release < 0 || model.position(release) >= ends[model.trace().thread(acquire)];
    }

    private boolean isFixed(int acquire) {
        return model.partner(acquire) < 0 || limits[model.trace().thread(acquire)] < Integer.MAX_VALUE;
    }

    private static int latest(int[] last) {
        int latest = -1;
        for (int acquire : last) {
            latest = Math.max(latest, acquire);
        }
        return latest;
    }

    private static boolean onlyUser(int[] last, int thread) {
        for (int t = 0; t < last.length; t++) {
            if (t != thread && last[t] >= 0) {
                return false;
            }
        }
        return true;
    }

    private void settle() {
        for (int[] last : lastAcquires.values()) {
            for (int t = 0; t < last.length; t++) {
                int acquire = last[t];
                if (acquire >= 0 && isOpen(acquire) && !onlyUser(last, t)) {
                    lasts.add(acquire);
                    reversal |= acquire != latest(last);
                    if (!isFixed(acquire) && !decided.containsKey(acquire)) {
                        choices.put(acquire, true);
                    }
                }
            }
        }
    }
}
