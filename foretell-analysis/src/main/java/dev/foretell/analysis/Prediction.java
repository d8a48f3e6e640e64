// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import java.util.List;

/**
 * A candidate and its verdict.
 *
 * @param candidate the representative of all candidates at the same places on the same variable name
 * @param verdict whether it can happen
 * @param witness the schedule, accepted by the witness checker; for POSSIBLE a guess; otherwise null
 * @param reason why not, or why it is only possible, a sentence with file and line; empty when WITNESSED
 * @param others the same with other events or another schedule, to be tried when this one does no harm; see
 *     {@link AlternativeSchedules}
 */
public record Prediction(
        Candidate candidate, Verdict verdict, Witness witness, String reason, List<Prediction> others) {
    public Prediction {
        others = List.copyOf(others);
    }

    public Prediction(Candidate candidate, Verdict verdict, Witness witness, String reason) {
        this(candidate, verdict, witness, reason, List.of());
    }

    Prediction with(List<Prediction> newOthers) {
        return new Prediction(candidate, verdict, witness, reason, newOthers);
    }

    public enum Verdict {
        /** There is a witness that the checker accepts. */
        WITNESSED,
        /**
         * There is a schedule that keeps order and locks, but not the reads-from write of every read: only a
         * re-execution can show whether the threads take the same branches.
         */
        POSSIBLE,
        /** As POSSIBLE, but no such schedule is to be tried: none was found, or others are likelier. */
        OTHER_VALUES,
        /** Order and locks forbid it, whatever the threads read; it is not reported. */
        REFUTED,
        /** A limit was reached before an answer. */
        UNDECIDED
    }
}
