package dev.foretell.tool.pipeline;

import dev.foretell.analysis.Prediction;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.Severity;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.TraceThread;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipStep;
import dev.foretell.trace.io.RecordedTrace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Puts predictions into words: names instead of numbers, places instead of events. */
final class FindingMaker {
    /** A report with more steps would not be read; the clip has them all. */
    private static final int STEPS_SHOWN = 60;

    private final Trace trace;
    private final Sources sources;
    private final Fingerprints fingerprints;
    private final Map<String, Integer> sameName = new HashMap<>();
    private final int[] lockRank;
    private final Map<Integer, List<String>> locksHeld = new HashMap<>();
    private final Map<Integer, String> startedAt = new HashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, Integer> clashes = new HashMap<>();

    FindingMaker(RecordedTrace recorded, List<Prediction> predictions, Sources sources) {
        this.sources = sources;
        this.trace = recorded.trace();
        this.fingerprints = new Fingerprints(recorded.classes());
        for (TraceThread thread : trace.threads()) {
            clashes.merge(thread.name(), 1, Integer::sum);
        }
        lockRank = new int[trace.lockCount()];
        for (int lock = 0; lock < lockRank.length; lock++) {
            lockRank[lock] = sameName.merge(trace.lockName(lock), 1, Integer::sum);
        }
        Set<Integer> interesting = new HashSet<>();
        predictions.forEach(
                prediction -> interesting.addAll(prediction.candidate().events()));
        lookAround(interesting);
    }

    /** One pass over the trace for what the events of interest cannot tell by themselves. */
    private void lookAround(Set<Integer> interesting) {
        Map<Integer, List<Integer>> held = new HashMap<>();
        for (int event = 0; event < trace.size(); event++) {
            List<Integer> mine = held.computeIfAbsent(trace.thread(event), thread -> new ArrayList<>());
            if (interesting.contains(event)) {
                locksHeld.put(event, mine.stream().map(this::lockName).toList());
            }
            switch (trace.kind(event)) {
                case ACQUIRE -> mine.add(trace.target(event));
                case RELEASE -> mine.remove((Integer) trace.target(event));
                case FORK -> startedAt.putIfAbsent(trace.target(event), position(event));
                default -> {}
            }
        }
    }

    private String position(int event) {
        Site site = trace.site(trace.siteOf(event));
        return site.className().isEmpty() && site.line() < 0 ? "" : site.position();
    }

    /** The clip is null when there is no witness, or nothing to re-execute. */
    Finding make(Prediction prediction, Clip clip) {
        String kind = prediction.candidate().detector();
        List<Integer> events = prediction.candidate().events();
        String id = kind.substring(0, 1).toUpperCase(Locale.ROOT) + numbers.merge(kind, 1, Integer::sum);
        String variable = variable(events);
        boolean witnessed = prediction.verdict() == Prediction.Verdict.WITNESSED;
        // A mere guess is not held against the program unless it comes true.
        boolean predicted = witnessed || prediction.verdict() == Prediction.Verdict.UNDECIDED;
        List<Finding.Access> accesses = events.stream().map(this::access).toList();
        return new Finding(
                id,
                fingerprints.of(
                        kind,
                        variable,
                        events.stream()
                                .map(event -> trace.site(trace.siteOf(event)))
                                .toList()),
                kind,
                predicted ? Status.PREDICTED : Status.REFUTED,
                Severity.of(kind, Harm.Kind.NONE),
                witnessed
                        ? clip == null ? "there is no program to re-execute" : "not re-executed"
                        : prediction.reason(),
                Harm.NONE,
                variable,
                prediction.candidate().pattern(),
                accesses,
                prediction.witness() != null ? schedule(prediction, clip, accesses) : null,
                clip == null ? null : "clips/" + id + ".clip",
                Finding.Replays.NONE,
                prediction.witness() != null ? List.of(prediction.witness().by()) : List.of());
    }

    private String variable(List<Integer> events) {
        return events.stream()
                .map(event -> {
                    EventKind kind = trace.kind(event);
                    if (trace.target(event) < 0) {
                        return trace.site(trace.siteOf(event)).shortWhat();
                    }
                    return kind.isAccess()
                            ? trace.variableName(trace.target(event))
                            : trace.lockName(trace.target(event));
                })
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private Finding.Access access(int event) {
        Site site = trace.site(trace.siteOf(event));
        int thread = trace.thread(event);
        return new Finding.Access(
                name(thread),
                trace.threads().get(thread).path(),
                op(trace.kind(event)),
                site.className(),
                site.methodName(),
                site.sourceFile(),
                site.line(),
                site.position(),
                sources.line(site.className(), site.sourceFile(), site.line()),
                target(event),
                locksHeld.getOrDefault(event, List.of()),
                null,
                startedAt.getOrDefault(thread, ""));
    }

    private String target(int event) {
        boolean isLock = !trace.kind(event).isAccess() && trace.target(event) >= 0;
        return isLock ? lockName(trace.target(event)) : variable(List.of(event));
    }

    /** Locks of one class are numbered, or nobody could tell which is which. */
    private String lockName(int lock) {
        String name = trace.lockName(lock);
        return sameName.get(name) > 1 ? name + "#" + lockRank[lock] : name;
    }

    /** The thread's name, with its creation path when others have the same name. */
    private String name(int thread) {
        TraceThread info = trace.threads().get(thread);
        return name(info.name(), info.path());
    }

    private String name(String name, String path) {
        return clashes.getOrDefault(name, 0) > 1 ? name + " (" + path + ")" : name;
    }

    private Finding.Schedule schedule(Prediction prediction, Clip clip, List<Finding.Access> accesses) {
        int events = prediction.witness().schedule().length;
        if (clip == null) {
            return new Finding.Schedule(0, events, List.of(), List.of());
        }
        List<ClipStep> steps = clip.steps();
        List<Finding.Step> shown = steps.subList(Math.max(0, steps.size() - STEPS_SHOWN), steps.size()).stream()
                .map(step -> step(step, clip.threads()))
                .toList();
        return new Finding.Schedule(steps.size(), events, shown, order(clip, accesses));
    }

    /** The order in which a clip lets the accesses happen, as indices into these. */
    static List<Integer> order(Clip clip, List<Finding.Access> accesses) {
        List<String> paths = accesses.stream().map(Finding.Access::path).toList();
        return clip.order().stream()
                .map(point -> paths.indexOf(clip.anomaly().get(point).thread()))
                .filter(index -> index >= 0)
                .toList();
    }

    private Finding.Step step(ClipStep step, Map<String, String> names) {
        String name = name(names.getOrDefault(step.thread(), step.thread()), step.thread());
        if (step.until() == null) {
            return new Finding.Step(step.thread(), name, "", "");
        }
        Site site = step.until().site();
        int occurrence = step.until().occurrence();
        String action = op(site.op()) + (site.what().isEmpty() ? "" : " " + site.shortWhat());
        return new Finding.Step(
                step.thread(), name, site.position(), occurrence > 1 ? action + " (time " + occurrence + ")" : action);
    }

    private static String op(EventKind kind) {
        return switch (kind) {
            case READ, VOLATILE_READ -> "read";
            case WRITE, VOLATILE_WRITE -> "write";
            case ACQUIRE -> "lock";
            case RELEASE -> "unlock";
            case FORK -> "start thread";
            case JOIN -> "join thread";
            default -> kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }
}
