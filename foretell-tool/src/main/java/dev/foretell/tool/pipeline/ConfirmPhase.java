// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.process.FileCopies;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.Status;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Re-executes the program for each prediction and records the outcome: one {@link Trial} each. The recorded schedule
 * goes first: when even that cannot be followed, a prediction that does not come true is not refuted, only not
 * confirmed.
 *
 * <p>The {@link PredictionQueue} decides what comes first. When the session's time is over, what has not been tried
 * stays predicted.
 */
public final class ConfirmPhase {
    static final String OUT_OF_TIME = "the session's time was over";

    private final PhaseContext context;
    private final OutputFolder folder;
    private final Replayer replayer;
    private final int jobs;
    private final boolean keepRuns;
    private final Budget budget;

    /** Without a time limit for all re-executions together. */
    public ConfirmPhase(PhaseContext context, OutputFolder folder, Replayer replayer, int jobs, boolean keepRuns) {
        this(context, folder, replayer, jobs, keepRuns, null);
    }

    private ConfirmPhase(
            PhaseContext context, OutputFolder folder, Replayer replayer, int jobs, boolean keepRuns, Budget budget) {
        this.context = context;
        this.folder = folder;
        this.replayer = replayer;
        this.jobs = jobs;
        this.keepRuns = keepRuns;
        this.budget = budget;
    }

    /** The same, within the time of a session. */
    public ConfirmPhase within(Budget newBudget) {
        return new ConfirmPhase(context, folder, replayer.within(newBudget), jobs, keepRuns, newBudget);
    }

    public Session run(Session session) throws IOException, InterruptedException {
        return new Confirming(session).run();
    }

    private boolean isTimeGivenByUser() {
        return budget != null && budget.isGivenByUser();
    }

    /** The re-executions of one session. */
    private final class Confirming {
        private final Session session;
        private final List<Finding> failures;
        private final List<Finding> predicted;
        private final ReExecutions reExecutions = new ReExecutions(context, folder, replayer, keepRuns, budget);
        private final ControlRuns control;
        private final DivergedRuns diverged = new DivergedRuns();
        private final PassingSchedule passing;
        private final List<String> notes = new ArrayList<>();
        private final List<String> truncated = new ArrayList<>();
        private final List<Finding> results = new ArrayList<>();

        Confirming(Session session) {
            this.session = session;
            this.failures = session.analysis().findings().stream()
                    .filter(Finding::isRecorded)
                    .toList();
            this.predicted = new ArrayList<>(session.analysis().findings());
            this.predicted.removeAll(failures);
            this.control = new ControlRuns(reExecutions, folder, session);
            this.passing = new PassingSchedule(folder, !failures.isEmpty());
        }

        Session run() throws IOException, InterruptedException {
            long begin = System.nanoTime();
            boolean replayable = false;
            Baseline baseline = control.recordedBaseline();
            if (!failures.isEmpty() || predicted.stream().anyMatch(finding -> finding.clip() != null)) {
                if (reExecutions.comparesFiles()) {
                    control.begin(Runnable::run);
                }
                ExecutorService pool = Executors.newFixedThreadPool(jobs());
                try {
                    control.begin(pool);
                    tryAll(pool);
                } finally {
                    pool.shutdownNow();
                }
                baseline = control.baseline();
                replayable = control.first().isFollowed();
                if (replayable) {
                    control.discard();
                }
            } else {
                results.addAll(predicted);
            }
            folder.tidyRuns();
            double seconds = (System.nanoTime() - begin) / 1e9;
            return session.with(new Session.Confirmation(
                    reExecutions.summary(seconds), replayable, baseline, notes, truncated, List.copyOf(results)));
        }

        /** How many re-executions at a time: one when the files that they write are compared. */
        private int jobs() throws IOException, InterruptedException {
            boolean files = reExecutions.comparesFiles()
                    && !control.baseline().control().files().isEmpty();
            return files ? 1 : jobs;
        }

        private void tryAll(ExecutorService pool) throws IOException, InterruptedException {
            tryPredictions(pool);
            ControlRuns.First recorded = control.first();
            truncated.addAll(FileCopies.index(folder.record()).left());
            results.addAll(0, failedAgain(recorded));
            DivergedFailures divergedFailures = new DivergedFailures(folder, reExecutions, control, results);
            divergedFailures.replay(diverged.observedHarms(control.judge(), results, recorded.isFollowed()));
            results.addAll(divergedFailures.findings());
            notes.addAll(DeterminismAudit.notes(control.baseline(), recorded.replay(), session, folder.record()));
            notes.addAll(DeterminismAudit.limits(recorded.inputs()));
            notes.addAll(divergedFailures.notes());
        }

        /**
         * The failures of the recorded run, with the results of its replays, and with a schedule that ends well if
         * there was one.
         */
        private List<Finding> failedAgain(ControlRuns.First recorded) {
            List<Finding> again = new ArrayList<>();
            for (Finding failure : failures) {
                int tried = recorded.replay() == null ? 0 : 1;
                int created = tried > 0 && HarmJudge.shows(recorded.replay(), failure.harm()) ? 1 : 0;
                again.add(failure.with(Status.CONFIRMED, "", failure.harm(), new Finding.Replays(tried, created))
                        .with(new Finding.Around(failure.around().lastEvents(), passing.clip())));
            }
            return again;
        }

        private void tryPredictions(ExecutorService pool) throws IOException, InterruptedException {
            AtomicInteger done = new AtomicInteger();
            PredictionQueue queue = PredictionQueue.of(predicted, isTimeGivenByUser());
            List<Finding> chosen = queue.tried();
            truncated.addAll(queue.truncated());
            List<Finding> late = Collections.synchronizedList(new ArrayList<>());
            List<Callable<Finding>> tasks = new ArrayList<>();
            for (Finding finding : chosen) {
                tasks.add(() -> {
                    if (reExecutions.isOutOfTime()) {
                        late.add(finding);
                        return untried(finding);
                    }
                    String progress = " (" + done.get() + " of " + chosen.size() + " done)";
                    reExecutions.progress("re-executing " + finding.id() + progress);
                    Finding result = trial(finding).run();
                    reExecutions.progress("re-executed " + done.incrementAndGet() + " of " + chosen.size());
                    return result;
                });
            }
            for (Future<Finding> future : pool.invokeAll(tasks)) {
                results.add(Futures.resultOf(future));
            }
            tryFurtherSchedules(pool);
            results.addAll(queue.left());
            if (!late.isEmpty()) {
                truncated.add(late.size() + " of " + chosen.size() + " predictions were not re-executed ("
                        + PredictionQueue.kinds(late) + "): the session's time, " + budget.text()
                        + ", was over; --time gives it more");
            }
        }

        private Trial trial(Finding finding) {
            return new Trial(finding, folder, reExecutions, control, diverged, passing);
        }

        /** A guess is no more than a refuted prediction until it is tried. */
        private static Finding untried(Finding finding) {
            return PredictionQueue.isGuess(finding)
                    ? finding
                    : finding.with(
                            Status.PREDICTED, "not re-executed: " + OUT_OF_TIME, Harm.NONE, Finding.Replays.NONE);
        }

        /**
         * Tries other schedules of findings that did no harm, when every prediction has been tried; replaces those
         * findings in the results.
         */
        private void tryFurtherSchedules(ExecutorService pool) throws IOException, InterruptedException {
            if (!control.first().isFollowed()) {
                return;
            }
            FurtherSchedules furtherSchedules = new FurtherSchedules(
                    folder, session.analysis().others(), reExecutions.count(), isTimeGivenByUser());
            for (List<FurtherSchedules.Attempt> round = furtherSchedules.next(results);
                    !round.isEmpty();
                    round = furtherSchedules.next(results)) {
                List<Callable<Finding>> tasks = new ArrayList<>();
                for (FurtherSchedules.Attempt attempt : round) {
                    Finding finding = results.get(attempt.index());
                    tasks.add(() -> {
                        reExecutions.progress("re-executing " + finding.id() + " with another schedule");
                        return trial(finding).again(attempt);
                    });
                }
                List<Future<Finding>> done = pool.invokeAll(tasks);
                for (int i = 0; i < round.size(); i++) {
                    results.set(round.get(i).index(), Futures.resultOf(done.get(i)));
                }
            }
            truncated.addAll(furtherSchedules.truncated());
        }
    }
}
