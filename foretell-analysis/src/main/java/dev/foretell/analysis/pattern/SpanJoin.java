// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

import java.util.function.Consumer;

/**
 * Finds the spans of another thread's line that a span can interleave with. For a span, the others that happen too
 * early are a prefix of their line, those too late a suffix; the rest is found by bisection. So the cost is close to
 * linear in the groups, never quadratic in the accesses.
 */
public final class SpanJoin {
    /** How many groups of a line are compared with another line. */
    private static final int MAX_GROUPS = 4096;
    /** How many partners, evenly spread, a group gets besides its neighbours in time. */
    private static final int SPREAD = 4;
    /** How many partners are checked one by one where segments do not decide and none of the sample matches. */
    private static final int MAX_CHECKED = 64;

    private final MutationCondition condition;
    private final LocksetProfiles profiles;
    private final Spans left;
    private final Spans right;
    private long combinations;
    private int thinned;

    public SpanJoin(MutationCondition condition, LocksetProfiles profiles, Spans left, Spans right) {
        this.condition = condition;
        this.profiles = profiles;
        this.left = left;
        this.right = right;
    }

    /** How many pairs of groups have matched so far. */
    public long combinations() {
        return combinations;
    }

    /** For how many pairs of lines not all groups were compared. */
    public int thinned() {
        return thinned;
    }

    /** Passes on a sample of all matches of the line of groups {@code [from, to)} with one of the other side. */
    public void compare(
            Interleaving interleaving, int from, int to, int otherFrom, int otherTo, Consumer<int[]> matches) {
        if (!interleaving.locksAdmit(profiles, left, from, right, otherFrom)) {
            return;
        }
        int step = 1 + (to - from - 1) / MAX_GROUPS;
        thinned += step > 1 ? 1 : 0;
        for (int u = from; u < to; u += step) {
            int low = firstNotTooEarly(interleaving, u, otherFrom, otherTo);
            int high = firstTooLate(interleaving, u, low, otherTo);
            if (low < high) {
                sample(interleaving, u, low, high, matches);
            }
        }
    }

    private void sample(Interleaving interleaving, int u, int low, int high, Consumer<int[]> matches) {
        int near = nearest(u, low, high);
        boolean check = !interleaving.segmentsDecide(left, u, right, near);
        boolean any = false;
        int step = 1 + (high - low - 1) / SPREAD;
        for (int v = low; v < high; v += step) {
            if (v != near && v != near - 1) {
                any |= add(interleaving, u, v, check, matches);
            }
        }
        for (int v = Math.max(low, near - 1); v <= near; v++) {
            any |= add(interleaving, u, v, check, matches);
        }
        for (int v = low; v < high && v < low + MAX_CHECKED && !any; v++) {
            any = add(interleaving, u, v, true, matches);
        }
        combinations += any ? high - low : 0;
    }

    /** The first group of the other side that was recorded after this one, if it is among the given ones. */
    private int nearest(int u, int from, int to) {
        int low = from;
        int high = to - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (right.firstA(middle) > left.firstA(u)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private boolean add(Interleaving interleaving, int u, int v, boolean check, Consumer<int[]> matches) {
        boolean several = left.firstB(u) != left.lastB(u);
        boolean otherSeveral = right.firstB(v) != right.lastB(v);
        boolean any = false;
        for (int i = 0; i < (several ? 2 : 1); i++) {
            for (int j = 0; j < (otherSeveral ? 2 : 1); j++) {
                int[] events = interleaving.order(
                        i == 0 ? left.firstA(u) : left.lastA(u),
                        i == 0 ? left.firstB(u) : left.lastB(u),
                        j == 0 ? right.firstA(v) : right.lastA(v),
                        j == 0 ? right.firstB(v) : right.lastB(v));
                if (!check || condition.inOrder(events)) {
                    matches.accept(events);
                    any = true;
                }
            }
        }
        return any;
    }

    private int firstNotTooEarly(Interleaving interleaving, int u, int from, int to) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (interleaving.isTooEarly(left, u, right, middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int firstTooLate(Interleaving interleaving, int u, int from, int to) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (interleaving.isTooLate(left, u, right, middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
