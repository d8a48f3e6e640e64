// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

import dev.foretell.trace.clip.AnomalyShape;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An anomaly as a sequence of accesses (PECAN section 3). Threads, variables and regions are numbers from 0, in the
 * order of first occurrence; equal numbers are the same thread, variable or region execution.
 *
 * @param name the user's name of it
 * @param description one line for reports; may be empty
 * @param threads T: the thread of each event
 * @param variables SV: the variable it accesses
 * @param regions AR: in which execution of an atomic region
 * @param writes AT: whether it writes
 * @param together true when all events, of different threads, have to be next at the same time, as in a race; else they
 *     happen in order
 */
public record Pattern(
        String name,
        String description,
        List<Integer> threads,
        List<Integer> variables,
        List<Integer> regions,
        List<Boolean> writes,
        boolean together) {
    public Pattern {
        threads = List.copyOf(threads);
        variables = List.copyOf(variables);
        regions = List.copyOf(regions);
        writes = List.copyOf(writes);
    }

    /** How many events it has. */
    public int size() {
        return threads.size();
    }

    /** The kinds of access in their order: {@code r-w-r}. */
    public String letters() {
        return writes.stream().map(write -> write ? "w" : "r").collect(Collectors.joining("-"));
    }

    /** The shape of its anomalies. */
    public AnomalyShape shape() {
        return together ? new AnomalyShape(false, variables, regions) : AnomalyShape.inOrder(variables, regions);
    }

    int threadCount() {
        return new HashSet<>(threads).size();
    }

    int variableCount() {
        return new HashSet<>(variables).size();
    }

    int regionCount() {
        return new HashSet<>(regions).size();
    }
}
