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
 * Further schedules for what is predicted already, to be tried where the first one does no harm. That events can come
 * in some order is seen from one schedule; what comes of it may need another: one in which a read passes all writes of
 * a row and not only the nearest, which may have written what was there before; or another time round a loop, after
 * which a branch went the other way, the first, or the last. Each is vetted as any other schedule: a witness, or else a
 * guess.
 */
final class AlternativeSchedules {
    /**
     * How many are looked for in one analysis, and given out for one prediction: each costs a search, and may cost a
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

    /** How many events the schedules that were found have together. */
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
     * Whether the read sees something else than any of the row that it is to pass: a general search only puts it on the
     * right side of the farthest.
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
