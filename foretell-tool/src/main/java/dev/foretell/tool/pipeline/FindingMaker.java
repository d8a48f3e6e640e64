// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.analysis.Candidate;
import dev.foretell.analysis.Prediction;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.SeverityRules;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.TraceThread;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.Severity;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipStep;
import dev.foretell.trace.io.RecordedTrace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes findings of predictions: names instead of numbers, places instead of events. */
final class FindingMaker {
    /** A report with more steps would not be read; the clip has them all. */
    private static final int STEPS_SHOWN = 60;

    private final Trace trace;
    private final Sources sources;
    private final Fingerprints fingerprints;
    private final BenignIdioms idioms;
    private final Map<String, Integer> sameName = new HashMap<>();
    private final int[] lockRank;
    private final Map<Integer, List<String>> locksHeld = new HashMap<>();
    /** Where the outermost region around an event of interest begins; the event itself when there is none. */
    private final Map<Integer, Integer> beginnings = new HashMap<>();

    private final Map<Integer, String> startedAt = new HashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, Integer> clashes = new HashMap<>();

    FindingMaker(RecordedTrace recorded, List<Prediction> predictions, Sources sources) {
        this.sources = sources;
        this.trace = recorded.trace();
        this.fingerprints = new Fingerprints(recorded.classes());
        this.idioms = new BenignIdioms(recorded);
        for (TraceThread thread : trace.threads()) {
            clashes.merge(thread.name(), 1, Integer::sum);
        }
        lockRank = new int[trace.lockCount()];
        for (int lock = 0; lock < lockRank.length; lock++) {
            lockRank[lock] = sameName.merge(trace.lockName(lock), 1, Integer::sum);
        }
        Set<Integer> interesting = new HashSet<>();
        for (Prediction prediction : predictions) {
            interesting.addAll(prediction.candidate().events());
            prediction
                    .others()
                    .forEach(other -> interesting.addAll(other.candidate().events()));
        }
        collectContext(interesting);
    }

    /** One pass over the trace for the locks held, the regions and the thread starts around the events of interest. */
    private void collectContext(Set<Integer> interesting) {
        Map<Integer, List<Integer>> held = new HashMap<>();
        Map<Integer, Deque<Integer>> regions = new HashMap<>();
        for (int event = 0; event < trace.size(); event++) {
            List<Integer> mine = held.computeIfAbsent(trace.thread(event), thread -> new ArrayList<>());
            Deque<Integer> inside = regions.computeIfAbsent(trace.thread(event), thread -> new ArrayDeque<>());
            if (interesting.contains(event)) {
                locksHeld.put(event, mine.stream().map(this::heldName).toList());
                beginnings.put(event, inside.isEmpty() ? event : inside.peekFirst());
            }
            EventKind kind = trace.kind(event);
            if (kind.isAcquire()) {
                mine.add(held(event));
                inside.addLast(event);
            } else if (kind.isRelease()) {
                mine.remove((Integer) held(event));
                inside.pollLast();
            } else if (kind == EventKind.REGION_BEGIN) {
                inside.addLast(event);
            } else if (kind == EventKind.REGION_END) {
                inside.pollLast();
            } else if (kind == EventKind.FORK) {
                startedAt.putIfAbsent(trace.target(event), position(event));
            }
        }
    }

    /** A lock in its mode as one number: a thread that holds it in both modes releases one of them at a time. */
    private int held(int event) {
        return trace.target(event) * 2 + (trace.kind(event).isShared() ? 1 : 0);
    }

    private String heldName(int held) {
        return lockName(held / 2) + (held % 2 == 0 ? "" : " (shared)");
    }

    private String position(int event) {
        Site site = trace.site(trace.siteOf(event));
        return site.className().isEmpty() && site.line() < 0 ? "" : site.position();
    }

    /** The clip is null when there is no witness, or nothing to re-execute. */
    Finding make(Prediction prediction, Clip clip) {
        String id = id(prediction.candidate().kind());
        return make(prediction, clip, id, "clips/" + id + ".clip");
    }

    /** The finding with another schedule, the n-th. */
    Finding makeOther(Finding finding, Prediction other, Clip clip, int n) {
        return make(other, clip, finding.id(), "clips/others/" + finding.id() + "-" + n + ".clip");
    }

    private Finding make(Prediction prediction, Clip clip, String id, String file) {
        Candidate candidate = prediction.candidate();
        AnomalyKind kind = candidate.kind();
        List<Integer> events = candidate.events();
        boolean inOrder = candidate.shape().inOrder();
        boolean composed = candidate.composed();
        String variable = variable(events);
        boolean witnessed = prediction.verdict() == Prediction.Verdict.WITNESSED;
        List<Finding.Access> accesses = IntStream.range(0, events.size())
                .mapToObj(i -> access(events.get(i), target(candidate, i)))
                .toList();
        Finding.Idiom idiom = idioms.of(kind, events);
        Finding finding = new Finding(
                new Finding.FindingId(
                        id,
                        fingerprints.of(
                                inOrder ? kind.id() + " " + candidate.pattern() : kind.id(),
                                variable,
                                events.stream()
                                        .map(event -> trace.site(trace.siteOf(event)))
                                        .toList()),
                        kind),
                new Finding.Judgement(
                        status(prediction.verdict()),
                        candidate.loose()
                                ? Severity.NOTE
                                : SeverityRules.of(kind, candidate.pattern(), Harm.Kind.NONE, composed),
                        witnessed
                                ? clip == null ? "there is no program to re-execute" : "not re-executed"
                                : prediction.reason(),
                        Harm.NONE),
                new Finding.Anomaly(variable, candidate.pattern(), accesses),
                new Finding.Replay(
                        prediction.witness() != null ? schedule(prediction, clip, accesses) : null,
                        clip == null ? null : file,
                        Finding.Replays.NONE,
                        prediction.witness() != null
                                ? List.of(prediction.witness().by())
                                : List.of(),
                        inOrder,
                        composed));
        return idiom == null ? finding : finding.with(idiom);
    }

    /** A guess is not listed unless a re-execution confirms it. */
    private static Status status(Prediction.Verdict verdict) {
        return switch (verdict) {
            case WITNESSED, UNDECIDED -> Status.PREDICTED;
            case POSSIBLE, OTHER_VALUES -> Status.UNDECIDED;
            case REFUTED -> Status.REFUTED;
        };
    }

    /** The next id for a finding of this kind. */
    String id(AnomalyKind kind) {
        return kind.letter() + numbers.merge(kind.letter(), 1, Integer::sum);
    }

    private String variable(List<Integer> events) {
        return events.stream()
                .filter(event -> events.size() == 1 || trace.interruptedBy(event) < 0)
                .map(event -> {
                    EventKind kind = trace.kind(event);
                    int interrupted = trace.interruptedBy(event);
                    if (interrupted >= 0) {
                        return "thread " + name(interrupted);
                    }
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

    private Finding.Access access(int event, String target) {
        Site site = trace.site(trace.siteOf(event));
        int thread = trace.thread(event);
        return new Finding.Access(
                new Finding.Actor(name(thread), trace.threads().get(thread).path()),
                op(site),
                Finding.SourceLine.of(site, sources.line(site.className(), site.sourceFile(), site.line())),
                new Finding.AccessTarget(
                        target,
                        locksHeld.getOrDefault(event, List.of()),
                        null,
                        startedAt.getOrDefault(thread, ""),
                        code(trace.site(trace.siteOf(beginnings.getOrDefault(event, event))))));
    }

    /** {@code com.acme.Desk.sell}; the position where there are no names. */
    private static String code(Site site) {
        return site.className().isEmpty() ? site.position() : site.className() + "." + site.methodName();
    }

    /** Several variables of one name are numbered, to distinguish them. */
    private String target(Candidate candidate, int i) {
        List<Integer> events = candidate.events();
        int event = events.get(i);
        if (!trace.kind(event).isAccess()) {
            boolean lock = trace.target(event) >= 0 && trace.interruptedBy(event) < 0;
            return lock ? heldName(held(event)) : variable(List.of(event));
        }
        String name = variable(List.of(event));
        List<Integer> sameName = events.stream()
                .filter(other ->
                        trace.kind(other).isAccess() && variable(List.of(other)).equals(name))
                .map(trace::target)
                .distinct()
                .toList();
        return sameName.size() < 2 ? name : name + "#" + (1 + sameName.indexOf(trace.target(event)));
    }

    /** Locks of one class are numbered, to distinguish them. */
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
        List<List<Integer>> happening = happening(prediction, clip);
        List<Finding.Step> shown = new ArrayList<>();
        for (int i = Math.max(0, steps.size() - STEPS_SHOWN); i < steps.size(); i++) {
            shown.add(step(steps.get(i), clip.threads(), happening.get(i)));
        }
        return new Finding.Schedule(steps.size(), events, shown, order(clip, accesses));
    }

    /**
     * For each step the accesses of an anomaly in order that happen in it. A step stands for a stretch of the schedule
     * by one thread; a stretch whose thread cannot be stopped has none, so the two are matched by their threads.
     */
    private List<List<Integer>> happening(Prediction prediction, Clip clip) {
        List<ClipStep> steps = clip.steps();
        List<List<Integer>> happening = new ArrayList<>();
        steps.forEach(step -> happening.add(new ArrayList<>()));
        if (!clip.shape().inOrder()) {
            return happening;
        }
        List<Integer> events = prediction.candidate().events();
        int[] schedule = prediction.witness().schedule();
        int step = -1;
        for (int i = 0; i < schedule.length; i++) {
            boolean begins = i == 0 || trace.thread(schedule[i]) != trace.thread(schedule[i - 1]);
            String path = trace.threads().get(trace.thread(schedule[i])).path();
            if (begins
                    && step + 1 < steps.size()
                    && steps.get(step + 1).thread().equals(path)) {
                step++;
            }
            int access = events.indexOf(schedule[i]);
            if (access >= 0 && step >= 0 && steps.get(step).thread().equals(path)) {
                happening.get(step).add(access);
            }
        }
        return happening;
    }

    /** The order in which a clip lets the accesses happen, as indices into these. */
    static List<Integer> order(Clip clip, List<Finding.Access> accesses) {
        if (clip.shape().inOrder()) {
            return IntStream.range(0, accesses.size()).boxed().toList();
        }
        List<String> paths = accesses.stream().map(Finding.Access::path).toList();
        return clip.order().stream()
                .map(point -> paths.indexOf(clip.anomaly().get(point).thread()))
                .filter(index -> index >= 0)
                .toList();
    }

    private Finding.Step step(ClipStep step, Map<String, String> names, List<Integer> accesses) {
        String name = name(names.getOrDefault(step.thread(), step.thread()), step.thread());
        if (step.until() == null) {
            return new Finding.Step(step.thread(), name, "", "", accesses);
        }
        Site site = step.until().site();
        int occurrence = step.until().occurrence();
        boolean named = !site.what().isEmpty() && !site.what().equals(Site.INTERRUPT);
        String action = op(site) + (named ? " " + site.shortWhat() : "");
        return new Finding.Step(
                step.thread(),
                name,
                site.position(),
                occurrence > 1 ? action + " (occurrence " + occurrence + ")" : action,
                accesses);
    }

    private static String op(Site site) {
        return site.what().equals(Site.INTERRUPT) ? Site.INTERRUPT : site.op().reportWord();
    }
}
