// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import dev.foretell.analysis.detect.CandidateGroup;
import dev.foretell.analysis.detect.Detection;
import dev.foretell.analysis.detect.LongerMove;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.witness.Goal;
import dev.foretell.analysis.witness.PecanSchedules;
import dev.foretell.analysis.witness.WitnessBuilder;
import dev.foretell.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Further schedules for a prediction that has one, to be tried when that one does no harm. One schedule shows that an
 * order of events is feasible; its harm may need another: one that moves a read past several writes and not only the
 * nearest, which may have written an equal value ({@link LongerMove}); or another iteration of a loop, after which a
 * thread took another branch ({@link dev.foretell.analysis.detect.Continuations}), or the last one. Each is checked as
 * any other schedule: it is a witness, or else a guess.
 */
final class AlternativeSchedules {
    /**
     * How many are searched for in one analysis, and returned for one prediction: each costs a search, and may cost a
     * re-execution.
     */
    private static final int MAX_SEARCHES = 40;

    private static final int EACH = 4;

    private final Trace trace;
    private final TraceModel model;
    private final WitnessBuilder builder;
    private final PecanSchedules speculation;
    private int searches;
    private long scheduled;

    AlternativeSchedules(TraceModel model, WitnessBuilder builder, PecanSchedules speculation) {
        this.model = model;
        this.trace = model.trace();
        this.builder = builder;
        this.speculation = speculation;
    }

    /** The number of events in all schedules found. */
    long scheduled() {
        return scheduled;
    }

    /** For a prediction with a schedule; {@code group} and {@code detection} are those that it comes from. */
    List<Prediction> of(Prediction prediction, CandidateGroup group, Detection detection) {
        List<Prediction> found = new ArrayList<>();
        List<int[]> known = new ArrayList<>();
        known.add(prediction.witness().anomaly());
        LongerMove farther = detection.farther().apply(known.get(0));
        if (farther != null) {
            known.add(farther.events());
            Prediction other = find(prediction.candidate(), farther.events(), detection);
            if (other != null && passesAll(other.witness().schedule(), farther)) {
                add(other, found);
            }
        }
        List<int[]> combinations = new ArrayList<>(group.onePerContinuation());
        if (!combinations.isEmpty()) {
            List<int[]> all = group.instances();
            combinations.add(all.get(all.size() - 1));
        }
        for (int[] events : combinations) {
            if (found.size() < EACH && known.stream().noneMatch(one -> Arrays.equals(one, events))) {
                known.add(events);
                add(find(prediction.candidate(), events, detection), found);
            }
        }
        return found;
    }

    private void add(Prediction other, List<Prediction> found) {
        if (other != null) {
            scheduled += other.witness().schedule().length;
            found.add(other);
        }
    }

    private Prediction find(Candidate known, int[] events, Detection detection) {
        if (searches >= MAX_SEARCHES || model.deadline().isOver()) {
            return null;
        }
        searches++;
        Goal goal = Goal.of(known.shape(), events);
        List<int[]> proposals = detection.proposals().apply(events);
        WitnessBuilder.Answer answer = null;
        for (int[] proposal : proposals) {
            answer = answer == null ? builder.check(goal, proposal, known.kind().id()) : answer;
        }
        answer = answer == null ? builder.find(goal) : answer;
        if (answer.verdict() == WitnessBuilder.Verdict.FOUND) {
            Witness witness = new Witness(answer.schedule(), events, answer.by());
            return new Prediction(like(known, events), Prediction.Verdict.WITNESSED, witness, "");
        }
        PecanSchedules.Guess guess = speculation.find(goal, proposals);
        if (guess == null) {
            return null;
        }
        Witness witness = new Witness(speculation.polish(guess.schedule(), goal), events, "guess");
        return new Prediction(like(known, events), Prediction.Verdict.POSSIBLE, witness, answer.reason());
    }

    private static Candidate like(Candidate known, int[] events) {
        List<Integer> list = Arrays.stream(events).boxed().toList();
        return new Candidate(known.kind(), list, known.pattern(), known.shape(), known.unlikely(), known.loose());
    }

    /**
     * Whether the schedule moves the read past every write of the row: a general search only orders it with the
     * farthest.
     */
    private boolean passesAll(int[] schedule, LongerMove farther) {
        int read = farther.events()[0];
        boolean overdue = trace.kind(read).isRead();
        int variable = trace.target(read);
        int latest = -1;
        for (int e : schedule) {
            if (overdue && e == read) {
                break;
            }
            latest = trace.kind(e).isWrite() && trace.target(e) == variable ? e : latest;
        }
        return overdue ? latest < farther.from() || latest > farther.to() : latest == farther.to();
    }
}
