// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

import dev.foretell.analysis.model.InterleavingPoints;
import dev.foretell.analysis.model.TraceModel;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers for the sets of locksets of a thread between two of its events; equal sets have equal numbers. */
public final class LocksetProfiles {
    /** Where the lockset changes more often, a point without locks is assumed. */
    private static final int MAX_CHANGES = 256;

    private final TraceModel model;
    private final InterleavingPoints points;
    private final List<int[]> profiles = new ArrayList<>();
    private final Int2IntOpenHashMap singles = new Int2IntOpenHashMap();
    private final Map<List<Integer>, Integer> numbers = new HashMap<>();

    public LocksetProfiles(TraceModel model, InterleavingPoints points) {
        this.model = model;
        this.points = points;
        singles.defaultReturnValue(-1);
    }

    /** The profile between two accesses of a thread, given by their {@link InterleavingPoints.Cursor#at}. */
    public int of(int thread, int from, int to) {
        if (from == to) {
            return single(points.at(thread, from));
        }
        int[] sets = points.between(thread, from, to, MAX_CHANGES);
        if (sets == null) {
            return single(0);
        }
        return sets.length == 1 ? single(sets[0]) : several(sets);
    }

    /** Whether an event with this lockset can interleave at some point. */
    public boolean admits(int profile, int lockset) {
        for (int set : profiles.get(profile)) {
            if (model.disjoint(set, lockset)) {
                return true;
            }
        }
        return false;
    }

    private int single(int lockset) {
        int known = singles.get(lockset);
        if (known < 0) {
            known = profiles.size();
            profiles.add(new int[] {lockset});
            singles.put(lockset, known);
        }
        return known;
    }

    private int several(int[] sets) {
        Integer known = numbers.putIfAbsent(Arrays.stream(sets).boxed().toList(), profiles.size());
        if (known == null) {
            profiles.add(sets);
            return profiles.size() - 1;
        }
        return known;
    }
}
