// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import dev.foretell.trace.clip.AnomalyShape;
import java.util.Arrays;

/**
 * Where a schedule shall lead: some events are done one after the other, then others are all next at the same time.
 *
 * <p>A race or a deadlock asks for nothing but the second. An atomicity violation (v1, v2, v3) asks for v1 and then v2
 * to be done, and v3 to be next; so does any pattern of events in a given order.
 *
 * @param chain to be done in this order; may be empty
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
