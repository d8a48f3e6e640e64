// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.SeverityRules;
import dev.foretell.tool.report.Status;
import dev.foretell.tool.report.Symptom;
import dev.foretell.tool.report.UncaughtException;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import dev.foretell.trace.clip.ClipPoint;
import dev.foretell.trace.clip.ClipStep;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reproduces the harm that {@link DivergedRuns} observed, as findings of their own. With the same steps the director
 * follows the same schedule, leaves it at the same place, and lets all threads run free there; so the steps of the clip
 * that was left are the clip of the failure, which expects nothing but that the program fails.
 *
 * <p>Runs one at a time, after all others, so that they cannot disturb each other. Harm that occurs again is confirmed,
 * if a replay of the recorded schedule after it does not show it. A deadlock is confirmed even when it does not occur
 * again, unless an interrupt ends one of its waits: no input and no delay creates a cycle of locks, so it is a bug of
 * the program.
 */
final class DivergedFailures {
    private static final int MOST = 5;
    private static final int CLIPS = 2;
    private static final int TRIES = 3;
    /** After this many reproductions no more runs are tried. */
    private static final int ENOUGH = 2;

    private static final Pattern LOCK = Pattern.compile("wants ([\\w.$]+)");

    private final OutputFolder folder;
    private final ReExecutions reExecutions;
    private final ControlRuns control;
    private final List<Finding> known;
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** {@code known} are all findings of the session, whose ids are taken. */
    DivergedFailures(OutputFolder folder, ReExecutions reExecutions, ControlRuns control, List<Finding> known) {
        this.folder = folder;
        this.reExecutions = reExecutions;
        this.control = control;
        this.known = known;
    }

    List<Finding> findings() {
        return findings;
    }

    /** Sentences about harm that is no finding. */
    List<String> notes() {
        return notes;
    }

    void replay(List<DivergedRuns.ObservedHarm> observedHarms) throws IOException, InterruptedException {
        for (DivergedRuns.ObservedHarm observed : observedHarms) {
            if (observed.certain() && findings.size() < MOST) {
                replay(observed);
            } else {
                notes.add(DivergedRuns.note(observed, 0));
            }
        }
    }

    private void replay(DivergedRuns.ObservedHarm observed) throws IOException, InterruptedException {
        boolean deadlock = DivergedRuns.lastsByItself(observed.harm());
        Finding finding = finding(observed.harm());
        int tried = 0;
        for (Clip left :
                observed.clips().subList(0, Math.min(CLIPS, observed.clips().size()))) {
            Clip clip = clip(finding, left);
            List<Replayer.Directed> back = new ArrayList<>();
            int before = tried;
            while (tried - before < TRIES && back.size() < ENOUGH) {
                if (reExecutions.isOver()) {
                    break;
                }
                String name = finding.id() + "-" + (tried + 1);
                reExecutions.progress("re-executing what left its schedule: " + name);
                Replayer.Directed directed = reExecutions.run(clip, name);
                tried++;
                if (DivergedRuns.shows(control.judge(), directed, observed.harm())) {
                    back.add(directed);
                }
            }
            if (!back.isEmpty()) {
                boolean compared = control.replay();
                HarmJudge judge = control.judge();
                boolean still =
                        back.stream().allMatch(directed -> DivergedRuns.shows(judge, directed, observed.harm()));
                if (still && (compared || deadlock)) {
                    confirm(finding, clip, new Finding.Replays(tried - before, back.size()));
                    for (Replayer.Directed directed : back) {
                        reExecutions.discard(directed);
                    }
                }
                return; // else the recorded schedule does this harm, too
            }
        }
        if (deadlock) {
            confirm(finding, clip(finding, observed.clips().get(0)), new Finding.Replays(tried, 0));
        } else {
            notes.add(DivergedRuns.note(observed, tried));
        }
    }

    private void confirm(Finding finding, Clip clip, Finding.Replays replays) throws IOException {
        ClipFormat.write(clip, folder.file(finding.clip()));
        findings.add(finding.with(Status.CONFIRMED, "", finding.harm(), replays));
    }

    private Finding finding(Harm harm) {
        AnomalyKind kind = harm.kind() == Harm.Kind.DEADLOCK ? AnomalyKind.DEADLOCK : AnomalyKind.FAILURE;
        String id = id(kind.letter());
        String variable = variable(harm);
        // The file is what is known of the place and does not change when lines move.
        String file = UncaughtException.parse(harm.detail()).place().replaceAll(":\\d+$", "");
        return new Finding(
                new Finding.FindingId(
                        id,
                        Fingerprints.ofMethods(
                                kind + " " + harm.kind().text(),
                                variable,
                                kind.isLockCycle() ? List.of() : List.of(file)),
                        kind),
                new Finding.Judgement(
                        Status.CONFIRMED, SeverityRules.of(kind, harm.kind().text(), harm.kind(), false), "", harm),
                new Finding.Anomaly(variable, harm.kind().text(), List.of()),
                Finding.Replay.seen("clips/" + id + ".clip", Finding.LEFT, false));
    }

    private static String variable(Harm harm) {
        return switch (harm.kind()) {
            case EXCEPTION, ASSERTION ->
                simple(UncaughtException.parse(harm.detail()).type());
            case DEADLOCK -> {
                TreeSet<String> locks = new TreeSet<>();
                Matcher lock = LOCK.matcher(harm.detail());
                while (lock.find()) {
                    locks.add(simple(lock.group(1)));
                }
                yield locks.isEmpty() ? "locks" : String.join(", ", locks);
            }
            case HANG, ORACLE, EXIT, OUTPUT, FILE, NONE -> "every thread waits";
        };
    }

    private static String simple(String name) {
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf(' ')) + 1);
    }

    /** The next that is free. */
    private String id(String letter) {
        int number = 1;
        while (isTaken(letter + number)) {
            number++;
        }
        return letter + number;
    }

    private boolean isTaken(String id) {
        return Stream.concat(known.stream(), findings.stream())
                .anyMatch(finding -> finding.id().equals(id));
    }

    /** The schedule that was to lead to an anomaly, without the anomaly. */
    static Clip clip(Finding failure, Clip left) {
        List<ClipStep> steps = new ArrayList<>(left.steps());
        List<ClipPoint> points = left.anomaly();
        // Of events in sequence only the last one is a stop.
        for (ClipPoint point : points.subList(left.shape().inOrder() ? points.size() - 1 : 0, points.size())) {
            steps.add(new ClipStep(point.thread(), point));
        }
        return Clip.failure(
                failure.title() + " on the way to: " + left.title(), left, steps, Symptom.expected(failure.harm()));
    }
}
