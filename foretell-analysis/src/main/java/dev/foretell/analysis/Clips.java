// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.order.EarlyWaitEnds;
import dev.foretell.analysis.witness.RecordedRun;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.TraceThread;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.AnomalyShape;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipPoint;
import dev.foretell.trace.clip.ClipStep;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Writes schedules as clips: the forced context switches of a witness, as few as possible.
 *
 * <p>A stretch of events by one thread becomes "this thread runs until just before its next event of the trace". Not
 * every event is a point where a thread can be held: the director does not see that a thread relies on an initialised
 * class (INIT_USE) or ends, and inside a class initialiser it must not hold a thread. A call that converts a shared
 * lock to an exclusive one, or back, is two events, and a thread is held before the call: that is before the acquire in
 * the first case (recorded when it has succeeded), before the release in the second. Other events are passed over,
 * which only lets the thread run a little further, over steps that concern no other thread.
 */
public final class Clips {
    /** Of a longer recorded run this many stretches are forced; then it runs free. */
    private static final int MAX_STRETCHES = 20_000;
    /** Of a longer recorded run this many events are scheduled; a schedule takes memory many times their number. */
    private static final int MAX_EVENTS = 8_000_000;

    private final Trace trace;
    private final List<String> command;
    private final Map<String, String> checksums;
    private TraceModel model;

    /** {@code checksums} of the program's classes by name, to detect that the program has changed. */
    public Clips(Trace trace, List<String> command, Map<String, String> checksums) {
        this.trace = trace;
        this.command = List.copyOf(command);
        this.checksums = Map.copyOf(checksums);
    }

    /** The clip that leads to this prediction's anomaly; the prediction must have a witness. */
    public Clip of(Prediction prediction) {
        if (prediction.witness() == null) {
            throw new IllegalArgumentException("there is no witness: " + prediction.reason());
        }
        Witness witness = prediction.witness();
        List<ClipPoint> anomaly =
                IntStream.of(witness.anomaly()).mapToObj(this::point).toList();
        String title = new Titles(model()).of(prediction.candidate());
        List<ClipStep> steps = steps(witness.schedule(), lastReads(prediction));
        int wait = EarlyWaitEnds.wait(trace, prediction.candidate().shape(), witness.anomaly());
        if (wait >= 0) {
            // A time limit or an interrupt ends the wait, so the next event of the thread is not known.
            steps.add(new ClipStep(path(witness.anomaly()[wait]), anomaly.get(wait), true));
        }
        return clip(
                prediction.candidate().kind(),
                title,
                steps,
                anomaly,
                prediction.candidate().shape());
    }

    /** The recorded run itself, to see whether the program can be replayed at all. */
    public Clip recorded() {
        int[] schedule = new RecordedRun(model()).schedule(MAX_EVENTS);
        if (schedule == null) {
            schedule = IntStream.range(0, Math.min(MAX_EVENTS, trace.size())).toArray();
        }
        return clip(
                AnomalyKind.SCHEDULE, "The recorded run", steps(schedule, IntSet.of()), List.of(), AnomalyShape.NONE);
    }

    private TraceModel model() {
        if (model == null) {
            model = new TraceModel(trace);
        }
        return model;
    }

    private Clip clip(
            AnomalyKind kind, String title, List<ClipStep> steps, List<ClipPoint> anomaly, AnomalyShape shape) {
        Map<String, String> classes = new TreeMap<>();
        Map<String, String> threads = new LinkedHashMap<>();
        Map<String, String> names = new LinkedHashMap<>();
        for (TraceThread thread : trace.threads()) {
            names.put(thread.path(), thread.name());
        }
        for (ClipStep step : steps) {
            threads.put(step.thread(), names.get(step.thread()));
            if (step.until() != null) {
                note(step.until().site(), classes);
            }
        }
        for (ClipPoint point : anomaly) {
            threads.put(point.thread(), names.get(point.thread()));
            note(point.site(), classes);
        }
        List<Integer> order = IntStream.range(0, anomaly.size()).boxed().toList();
        return new Clip(
                kind,
                title,
                new Clip.Program(command, classes, threads),
                steps,
                new Clip.Events(anomaly, shape, order, false));
    }

    private void note(Site site, Map<String, String> classes) {
        String checksum = checksums.get(site.className());
        if (checksum != null) {
            classes.put(site.className(), checksum);
        }
    }

    /**
     * The reads of an anomaly in sequence that are the last event of their thread in the schedule. They may see another
     * write than recorded, so the next event of their threads is not known. In a guess they do, so what such a thread
     * does in the schedule after its last event of the anomaly, to release its locks, is left out: the director lets it
     * run when another thread needs the locks.
     */
    private IntSet lastReads(Prediction prediction) {
        IntOpenHashSet reads = new IntOpenHashSet();
        if (prediction.candidate().shape().inOrder()) {
            int[] anomaly = prediction.witness().anomaly();
            int[] last = new int[trace.threads().size()];
            Arrays.fill(last, -1);
            for (int e : prediction.witness().schedule()) {
                last[trace.thread(e)] = e;
            }
            boolean guess = prediction.verdict() == Prediction.Verdict.POSSIBLE;
            for (int i = 0; i < anomaly.length - 1; i++) {
                if (trace.kind(anomaly[i]).isRead()
                        && isLastOfItsThread(anomaly, i)
                        && (guess || last[trace.thread(anomaly[i])] == anomaly[i])) {
                    reads.add(anomaly[i]);
                }
            }
        }
        return reads;
    }

    private boolean isLastOfItsThread(int[] anomaly, int i) {
        for (int j = i + 1; j < anomaly.length; j++) {
            if (trace.thread(anomaly[j]) == trace.thread(anomaly[i])) {
                return false;
            }
        }
        return true;
    }

    private List<ClipStep> steps(int[] schedule, IntSet lastReads) {
        List<ClipStep> steps = new ArrayList<>();
        IntOpenHashSet done = new IntOpenHashSet();
        for (int i = 0; i < schedule.length && steps.size() < MAX_STRETCHES; i++) {
            int thread = trace.thread(schedule[i]);
            boolean last = i + 1 == schedule.length || trace.thread(schedule[i + 1]) != thread;
            if (lastReads.contains(schedule[i])) {
                steps.add(new ClipStep(path(schedule[i]), point(schedule[i]), true));
                done.add(thread);
            } else if (last && !done.contains(thread)) {
                int held = holdable(model().next(schedule[i]));
                if (held >= 0 || ends(schedule[i])) {
                    steps.add(new ClipStep(path(schedule[i]), held < 0 ? null : point(held)));
                } else {
                    addUnended(schedule, i, steps);
                }
            }
        }
        return steps;
    }

    private boolean ends(int event) {
        int e = event;
        while (e >= 0 && trace.kind(e) != EventKind.END) {
            e = model().next(e);
        }
        return e >= 0;
    }

    /**
     * The run was over before this thread was, so there is no end to wait for: it is led past the last access of this
     * stretch, or to the last other point at which it can be held, or nowhere.
     */
    private void addUnended(int[] schedule, int last, List<ClipStep> steps) {
        int i = last;
        while (i > 0 && trace.thread(schedule[i - 1]) == trace.thread(schedule[last]) && !isHoldable(schedule[i])) {
            i--;
        }
        if (isHoldable(schedule[i])) {
            boolean past = trace.kind(schedule[i]).isAccess();
            steps.add(new ClipStep(path(schedule[i]), point(schedule[i]), past));
        }
    }

    /** The first event from here on before which the director can hold the thread, or -1. */
    private int holdable(int event) {
        int e = event;
        while (e >= 0 && !isHoldable(e)) {
            e = model().next(e);
        }
        return e;
    }

    private boolean isHoldable(int e) {
        boolean hasProbeBefore = switch (trace.kind(e)) {
            case READ, WRITE, VOLATILE_READ, VOLATILE_WRITE -> true;
            case ACQUIRE, RELEASE, WAKE, NOTIFY, NOTIFY_ALL, TRY_ACQUIRE_FAILED -> true;
            case PERMIT_ACQUIRE, PERMIT_RELEASE, TRY_PERMIT_FAILED, PUBLISH, OBSERVE -> true;
            case FORK, JOIN, INIT_BEGIN -> true;
            case RELEASE_SHARED -> !isOneCall(e, model().next(e), EventKind.ACQUIRE);
            case ACQUIRE_SHARED -> !isOneCall(e, previous(e), EventKind.RELEASE);
            case INIT_USE, INIT_END, BEGIN, END, REGION_BEGIN, REGION_END -> false;
        };
        return hasProbeBefore
                && !trace.site(trace.siteOf(e)).equals(Site.UNKNOWN)
                && (trace.kind(e) == EventKind.JOIN || !model().insideInitialiser(e));
    }

    private int previous(int event) {
        int position = model().position(event);
        return position == 0 ? -1 : model().event(trace.thread(event), position - 1);
    }

    /** Whether one instruction did both to one lock. */
    private boolean isOneCall(int event, int other, EventKind kind) {
        if (other < 0 || trace.kind(other) != kind || trace.target(other) != trace.target(event)) {
            return false;
        }
        Site site = trace.site(trace.siteOf(event));
        Site there = trace.site(trace.siteOf(other));
        return site.offset() >= 0
                && site.offset() == there.offset()
                && site.className().equals(there.className())
                && site.method().equals(there.method());
    }

    private ClipPoint point(int event) {
        return new ClipPoint(path(event), trace.site(trace.siteOf(event)), trace.occurrence(event));
    }

    private String path(int event) {
        return trace.threads().get(trace.thread(event)).path();
    }
}
