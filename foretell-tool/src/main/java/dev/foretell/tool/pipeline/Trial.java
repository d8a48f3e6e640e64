// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.process.RunResult.End;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import dev.foretell.trace.clip.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The re-executions for one prediction. An anomaly that was created is created again with its threads continuing in the
 * other order, because often only one order does harm; one whose events are in sequence is created again as it is,
 * because what comes after it is not directed.
 */
final class Trial {
    private final Finding finding;
    private final OutputFolder folder;
    private final ReExecutions reExecutions;
    private final ControlRuns control;
    private final DivergedRuns diverged;
    private final PassingSchedule passing;
    private int tried;
    private int created;
    private Replayer.Directed lastMiss;

    /**
     * Nothing has been tried yet.
     *
     * @param diverged receives the runs that left their schedule
     * @param passing receives those that created the anomaly
     */
    Trial(
            Finding finding,
            OutputFolder folder,
            ReExecutions reExecutions,
            ControlRuns control,
            DivergedRuns diverged,
            PassingSchedule passing) {
        this.finding = finding;
        this.folder = folder;
        this.reExecutions = reExecutions;
        this.control = control;
        this.diverged = diverged;
        this.passing = passing;
    }

    Finding run() throws IOException, InterruptedException {
        Path file = folder.file(finding.clip());
        Clip clip = ClipFormat.read(file);
        Replayer.Directed first = attempt(clip, "a");
        if (first == null && !isGuess()) {
            first = attempt(clip, "b");
        }
        if (first == null) {
            return notCreated();
        }
        Harm harm = control.harm(finding, first);
        if (finding.kind().isJudgedByHarm()) {
            return order(clip, first, harm);
        }
        Clip worst = clip;
        Clip other = again(clip, harm);
        if (other != null) {
            Replayer.Directed second = attempt(other, "c");
            Harm otherHarm = second == null ? Harm.NONE : control.harm(finding, second);
            reExecutions.discard(second);
            if (harm.or(otherHarm) != harm) {
                harm = otherHarm;
                worst = other;
                ClipFormat.write(worst, file);
            }
        }
        reExecutions.discard(first);
        return finding.ordered(FindingMaker.order(worst, finding.accesses()))
                .with(Status.CONFIRMED, "", harm, replays());
    }

    /**
     * It happened, so it is confirmed. But another order is no bug by itself, so its severity depends on its harm,
     * which must be reproducible: it must occur every time, must not occur in replays of the recorded schedule, and
     * must not be due to a busy machine.
     */
    private Finding order(Clip clip, Replayer.Directed first, Harm harm) throws IOException, InterruptedException {
        reExecutions.discard(first);
        Harm repeated = repeated(clip, harm, "c");
        return finding.with(Status.CONFIRMED, "", repeated, replays());
    }

    private Harm repeated(Clip clip, Harm harm, String name) throws IOException, InterruptedException {
        if (!harm.seen() || !control.first().isFollowed() || finding.isAnswer(harm) || harm.maybeSlow()) {
            return Harm.NONE;
        }
        Replayer.Directed second = attempt(clip, name);
        boolean again = second != null && control.harm(finding, second).kind() == harm.kind();
        reExecutions.discard(second);
        return again ? harm : Harm.NONE;
    }

    /**
     * The finding after another schedule of it: that schedule replaces the first when it does harm, or was created when
     * the first was not. Otherwise the finding is unchanged.
     */
    Finding again(FurtherSchedules.Attempt attempt) throws IOException, InterruptedException {
        Replayer.Directed directed = attempt(attempt.clip(), attempt.name());
        if (directed == null) {
            return finding;
        }
        Harm harm = control.harm(finding, directed);
        reExecutions.discard(directed);
        if (finding.kind().isJudgedByHarm()) {
            harm = repeated(attempt.clip(), harm, attempt.name() + "-again");
        }
        if (!harm.seen() && finding.status() == Status.CONFIRMED) {
            return finding;
        }
        ClipFormat.write(attempt.clip(), folder.file(finding.clip()));
        return finding.shownBy(attempt.shown()).with(Status.CONFIRMED, "", harm, replays());
    }

    private Finding.Replays replays() {
        return new Finding.Replays(tried, created);
    }

    /** Whether the analysis had no witness, only a schedule worth a try. */
    private boolean isGuess() {
        return PredictionQueue.isGuess(finding);
    }

    /** Null when the anomaly was not created. */
    private Replayer.Directed attempt(Clip clip, String name) throws IOException, InterruptedException {
        if (reExecutions.isOver()) {
            return null;
        }
        tried++;
        Replayer.Directed directed = reExecutions.run(clip, finding.id() + "-" + name);
        if (directed.outcome().created()) {
            created++;
            passing.offer(clip, directed);
            return directed;
        }
        lastMiss = directed;
        diverged.add(finding, clip, directed);
        return null;
    }

    private Finding notCreated() throws IOException, InterruptedException {
        if (isGuess()) {
            return finding.with(Status.UNDECIDED, finding.reason(), Harm.NONE, replays());
        }
        if (!reExecutions.isInterrupted() && (lastMiss == null || lastMiss.run().ended(End.OUT_OF_TIME))) {
            return notCreated(Status.PREDICTED, "not decided: " + ConfirmPhase.OUT_OF_TIME);
        }
        if (lastMiss == null || lastMiss.run().ended(End.INTERRUPTED)) {
            return notCreated(Status.PREDICTED, "interrupted before it was tried");
        }
        boolean met = lastMiss.outcome().problem().contains(Outcome.UNLESS_INTERRUPTED);
        if (met && lastMiss.run().ended(End.ITSELF)) {
            // It happened and did not last; whether the recorded schedule can be replayed does not matter.
            return notCreated(Status.REFUTED, Replayer.problem(lastMiss));
        }
        ControlRuns.First recorded = control.first();
        if (!recorded.isFollowed()) {
            String reason = recorded.replay() == null ? "it was not replayed" : Replayer.problem(recorded.replay());
            return notCreated(Status.PREDICTED, "the recorded schedule itself could not be replayed: " + reason);
        }
        boolean open = lastMiss.run().ended(End.TIMEOUT)
                // Threads that wait for an interrupt may still have been waiting.
                || met && lastMiss.run().ended(End.ENOUGH);
        return notCreated(open ? Status.PREDICTED : Status.REFUTED, Replayer.problem(lastMiss));
    }

    private Finding notCreated(Status status, String reason) {
        return finding.with(status, reason, Harm.NONE, replays());
    }

    /**
     * The clip to run once more to see harm: with its two threads continuing in the other order; or, when its events
     * are in sequence, the same clip if it did no harm yet. Null when that makes no difference, or when the finding is
     * a note that is seldom read.
     */
    private Clip again(Clip clip, Harm harm) {
        return switch (finding.kind().retry()) {
            case OTHER_ORDER -> clip.anomaly().size() == 2 ? swapped(clip) : null;
            case WHILE_HARMLESS -> harm.seen() || finding.composed() ? null : clip;
            case TO_REPEAT_HARM, NEVER -> null;
        };
    }

    private static Clip swapped(Clip clip) {
        List<Integer> order = clip.order().equals(List.of(1, 0)) ? List.of(0, 1) : List.of(1, 0);
        return clip.goingOn(order, false);
    }
}
