// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import dev.foretell.trace.clip.AnomalyShape;
import java.util.Arrays;

/**
 * What a schedule has to reach: some events have happened in a given order, then others are all next at the same time.
 *
 * <p>A race or a deadlock has only the second part. For an atomicity violation (v1, v2, v3), v1 and then v2 have
 * happened and v3 is next; likewise for any pattern of events in a given order.
 *
 * @param chain have happened in this order; may be empty
 * @param next events of different threads that are all next in the end
 */
public record Goal(int[] chain, int[] next) {
    /** All at once. */
    public static Goal together(int... events) {
        return new Goal(new int[0], events);
    }

    /** One after the other; the last one is next. */
    public static Goal inOrder(int... events) {
        int last = events.length - 1;
        return new Goal(Arrays.copyOf(events, last), new int[] {events[last]});
    }

    /** These events in this shape. */
    public static Goal of(AnomalyShape shape, int... events) {
        return shape.inOrder() ? inOrder(events) : together(events);
    }
}
