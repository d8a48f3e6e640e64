// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import dev.foretell.analysis.model.TraceModel;

/** The recorded run itself as a schedule, to check whether a program can be replayed at all. */
public final class RecordedRun {
    private final TraceModel model;

    public RecordedRun(TraceModel model) {
        this.model = model;
    }

    /**
     * The first events of the trace, about this many, or an equivalent order of them with few context switches; null
     * when none is valid.
     */
    public int[] schedule(int events) {
        int[] ends = new int[model.threadCount()];
        for (int e = 0; e < Math.min(events, model.trace().size()); e++) {
            ends[model.trace().thread(e)]++;
        }
        for (int t = 0; t < ends.length; t++) {
            while (ends[t] > 0 && model.inseparable(model.event(t, ends[t] - 1))) {
                ends[t]++;
            }
        }
        Goal nothing = Goal.together();
        WitnessChecker checker = new WitnessChecker(model.trace());
        int[] plain = new RecordedOrder(WitnessQuery.bound(model, nothing), ends).plain();
        if (checker.problem(plain).isPresent()) {
            return null;
        }
        return FewContextSwitches.improve(
                model, plain, nothing, other -> checker.problem(other).isEmpty());
    }
}
