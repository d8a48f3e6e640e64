// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

/** How a span (a, b) of one thread and a span (c, d) of another interleave; in a triple c and d are the same. */
public enum Interleaving {
    /** a, c, b. */
    TRIPLE {
        @Override
        boolean isTooEarly(Spans left, int u, Spans right, int v) {
            return right.endsBeforeStart(v, left, u);
        }

        @Override
        boolean isTooLate(Spans left, int u, Spans right, int v) {
            return left.endsBeforeStart(u, right, v);
        }

        @Override
        boolean locksAdmit(LocksetProfiles profiles, Spans left, int u, Spans right, int v) {
            return profiles.admits(left.profile(u), right.locksA(v));
        }

        @Override
        int[] order(int a, int b, int c, int d) {
            return new int[] {a, c, b};
        }
    },
    /** a, c, d, b. */
    NESTED {
        @Override
        boolean isTooEarly(Spans left, int u, Spans right, int v) {
            return right.startsBeforeStart(v, left, u);
        }

        @Override
        boolean isTooLate(Spans left, int u, Spans right, int v) {
            return left.endsBeforeEnd(u, right, v);
        }

        @Override
        boolean locksAdmit(LocksetProfiles profiles, Spans left, int u, Spans right, int v) {
            return profiles.admits(left.profile(u), right.locksA(v))
                    && profiles.admits(left.profile(u), right.locksB(v));
        }

        @Override
        int[] order(int a, int b, int c, int d) {
            return new int[] {a, c, d, b};
        }
    },
    /** a, c, b, d. */
    ALTERNATING {
        @Override
        boolean isTooEarly(Spans left, int u, Spans right, int v) {
            return right.startsBeforeStart(v, left, u) || right.endsBeforeEnd(v, left, u);
        }

        @Override
        boolean isTooLate(Spans left, int u, Spans right, int v) {
            return left.endsBeforeStart(u, right, v);
        }

        @Override
        boolean locksAdmit(LocksetProfiles profiles, Spans left, int u, Spans right, int v) {
            return profiles.admits(left.profile(u), right.locksA(v))
                    && profiles.admits(right.profile(v), left.locksB(u));
        }

        @Override
        boolean segmentsDecide(Spans left, int u, Spans right, int v) {
            return left.isOneSegment(u) && right.isOneSegment(v);
        }

        @Override
        int[] order(int a, int b, int c, int d) {
            return new int[] {a, c, b, d};
        }
    };

    /** Whether happens-before has (c, d) too early for it. In a line of spans these come first. */
    abstract boolean isTooEarly(Spans left, int u, Spans right, int v);

    /** Whether happens-before has (c, d) too late for it. In a line of spans these come last. */
    abstract boolean isTooLate(Spans left, int u, Spans right, int v);

    /** Whether each event that interleaves two others has a point there at which its locks are free. */
    abstract boolean locksAdmit(LocksetProfiles profiles, Spans left, int u, Spans right, int v);

    /**
     * Whether spans that are neither too early nor too late and whose locks are free satisfy the whole mutation
     * condition.
     */
    boolean segmentsDecide(Spans left, int u, Spans right, int v) {
        return left.isOneSegment(u);
    }

    /** The events in the order of the interleaving. */
    abstract int[] order(int a, int b, int c, int d);
}
