// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.apache.commons.lang.math.IntRange;

/** LANG-481: the cached hash code of a range can be seen before it is complete. */
public final class Lang481 {
    public static void main(String[] args) throws Exception {
        IntRange range = new IntRange(3, 14);
        int[] seen = new int[2];
        Thread first = Play.start("first", () -> seen[0] = range.hashCode());
        Play.settle(first);
        Thread second = Play.start("second", () -> seen[1] = range.hashCode());
        Play.join(first, second);
        System.out.println(seen[0] == seen[1] ? "same hash code" : "two hash codes");
    }
}
