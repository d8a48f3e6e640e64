// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.clip;

import dev.foretell.trace.anomaly.AnomalyKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How the events of an anomaly are related: a pattern in PECAN's sense (section 3) without its events.
 *
 * @param inOrder true when they happen one after the other, in the order given, the last one being next; false when
 *     they are all next at the same time, in different threads
 * @param variables a number for each event: the same number, the same variable (or lock); other numbers, others
 * @param regions a number for each event: the same number, the same execution of an atomic region
 */
public record AnomalyShape(boolean inOrder, List<Integer> variables, List<Integer> regions) {
    /** No anomaly. */
    public static final AnomalyShape NONE = new AnomalyShape(false, List.of(), List.of());
    /** Two accesses to one variable. */
    public static final AnomalyShape RACE = new AnomalyShape(false, List.of(0, 0), List.of(0, 1));

    public AnomalyShape {
        variables = List.copyOf(variables);
        regions = List.copyOf(regions);
        if (variables.size() != regions.size()) {
            throw new IllegalArgumentException("variables and regions are not of the same length");
        }
    }

    /** A cycle of threads, each waiting for a lock that the next one holds. */
    public static AnomalyShape lockCycle(int threads) {
        List<Integer> numbers = numbers(threads);
        return new AnomalyShape(false, numbers, numbers);
    }

    /** Events one after the other; equal numbers are the same variable or region. */
    public static AnomalyShape inOrder(List<Integer> variables, List<Integer> regions) {
        return new AnomalyShape(true, variables, regions);
    }

    /** How many events there are. */
    public int size() {
        return variables.size();
    }

    /** The shape of a kind whose events are not in sequence: it follows from their number. */
    static AnomalyShape of(AnomalyKind kind, int events) {
        return switch (kind.arrangement()) {
            case AT_ONCE -> new AnomalyShape(false, Collections.nCopies(events, 0), numbers(events));
            case LOCK_CYCLE -> lockCycle(events);
            case IN_SEQUENCE, NONE -> NONE;
        };
    }

    private static List<Integer> numbers(int events) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            numbers.add(i);
        }
        return numbers;
    }
}
