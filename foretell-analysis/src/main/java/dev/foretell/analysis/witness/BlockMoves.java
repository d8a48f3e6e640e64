// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import dev.foretell.analysis.model.TraceModel;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * The blocks that PECAN's reordering moves, and where to (Algorithms 3 and 4 and their general form). An event of the
 * chain that was recorded too early moves, one stage after its predecessor, from its outermost lock on or alone;
 * critical sections that have to be the last on their lock move to the end.
 */
final class BlockMoves {
    private final WitnessQuery query;
    private final Closure closure;
    private final TraceModel model;

    BlockMoves(WitnessQuery query, Closure closure) {
        this.query = query;
        this.closure = closure;
        this.model = query.model;
    }

    /** Alternatives, the simplest first; each a list of stages. */
    List<List<int[]>> choices() {
        List<List<int[]>> choices = new ArrayList<>();
        IntArrayList lasts = new IntArrayList();
        for (int acquire : closure.lasts()) {
            lasts.add(model.regionStart(acquire));
        }
        if (query.goal.chain().length == 0) {
            choices.add(List.of(lasts.toIntArray()));
            for (int e : query.goal.next()) {
                int region = model.regionStart(e);
                if (region >= 0 && region != e) {
                    choices.add(List.of(new int[] {region}));
                    lasts.add(region);
                }
            }
            choices.add(List.of(lasts.toIntArray()));
            return choices;
        }
        for (boolean wholeRegions : new boolean[] {true, false}) {
            List<int[]> stages = chainStages(wholeRegions);
            if (closure.needsReversal()) {
                stages.add(lasts.toIntArray());
            }
            choices.add(stages);
        }
        return choices;
    }

    /** Moves to try where there is no closure: the regions of the goal's events, one by one and all together. */
    static List<List<int[]>> forGuess(WitnessQuery query) {
        List<List<int[]>> choices = new ArrayList<>();
        BlockMoves blocks = new BlockMoves(query, null);
        IntArrayList all = new IntArrayList();
        for (int e : query.goal.next()) {
            int region = blocks.start(e, query.goal.chain().length);
            if (region != e) {
                all.add(region);
            }
        }
        if (query.goal.chain().length == 0) {
            all.forEach(region -> choices.add(List.of(new int[] {region})));
            choices.add(List.of(all.toIntArray()));
            return choices;
        }
        for (boolean wholeRegions : new boolean[] {true, false}) {
            List<int[]> stages = blocks.chainStages(wholeRegions);
            choices.add(new ArrayList<>(stages));
            if (!all.isEmpty()) {
                stages.add(all.toIntArray());
                choices.add(stages);
            }
        }
        return choices;
    }

    private List<int[]> chainStages(boolean wholeRegions) {
        int[] chain = query.goal.chain();
        List<IntArrayList> stages = new ArrayList<>();
        for (int i = 1; i < chain.length; i++) {
            if (chain[i] < chain[i - 1]) {
                stages.add(new IntArrayList());
            }
            if (!stages.isEmpty()) {
                stages.get(stages.size() - 1).add(wholeRegions ? start(chain[i], i) : chain[i]);
            }
        }
        List<int[]> result = new ArrayList<>();
        stages.forEach(stage -> result.add(stage.toIntArray()));
        return result;
    }

    /**
     * Where the block of an event starts: at its outermost lock acquired after the part of its thread that the first
     * {@code length} events of the chain depend on. (A lock held since before that cannot move, but those nested in it
     * can.)
     */
    private int start(int e, int length) {
        int thread = model.trace().thread(e);
        int behind = -1;
        for (int j = 0; j < length; j++) {
            int earlier = query.goal.chain()[j];
            if (model.trace().thread(earlier) == thread) {
                behind = Math.max(behind, model.position(earlier));
            }
        }
        int region = model.regionStart(e);
        if (region < 0 || model.position(region) > behind) {
            return region < 0 ? e : region;
        }
        for (int p = behind + 1; p < model.position(e); p++) {
            int acquire = model.event(thread, p);
            if (model.trace().kind(acquire).isAcquire() && isOpenAt(acquire, model.position(e))) {
                return acquire;
            }
        }
        return e;
    }

    private boolean isOpenAt(int acquire, int position) {
        int release = model.partner(acquire);
        return release < 0 || model.position(release) >= position;
    }
}
