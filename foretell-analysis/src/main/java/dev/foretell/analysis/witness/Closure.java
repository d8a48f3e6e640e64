// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import dev.foretell.analysis.model.TraceModel;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The smallest trace ideal in which a goal is reached: a prefix of each thread, closed under the dependencies of its
 * events and under lock rules. Every witness contains this set; so when it contains an event that must only be next,
 * there is no witness.
 *
 * <p>Lock rules: of the critical sections on one lock in the set at most one may be open, and then it comes last; or
 * several that share the lock, and then they come after all exclusive ones. Which ones is a choice unless a thread must
 * stop or a section never ends. The default keeps the recorded order of sections (as sync-preserving closures do): an
 * open section stays open only if no later one on its lock is in the set. Every choice is recorded, so that the caller
 * can backtrack to the other.
 */
final class Closure {
    private final TraceModel model;
    private final Causality causality;
    private final DependentEvents dependents;
    private final WitnessQuery query;
    private final Map<Integer, Boolean> decided;
    private final int[] ends;
    /** By thread: the prefix that is closed under dependencies. */
    private final int[] closed;

    private final int[] limits;
    private final int[] visited;
    private final Map<Integer, Boolean> choices = new LinkedHashMap<>();
    private final IntArrayList lasts = new IntArrayList();
    private boolean reversal;
    private String reason;

    /** {@code decided}: by acquire, whether its section stays open; overrides the default choice. */
    Closure(Causality causality, DependentEvents dependents, WitnessQuery query, Map<Integer, Boolean> decided) {
        this.model = query.model;
        this.causality = causality;
        this.dependents = dependents;
        this.query = query;
        this.decided = decided;
        this.ends = new int[model.threadCount()];
        this.closed = new int[ends.length];
        this.limits = new int[ends.length];
        this.visited = new int[ends.length];
        Arrays.fill(limits, Integer.MAX_VALUE);
    }

    /** False when there is no such set under these decisions; then {@link #reason} is the explanation. */
    boolean close() {
        for (int e : query.goal.next()) {
            limit(model.trace().thread(e), model.position(e));
        }
        for (int e : query.free()) {
            limit(model.trace().thread(e), model.position(e) + 1);
        }
        for (int e : query.goal.chain()) {
            int thread = model.trace().thread(e);
            ends[thread] = Math.max(ends[thread], model.position(e) + 1);
        }
        for (int e : query.goal.next()) {
            if (model.fork(e) >= 0) {
                require(model.fork(e), e);
            }
        }
        checkChain();
        do {
            applyNeeds();
        } while (reason == null && applyLockRules());
        if (reason == null) {
            settle();
        }
        return reason == null;
    }

    /**
     * An event of the chain that depends on a later one cannot come before it: the most frequent reason, and cheap to
     * check.
     */
    private void checkChain() {
        int[] chain = query.goal.chain();
        for (int i = 0; i < chain.length && reason == null; i++) {
            int thread = model.trace().thread(chain[i]);
            int length = model.position(chain[i]) + (query.isFree(chain[i]) ? 0 : 1);
            int[] vector = causality.vector(thread, length);
            for (int j = i + 1; vector != null && j < chain.length && reason == null; j++) {
                int other = model.trace().thread(chain[j]);
                if (other != thread && vector[other] > model.position(chain[j])) {
                    reason = new RefutationText(model).dependsOnLater(chain[i], chain[j]);
                }
            }
        }
    }

    private void limit(int thread, int length) {
        limits[thread] = length;
        ends[thread] = length;
    }

    /** How many events of each thread are in the set. */
    int[] ends() {
        return ends;
    }

    String reason() {
        return reason;
    }

    /** The choices that were made by default, in the order in which they were made. */
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

    private void applyNeeds() {
        boolean more = true;
        while (more && reason == null) {
            more = false;
            for (int t = 0; t < ends.length && reason == null; t++) {
                if (closed[t] < ends[t]) {
                    more = true;
                    closed[t] = ends[t];
                    applyNeedsOf(t);
                }
            }
        }
    }

    private void applyNeedsOf(int thread) {
        int last = model.event(thread, ends[thread] - 1);
        boolean free = query.isFree(last);
        int[] vector = causality.vector(thread, free ? ends[thread] - 1 : ends[thread]);
        for (int t = 0; vector != null && t < ends.length; t++) {
            if (t != thread && vector[t] > ends[t]) {
                if (vector[t] > limits[t]) {
                    explain(thread, t);
                    return;
                }
                ends[t] = vector[t];
            }
        }
        int[] own = dependents.of(thread);
        while (visited[thread] < own.length && own[visited[thread]] < ends[thread] && reason == null) {
            int e = model.event(thread, own[visited[thread]++]);
            for (int source : query.dependencies(e)) {
                require(source, e);
            }
        }
        if (free && reason == null) {
            for (int source : query.dependencies(last)) {
                require(source, last);
            }
        }
        if (reason == null && model.inseparable(last)) {
            require(model.next(last), last);
        }
    }

    private void require(int needed, int dependent) {
        int thread = model.trace().thread(needed);
        int position = model.position(needed);
        if (position >= limits[thread]) {
            reason = new RefutationText(model).tooLate(dependent, needed, model.event(thread, limits[thread]));
        } else {
            ends[thread] = Math.max(ends[thread], position + 1);
        }
    }

    /** Follows the dependencies of a thread to the event that depends on one that must not have happened. */
    private void explain(int thread, int late) {
        int from = thread;
        while (reason == null) {
            int dependent = causality.firstNeeding(from, late, limits[late] + 1);
            for (int source : causality.dependencies(dependent)) {
                int owner = model.trace().thread(source);
                int[] vector = causality.vector(owner, model.position(source) + 1);
                if (owner == late && model.position(source) >= limits[late]) {
                    require(source, dependent);
                    return;
                }
                if (owner != late && vector != null && vector[late] > limits[late]) {
                    from = owner;
                }
            }
        }
    }

    /** Locks of sections that are open at the end of the set. */
    private IntLinkedOpenHashSet openLocks() {
        IntLinkedOpenHashSet open = new IntLinkedOpenHashSet();
        for (int t = 0; t < ends.length; t++) {
            if (ends[t] > 0) {
                for (int lock : model.locks(model.locksetAfter(model.event(t, ends[t] - 1)))) {
                    open.add(lock);
                }
            }
        }
        return open;
    }

    /** The last sections of each thread on one lock, -1 where there is none: exclusive and shared ones. */
    private int[][] lastSections(int lock) {
        return new int[][] {causality.lastAcquires(lock, false, ends), causality.lastAcquires(lock, true, ends)};
    }

    /** Closes sections that cannot stay open; whether the set has grown. */
    private boolean applyLockRules() {
        boolean grown = false;
        for (int lock : openLocks()) {
            int[][] last = lastSections(lock);
            for (int[] sections : last) {
                for (int t = 0; t < sections.length && reason == null; t++) {
                    if (sections[t] >= 0 && isOpen(sections[t])) {
                        grown |= closeIfExcluded(sections[t], last);
                    }
                }
            }
        }
        return grown && reason == null;
    }

    private boolean closeIfExcluded(int acquire, int[][] last) {
        int latest = latestExcluded(acquire, last);
        if (latest < 0) {
            return false;
        }
        int keep = kept(acquire, last);
        if (keep < 0) {
            boolean open = decided.containsKey(acquire) ? decided.get(acquire) : latest < acquire;
            if (open || isFixed(acquire)) {
                return false;
            }
            if (!decided.containsKey(acquire)) {
                choices.put(acquire, false);
            }
        } else if (isFixed(acquire) && !isFixed(keep)) {
            return false; // the other one has to be closed
        }
        return closeSection(acquire, keep >= 0 ? keep : latest);
    }

    private boolean closeSection(int acquire, int other) {
        if (isFixed(acquire)) {
            reason = new RefutationText(model).bothHold(other, acquire);
            return false;
        }
        require(model.partner(acquire), other);
        return true;
    }

    /**
     * An open section that has to stay open and excludes this one, rather one that never ends; -1 when there is none.
     */
    private int kept(int acquire, int[][] last) {
        int decision = -1;
        for (int[] sections : last) {
            for (int other : sections) {
                if (other >= 0 && exclude(acquire, other) && isOpen(other)) {
                    if (isFixed(other)) {
                        return other;
                    }
                    if (decided.containsKey(other) && decided.get(other)) {
                        decision = other;
                    }
                }
            }
        }
        return decision;
    }

    /** Whether two sections on one lock cannot be open at the same time. */
    private boolean exclude(int acquire, int other) {
        return model.trace().thread(acquire) != model.trace().thread(other)
                && !(model.trace().kind(acquire).isShared()
                        && model.trace().kind(other).isShared());
    }

    private boolean isOpen(int acquire) {
        int release = model.partner(acquire);
        return release < 0 || model.position(release) >= ends[model.trace().thread(acquire)];
    }

    private boolean isFixed(int acquire) {
        return model.partner(acquire) < 0 || limits[model.trace().thread(acquire)] < Integer.MAX_VALUE;
    }

    /** The latest section of the set that cannot be open together with this one, -1 when there is none. */
    private int latestExcluded(int acquire, int[][] last) {
        int latest = -1;
        for (int[] sections : last) {
            for (int other : sections) {
                if (other > latest && exclude(acquire, other)) {
                    latest = other;
                }
            }
        }
        return latest;
    }

    private void settle() {
        for (int lock : openLocks()) {
            int[][] last = lastSections(lock);
            for (int[] sections : last) {
                for (int acquire : sections) {
                    if (acquire >= 0 && isOpen(acquire)) {
                        settle(acquire, last);
                    }
                }
            }
        }
    }

    private void settle(int acquire, int[][] last) {
        int latest = latestExcluded(acquire, last);
        if (latest < 0) {
            return;
        }
        lasts.add(acquire);
        if (!isFixed(acquire) && !decided.containsKey(acquire)) {
            choices.put(acquire, true);
        }
        if (latest > acquire) {
            reversal = true;
            for (int[] sections : last) {
                checkReversal(acquire, sections);
            }
        }
    }

    /** A section cannot come last when another on its lock depends on an event after its acquire. */
    private void checkReversal(int acquire, int[] last) {
        int thread = model.trace().thread(acquire);
        for (int t = 0; t < last.length && reason == null; t++) {
            if (last[t] >= 0 && exclude(acquire, last[t])) {
                int release = model.partner(last[t]);
                int[] vector = causality.vector(t, model.position(release) + 1);
                if (vector != null && vector[thread] > model.position(acquire)) {
                    reason = new RefutationText(model).cannotComeLast(acquire, release);
                }
            }
        }
    }
}
