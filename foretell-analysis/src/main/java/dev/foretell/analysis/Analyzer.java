package dev.foretell.analysis;

import dev.foretell.analysis.detect.Detection;
import dev.foretell.analysis.detect.Suspect;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.witness.Goal;
import dev.foretell.analysis.witness.WitnessBuilder;
import dev.foretell.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Runs the detectors on a trace and looks for a witness for each candidate. */
public final class Analyzer {
    /** Events in all schedules together: beyond this, schedules would fill the memory. */
    private static final long MAX_SCHEDULED = 50_000_000;

    private final Set<String> detectors;

    /** Only these detectors run; see {@link Detectors#ids()}. */
    public Analyzer(Set<String> detectors) {
        this.detectors = Set.copyOf(detectors);
    }

    public AnalysisResult analyze(Trace trace) {
        return new OneAnalysis(trace).run();
    }

    /** One analysis of one trace. */
    private final class OneAnalysis {
        private final Trace trace;
        private final TraceModel model;
        private final List<Prediction> predictions = new ArrayList<>();
        private final List<String> truncated = new ArrayList<>();
        private WitnessBuilder builder;
        private long candidates;
        private long scheduled;
        private int unanswered;
        private int sampled;

        OneAnalysis(Trace trace) {
            this.trace = trace;
            this.model = new TraceModel(trace);
        }

        AnalysisResult run() {
            for (String id : Detectors.ids()) {
                if (detectors.contains(id)) {
                    Detection detection = Detectors.create(id).detect(model);
                    candidates += detection.combinations();
                    truncated.addAll(detection.truncated());
                    detection.suspects().forEach(suspect -> predictions.add(judge(id, suspect)));
                }
            }
            if (unanswered > 0) {
                truncated.add(unanswered + " candidates were not tried: the schedules of the others together have more"
                        + " than " + MAX_SCHEDULED + " events");
            }
            if (sampled > 0) {
                truncated.add("of " + sampled + " candidates without a witness only " + Suspect.KEPT
                        + " of the event combinations each, spread over the run, were tried");
            }
            predictions.sort(Comparator.comparing(Prediction::verdict)
                    .thenComparingInt(p -> p.witness() == null ? 0 : p.witness().schedule().length));
            return new AnalysisResult(predictions, candidates, truncated);
        }

        private Prediction judge(String id, Suspect suspect) {
            List<int[]> instances = suspect.instances();
            if (scheduled > MAX_SCHEDULED) {
                unanswered++;
                return new Prediction(
                        candidate(id, suspect, instances.get(0)),
                        Prediction.Verdict.UNDECIDED,
                        null,
                        "not tried: too many");
            }
            if (builder == null) {
                builder = new WitnessBuilder(model);
            }
            WitnessBuilder.Answer kept = null;
            int[] representative = instances.get(0);
            for (int[] events : instances) {
                WitnessBuilder.Answer answer = builder.find(Goal.of(suspect.shape(), events));
                if (answer.verdict() == WitnessBuilder.Verdict.FOUND) {
                    scheduled += answer.schedule().length;
                    Witness witness = new Witness(answer.schedule(), events, answer.by());
                    return new Prediction(candidate(id, suspect, events), Prediction.Verdict.WITNESSED, witness, "");
                }
                if (kept == null || answer.verdict().compareTo(kept.verdict()) > 0) {
                    kept = answer;
                    representative = events;
                }
            }
            return new Prediction(candidate(id, suspect, representative), verdict(kept), null, reason(kept, suspect));
        }

        private Prediction.Verdict verdict(WitnessBuilder.Answer answer) {
            return answer.verdict() == WitnessBuilder.Verdict.UNKNOWN
                    ? Prediction.Verdict.UNDECIDED
                    : Prediction.Verdict.REFUTED;
        }

        private String reason(WitnessBuilder.Answer answer, Suspect suspect) {
            long others = suspect.seen() - 1;
            if (others == 0) {
                return answer.reason();
            }
            if (suspect.seen() > Suspect.KEPT) {
                sampled++;
                return answer.reason() + " (" + Suspect.KEPT + " of " + suspect.seen() + " of its kind were tried)";
            }
            return answer.reason() + " (" + others + " more of its kind were tried too)";
        }

        private Candidate candidate(String id, Suspect suspect, int[] events) {
            String pattern = Arrays.stream(events).mapToObj(this::letter).collect(Collectors.joining("-"));
            return new Candidate(id, Arrays.stream(events).boxed().toList(), pattern, suspect.shape());
        }

        private String letter(int event) {
            return switch (trace.kind(event)) {
                case READ, VOLATILE_READ -> "r";
                case WRITE, VOLATILE_WRITE -> "w";
                default -> "lock";
            };
        }
    }
}
