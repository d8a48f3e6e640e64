// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.detect;

import dev.foretell.trace.clip.AnomalyShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The candidate groups of one detector, one for each set of places, variables and shape. */
public final class CandidateGroups {
    private final Map<Key, CandidateGroup> groups = new LinkedHashMap<>();

    private record Key(String variables, List<Integer> places, AnomalyShape shape, String label) {}

    /** The group for these places (see {@link SourcePlaces}), whatever their order; made when there is none. */
    public CandidateGroup of(String variables, AnomalyShape shape, String label, int... places) {
        Key key = new Key(variables, sorted(places), shape, label);
        return groups.computeIfAbsent(key, k -> new CandidateGroup(shape, label));
    }

    /**
     * Removes each group of a shape when there is one of the better shape with the same variables, places and label.
     */
    public void dropIfAlso(AnomalyShape shape, AnomalyShape better) {
        groups.keySet()
                .removeIf(key -> key.shape.equals(shape)
                        && groups.containsKey(new Key(key.variables, key.places, better, key.label)));
    }

    public List<CandidateGroup> list() {
        return List.copyOf(groups.values());
    }

    /** Ascending, each once; there are few. */
    private static List<Integer> sorted(int[] places) {
        int[] sorted = places.clone();
        Arrays.sort(sorted);
        List<Integer> list = new ArrayList<>(sorted.length);
        for (int i = 0; i < sorted.length; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                list.add(sorted[i]);
            }
        }
        return list;
    }
}
