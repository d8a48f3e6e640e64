// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import dev.foretell.analysis.detect.CandidateGroup;
import dev.foretell.analysis.detect.Detection;
import dev.foretell.analysis.model.Deadline;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.order.EarlyWaitEnds;
import dev.foretell.analysis.witness.Goal;
import dev.foretell.analysis.witness.PecanSchedules;
import dev.foretell.analysis.witness.ReadsFromRule;
import dev.foretell.analysis.witness.WitnessBuilder;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.EventArrangement;
import dev.foretell.trace.anomaly.Quota;
import dev.foretell.trace.clip.AnomalyShape;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Runs the detectors on a trace and looks for a witness for each candidate. */
public final class Analyzer {
    /** The most events in all schedules together, so that they fit into memory. */
    private static final long MAX_SCHEDULED = 50_000_000;
    /** How many guesses are searched for: each costs a few passes over the trace. */
    private static final int MAX_GUESSES = 200;
    /** How many combinations of events are tried for one guess. */
    private static final int GUESSES_EACH = 2;
    /** How many guesses may let a volatile read see another write: a thread that polls it may not continue then. */
    private static final int VOLATILE_GUESSES = 4;
    /** How many combinations of events are checked to prove that order and locks forbid a candidate. */
    private static final int PROOFS_EACH = 8;

    private static final String OTHER_VALUES = "not with the same values: ";

    private final AnalysisOptions options;
    private final Deadline deadline;

    /** Only these detectors run; see {@link Detectors#ids()}. */
    public Analyzer(Set<String> detectors) {
        this(AnalysisOptions.of(detectors));
    }

    public Analyzer(AnalysisOptions options) {
        this(options, Deadline.NONE);
    }

    /** What was not analysed before the deadline is in {@link AnalysisResult#truncated}. */
    public Analyzer(AnalysisOptions options, Deadline deadline) {
        this.options = options;
        this.deadline = deadline;
    }

    public AnalysisResult analyze(Trace trace) {
        return new OneAnalysis(trace).run();
    }

    /** The index of a guess among the predictions, and how many of its reads see another write than recorded. */
    private record Guessed(int index, int otherReads) {}

    /** One analysis of one trace. */
    private final class OneAnalysis {
        private final Trace trace;
        private final TraceModel model;
        private final RegionVariables regionVariables;
        private final List<Prediction> predictions = new ArrayList<>();
        private final List<String> truncated = new ArrayList<>();
        private final List<Found> found = new ArrayList<>();
        /** By identity: two candidates may look alike. */
        private final Map<Candidate, Origin> origins = new IdentityHashMap<>();

        private WitnessBuilder builder;
        private PecanSchedules speculation;
        private final List<Guessed> guesses = new ArrayList<>();
        private final LongSet guessedPlaces = new LongOpenHashSet();
        private int droppedGuesses;
        private int volatileGuesses;
        private long candidates;
        private long scheduled;
        private int beyondMaxScheduled;
        private int sampled;

        OneAnalysis(Trace trace) {
            this.trace = trace;
            this.model = new TraceModel(trace, deadline);
            this.regionVariables = new RegionVariables(model);
        }

        AnalysisResult run() {
            for (String id : Detectors.ids()) {
                if (options.detectors().contains(id)) {
                    detect(id);
                }
            }
            judgeAll();
            if (beyondMaxScheduled > 0) {
                truncated.add(beyondMaxScheduled
                        + " candidates were not tried: the schedules of the others together have more" + " than "
                        + MAX_SCHEDULED + " events");
            }
            if (sampled > 0) {
                truncated.add(
                        "of " + sampled + " candidates without a witness only some of the event combinations, at most "
                                + CandidateGroup.KEPT + " each, were tried");
            }
            keepTheLikeliestGuesses();
            if (droppedGuesses > 0) {
                truncated.add(droppedGuesses
                        + " more candidates are feasible only if threads read other values than recorded; only the"
                        + " likeliest " + Quota.ANOMALIES.guesses() + ", and of orders "
                        + Quota.ORDERS.guesses() + ", are tried");
            }
            predictions.sort(Comparator.comparing(Prediction::verdict)
                    .thenComparing(p -> p.candidate().unlikely())
                    .thenComparingInt(p -> p.witness() == null ? 0 : p.witness().schedule().length));
            addAlternatives();
            return new AnalysisResult(predictions, candidates, truncated);
        }

        /** The candidate groups of one detector that are not judged yet. */
        private record Found(AnomalyKind kind, Iterator<CandidateGroup> groups, Detection detection) {}

        /** Where a prediction comes from. */
        private record Origin(CandidateGroup group, Detection detection) {}

        /** Runs one detector. When it exceeds the time or the memory, the others still run. */
        private void detect(String id) {
            try {
                DetectorProvider provider = Detectors.provider(id);
                Detection detection = provider.create(options).detect(model);
                candidates += detection.combinations();
                truncated.addAll(detection.truncated());
                found.add(new Found(provider.kind(), detection.groups().iterator(), detection));
            } catch (Deadline.OutOfTime | CompletionException e) {
                if (e instanceof CompletionException && !(e.getCause() instanceof Deadline.OutOfTime)) {
                    throw e;
                }
                truncated.add(id + ": not looked for, the time for the analysis was over");
            } catch (OutOfMemoryError e) {
                truncated.add(id + ": not looked for, memory did not suffice");
            }
        }

        /** Judges candidate groups in turn over the detectors, so that each has had its share when the time is over. */
        private void judgeAll() {
            String ended = null;
            int untried = 0;
            while (!found.isEmpty()) {
                for (Found next : found) {
                    CandidateGroup group =
                            next.groups().hasNext() ? next.groups().next() : null;
                    if (group == null) {
                        continue;
                    }
                    Prediction prediction = null;
                    try {
                        prediction = ended == null
                                ? judge(next.kind(), group, next.detection().proposals())
                                : null;
                    } catch (Deadline.OutOfTime e) {
                        ended = "the time for the analysis was over";
                    } catch (OutOfMemoryError e) {
                        ended = "memory did not suffice";
                        builder = null;
                        speculation = null;
                    }
                    if (prediction == null) {
                        untried++;
                        guesses.removeIf(guess -> guess.index() == predictions.size());
                        prediction = new Prediction(
                                candidate(next.kind(), group, group.instances().get(0)),
                                Prediction.Verdict.UNDECIDED,
                                null,
                                "not tried: " + ended);
                    }
                    predictions.add(prediction);
                    origins.put(prediction.candidate(), new Origin(group, next.detection()));
                }
                found.removeIf(one -> !one.groups().hasNext());
            }
            if (untried > 0) {
                truncated.add(untried + " candidates were not tried: " + ended);
            }
        }

        private Prediction judge(AnomalyKind kind, CandidateGroup group, Function<int[], List<int[]>> proposals) {
            List<int[]> instances = group.instances();
            if (scheduled > MAX_SCHEDULED) {
                beyondMaxScheduled++;
                return new Prediction(
                        candidate(kind, group, instances.get(0)),
                        Prediction.Verdict.UNDECIDED,
                        null,
                        "not tried: too many");
            }
            if (builder == null) {
                builder = new WitnessBuilder(model);
            }
            if (group.isClose()) {
                Prediction guess = guess(kind, group, "the recorded run has another order", proposals);
                if (guess != null) {
                    return guess;
                }
            }
            WitnessBuilder.Answer kept = null;
            int[] representative = instances.get(0);
            for (int[] events : instances) {
                WitnessBuilder.Answer answer = answer(kind, goal(group.shape(), events), proposals.apply(events));
                if (answer.verdict() == WitnessBuilder.Verdict.FOUND) {
                    scheduled += answer.schedule().length;
                    Witness witness = new Witness(answer.schedule(), events, answer.by());
                    return new Prediction(candidate(kind, group, events), Prediction.Verdict.WITNESSED, witness, "");
                }
                if (kept == null || answer.verdict().compareTo(kept.verdict()) > 0) {
                    kept = answer;
                    representative = events;
                }
            }
            // An undecided candidate gets no guess: one that fails would make it look refuted.
            boolean worthGuessing = !group.isClose() && !group.isUnlikely();
            if (kept.verdict() == WitnessBuilder.Verdict.IMPOSSIBLE && worthGuessing && isNew(group)) {
                Prediction guess = guess(kind, group, OTHER_VALUES + kept.reason(), proposals);
                if (guess != null) {
                    return guess;
                }
            }
            if (kept.verdict() == WitnessBuilder.Verdict.IMPOSSIBLE) {
                return withoutWitness(kind, group, representative, reason(kept, group), worthGuessing);
            }
            return new Prediction(
                    candidate(kind, group, representative), Prediction.Verdict.UNDECIDED, null, reason(kept, group));
        }

        /**
         * Refutes a candidate only when order and locks forbid it. Where only reads-from forbids it, another value may
         * lead there.
         */
        private Prediction withoutWitness(
                AnomalyKind kind, CandidateGroup group, int[] representative, String reason, boolean worthGuessing) {
            List<int[]> instances = group.instances();
            boolean proven = instances.size() <= PROOFS_EACH && group.seen() <= instances.size();
            for (int i = 0; i < Math.min(PROOFS_EACH, instances.size()); i++) {
                int[] events = instances.get(i);
                WitnessBuilder.Answer answer = builder.find(goal(group.shape(), events), ReadsFromRule.OTHER);
                boolean found = answer.verdict() == WitnessBuilder.Verdict.FOUND;
                if (found && worthGuessing && isNew(group) && volatileGuesses < VOLATILE_GUESSES) {
                    volatileGuesses++;
                    PecanSchedules.Guess guess = speculation().of(answer.schedule());
                    return guessed(kind, group, events, guess, Integer.MAX_VALUE, OTHER_VALUES + reason);
                }
                proven &= answer.verdict() == WitnessBuilder.Verdict.IMPOSSIBLE;
                if (found) {
                    break;
                }
            }
            return new Prediction(
                    candidate(kind, group, representative),
                    proven ? Prediction.Verdict.REFUTED : Prediction.Verdict.OTHER_VALUES,
                    null,
                    proven ? reason : OTHER_VALUES + reason);
        }

        /**
         * Whether no earlier guess was about the same two places: a re-execution tries both orders of two threads
         * there.
         */
        private boolean isNew(CandidateGroup group) {
            int[] events = group.instances().get(0);
            return events.length > 2 || !guessedPlaces.contains(places(events));
        }

        private long places(int[] events) {
            long one = trace.siteOf(events[0]);
            long other = trace.siteOf(events[events.length - 1]);
            return Math.min(one, other) << 32 | Math.max(one, other);
        }

        private WitnessBuilder.Answer answer(AnomalyKind kind, Goal goal, List<int[]> proposals) {
            for (int[] proposal : proposals) {
                WitnessBuilder.Answer vetted = builder.check(goal, proposal, kind.id());
                if (vetted != null) {
                    return vetted;
                }
            }
            return builder.find(goal);
        }

        /**
         * The best guess for a few combinations, in which the fewest reads see another write; null when there is none.
         */
        private Prediction guess(
                AnomalyKind kind, CandidateGroup group, String reason, Function<int[], List<int[]>> proposals) {
            if (guesses.size() >= MAX_GUESSES) {
                droppedGuesses++;
                return null;
            }
            PecanSchedules.Guess best = null;
            int[] chosen = null;
            int tried = 0;
            for (int[] events : group.instances()) {
                PecanSchedules.Guess guess = tried++ < GUESSES_EACH
                        ? speculation().find(goal(group.shape(), events), proposals.apply(events))
                        : null;
                if (guess != null && (best == null || guess.otherReads() < best.otherReads())) {
                    best = guess;
                    chosen = events;
                }
            }
            if (best == null) {
                return null;
            }
            return guessed(kind, group, chosen, best, best.otherReads(), reason);
        }

        private Prediction guessed(
                AnomalyKind kind,
                CandidateGroup group,
                int[] events,
                PecanSchedules.Guess guess,
                int rank,
                String reason) {
            guesses.add(new Guessed(predictions.size(), rank));
            if (events.length == 2) {
                guessedPlaces.add(places(events));
            }
            scheduled += guess.schedule().length;
            return new Prediction(
                    candidate(kind, group, events),
                    Prediction.Verdict.POSSIBLE,
                    new Witness(guess.schedule(), events, "guess"),
                    reason);
        }

        /**
         * Keeps the guesses within their quotas. The fewer reads see another write, the likelier a schedule can be
         * followed.
         */
        private void keepTheLikeliestGuesses() {
            guesses.sort(Comparator.comparingInt(Guessed::otherReads));
            Map<Quota, Integer> seen = new HashMap<>();
            for (Guessed guessed : guesses) {
                Prediction guess = predictions.get(guessed.index());
                Quota quota = guess.candidate().kind().quota();
                boolean chosen = seen.merge(quota, 1, Integer::sum) <= quota.guesses();
                droppedGuesses += chosen ? 0 : 1;
                predictions.set(
                        guessed.index(),
                        chosen ? deadline.isOver() || builder == null ? guess : polished(guess) : dropped(guess));
            }
        }

        /** Called last, so that it uses only the time that is left. */
        private void addAlternatives() {
            if (builder == null) {
                return;
            }
            AlternativeSchedules alternatives = new AlternativeSchedules(model, builder, speculation());
            try {
                for (int i = 0; i < predictions.size(); i++) {
                    Prediction prediction = predictions.get(i);
                    boolean wanted = prediction.witness() != null
                            && !prediction.candidate().unlikely();
                    if (wanted && scheduled + alternatives.scheduled() <= MAX_SCHEDULED) {
                        Origin origin = origins.get(prediction.candidate());
                        predictions.set(
                                i, prediction.with(alternatives.of(prediction, origin.group(), origin.detection())));
                    }
                }
            } catch (Deadline.OutOfTime | OutOfMemoryError e) {
                truncated.add("other schedules were not looked for: "
                        + (e instanceof OutOfMemoryError ? "memory did not suffice" : "the time was over"));
            }
        }

        private Prediction polished(Prediction guess) {
            Witness rough = guess.witness();
            Goal goal = goal(guess.candidate().shape(), rough.anomaly());
            Witness witness = new Witness(speculation().polish(rough.schedule(), goal), rough.anomaly(), rough.by());
            return new Prediction(guess.candidate(), guess.verdict(), witness, guess.reason());
        }

        /** The goal of a schedule for these events. */
        private Goal goal(AnomalyShape shape, int[] events) {
            int wait = EarlyWaitEnds.wait(trace, shape, events);
            return wait >= 0 ? EarlyWaitEnds.goal(model, events, wait) : Goal.of(shape, events);
        }

        private static Prediction dropped(Prediction guess) {
            return new Prediction(guess.candidate(), Prediction.Verdict.OTHER_VALUES, null, guess.reason());
        }

        private PecanSchedules speculation() {
            if (speculation == null) {
                speculation = builder.pecanSchedules();
            }
            return speculation;
        }

        private String reason(WitnessBuilder.Answer answer, CandidateGroup group) {
            long others = group.seen() - 1;
            if (others == 0) {
                return answer.reason();
            }
            int tried = group.instances().size();
            if (group.seen() > tried) {
                sampled++;
                return answer.reason() + " (" + tried + " of " + group.seen() + " of its kind were tried)";
            }
            return answer.reason() + " (" + others + " more of its kind were tried too)";
        }

        private Candidate candidate(AnomalyKind kind, CandidateGroup group, int[] events) {
            String pattern = group.label().isEmpty()
                    ? Arrays.stream(events).mapToObj(this::letter).collect(Collectors.joining("-"))
                    : group.label();
            List<Integer> list = Arrays.stream(events).boxed().toList();
            boolean loose = kind.isOfRegions() && regionVariables.isLoose(group.shape(), events);
            boolean atOnce = kind.isInSequence() && !group.shape().inOrder();
            AnomalyKind arranged = atOnce ? kind.arrangedAs(EventArrangement.AT_ONCE) : kind;
            return new Candidate(arranged, list, pattern, group.shape(), group.isUnlikely(), loose);
        }

        private String letter(int event) {
            EventKind kind = trace.kind(event);
            return kind.isRead() ? "r" : kind.isWrite() ? "w" : "lock";
        }
    }
}
