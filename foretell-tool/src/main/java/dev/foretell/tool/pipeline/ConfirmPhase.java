// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.UserError;
import dev.foretell.tool.process.FileCopies;
import dev.foretell.tool.process.RunResult.End;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.Report;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import dev.foretell.trace.clip.Outcome;
import dev.foretell.trace.io.RecordedInputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Re-executes the program for each prediction and records the outcome. The recorded schedule goes first: when even that
 * cannot be followed, a prediction that does not come true is not refuted, only not confirmed. An anomaly that was
 * created is created again with its threads continuing in the other order, because often only one order does harm; one
 * whose events are in sequence is created again as it is, because what comes after it is not directed.
 *
 * <p>The {@link PredictionQueue} decides what comes first. When the session's time is over, what has not been tried
 * stays predicted.
 */
public final class ConfirmPhase {
    private static final String OUT_OF_TIME = "the session's time was over";

    private static final String ENDS_WELL = "clips/ends-well.clip";

    private final PhaseContext context;
    private final OutputFolder folder;
    private final Replayer replayer;
    private final int jobs;
    private final boolean keepRuns;
    private final Budget budget;
    private final DivergedRuns leftSchedules = new DivergedRuns();
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger created = new AtomicInteger();
    private final AtomicInteger timeouts = new AtomicInteger();
    /** More replays of the recorded schedule; none until a re-execution seems to do harm. */
    private final List<Replayer.Directed> again = new ArrayList<>();

    /** Whether {@link #ENDS_WELL} has been written. */
    private final AtomicBoolean endsWell = new AtomicBoolean();

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

    private boolean isOutOfTime() {
        return budget != null && budget.isOver();
    }

    public Session run(Session session) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        List<Finding> failures = session.analysis().findings().stream()
                .filter(Finding::isRecorded)
                .toList();
        List<Finding> predicted = new ArrayList<>(session.analysis().findings());
        predicted.removeAll(failures);
        List<String> notes = new ArrayList<>();
        List<String> truncated = new ArrayList<>();
        List<Finding> results = new ArrayList<>();
        boolean replayable = false;
        Baseline baseline = Baseline.of(
                session.recording(), session.analysis().run().uncaught(), Baseline.Replays.NONE, recordedOutput());
        if (!failures.isEmpty() || predicted.stream().anyMatch(finding -> finding.clip() != null)) {
            Recorded first = replayer.comparesFiles() ? replayRecorded(session) : null;
            ExecutorService pool = Executors.newFixedThreadPool(jobs(session, first));
            try {
                Future<Recorded> check = pool.submit(() -> first == null ? replayRecorded(session) : first);
                results.addAll(all(pool, session, predicted, check, truncated));
                Recorded recorded = check.get();
                truncated.addAll(FileCopies.index(folder.record()).left());
                results.addAll(0, failedAgain(failures, recorded));
                replayable = recorded.isFollowed();
                DivergedFailures left = leftFailures(session, recorded, results);
                results.addAll(left.findings());
                baseline = baseline(session, recorded);
                notes.addAll(DeterminismAudit.notes(baseline, recorded.replay(), session, folder.record()));
                notes.addAll(DeterminismAudit.limits(recorded.inputs()));
                notes.addAll(left.notes());
                if (replayable) {
                    tidy(recorded.replay());
                    tidy(recorded.unfed());
                    for (Replayer.Directed one : again) {
                        tidy(one);
                    }
                }
            } catch (ExecutionException e) {
                throw unwrap(e);
            } finally {
                pool.shutdownNow();
            }
        } else {
            results.addAll(predicted);
        }
        folder.tidyRuns();
        return session.with(new Session.Confirmation(
                executions(begin), replayable, baseline, notes, truncated, List.copyOf(results)));
    }

    private Session.Executions executions(long begin) {
        double limit = budget == null ? 0 : budget.total().toMillis() / 1e3;
        return new Session.Executions(
                (System.nanoTime() - begin) / 1e9,
                runs.get(),
                timeouts.get(),
                context.runner().interrupted(),
                new Report.Effort(created.get(), limit));
    }

    /**
     * How many re-executions at a time: one when the files that they write are compared. {@code recorded} is null when
     * none are.
     */
    private int jobs(Session session, Recorded recorded) {
        boolean files = recorded != null
                && !baseline(session, recorded).control().files().isEmpty();
        return files ? 1 : jobs;
    }

    /** The failures of re-executions that left their schedules; {@code results} are the findings so far. */
    private DivergedFailures leftFailures(Session session, Recorded recorded, List<Finding> results)
            throws IOException, InterruptedException {
        DivergedFailures left = new DivergedFailures(folder, new AfterAll(session, recorded), results);
        left.replay(leftSchedules.observedHarms(
                new HarmJudge(baseline(session, recorded), recordedOutput()), results, recorded.isFollowed()));
        return left;
    }

    /**
     * The failures of the recorded run, with the results of its replays, and with a schedule that ends well if there
     * was one.
     */
    private List<Finding> failedAgain(List<Finding> failures, Recorded recorded) {
        List<Finding> results = new ArrayList<>();
        for (Finding failure : failures) {
            int tried = recorded.replay() == null ? 0 : 1;
            int created = tried > 0 && HarmJudge.shows(recorded.replay(), failure.harm()) ? 1 : 0;
            Finding.Around around =
                    new Finding.Around(failure.around().lastEvents(), endsWell.get() ? ENDS_WELL : null);
            results.add(failure.with(Status.CONFIRMED, "", failure.harm(), new Finding.Replays(tried, created))
                    .with(around));
        }
        return results;
    }

    private List<Finding> all(
            ExecutorService pool,
            Session session,
            List<Finding> predicted,
            Future<Recorded> check,
            List<String> truncated)
            throws IOException, InterruptedException, ExecutionException {
        AtomicInteger done = new AtomicInteger();
        PredictionQueue queue = PredictionQueue.of(predicted, budget != null && budget.isGivenByUser());
        List<Finding> chosen = queue.tried();
        truncated.addAll(queue.truncated());
        List<Finding> late = Collections.synchronizedList(new ArrayList<>());
        List<Callable<Finding>> tasks = new ArrayList<>();
        for (Finding finding : chosen) {
            tasks.add(() -> {
                if (isOutOfTime()) {
                    late.add(finding);
                    return untried(finding);
                }
                String progress = " (" + done.get() + " of " + chosen.size() + " done)";
                context.progress().at("re-executing " + finding.id() + progress);
                Finding result = new Trial(session, finding, check).run();
                context.progress().at("re-executed " + done.incrementAndGet() + " of " + chosen.size());
                return result;
            });
        }
        List<Finding> results = new ArrayList<>();
        for (Future<Finding> future : pool.invokeAll(tasks)) {
            results.add(future.get());
        }
        tryFurtherSchedules(pool, session, results, check, truncated);
        results.addAll(queue.left());
        if (!late.isEmpty()) {
            truncated.add(late.size() + " of " + chosen.size() + " predictions were not re-executed ("
                    + PredictionQueue.kinds(late) + "): the session's time, " + budget.text()
                    + ", was over; --time gives it more");
        }
        return results;
    }

    /**
     * Tries other schedules of findings that did no harm, when every prediction has been tried; replaces those findings
     * in the results.
     */
    private void tryFurtherSchedules(
            ExecutorService pool,
            Session session,
            List<Finding> results,
            Future<Recorded> check,
            List<String> truncated)
            throws IOException, InterruptedException, ExecutionException {
        if (!check.get().isFollowed()) {
            return;
        }
        FurtherSchedules furtherSchedules = new FurtherSchedules(
                folder, session.analysis().others(), runs.get(), budget != null && budget.isGivenByUser());
        for (List<FurtherSchedules.Attempt> round = furtherSchedules.next(results);
                !round.isEmpty();
                round = furtherSchedules.next(results)) {
            List<Callable<Finding>> tasks = new ArrayList<>();
            for (FurtherSchedules.Attempt attempt : round) {
                Finding finding = results.get(attempt.index());
                tasks.add(() -> {
                    context.progress().at("re-executing " + finding.id() + " with another schedule");
                    return new Trial(session, finding, check).again(attempt);
                });
            }
            List<Future<Finding>> done = pool.invokeAll(tasks);
            for (int i = 0; i < round.size(); i++) {
                results.set(round.get(i).index(), done.get(i).get());
            }
        }
        truncated.addAll(furtherSchedules.truncated());
    }

    /** A guess is no more than a refuted prediction until it is tried. */
    private static Finding untried(Finding finding) {
        return PredictionQueue.isGuess(finding)
                ? finding
                : finding.with(Status.PREDICTED, "not re-executed: " + OUT_OF_TIME, Harm.NONE, Finding.Replays.NONE);
    }

    private static IOException unwrap(ExecutionException e) throws InterruptedException {
        Throwable cause = e.getCause();
        if (cause instanceof UserError known) {
            throw known;
        }
        if (cause instanceof InterruptedException interruption) {
            throw interruption;
        }
        return cause instanceof IOException io ? io : new IOException(cause);
    }

    /**
     * The replays of the recorded schedule.
     *
     * @param replay null when the user wants to stop
     * @param unfed the same with fresh inputs; null when no input could be replayed
     */
    private record Recorded(Replayer.Directed replay, Replayer.Directed unfed, RecordedInputs inputs) {
        static final Recorded NONE = new Recorded(null, null, RecordedInputs.NONE);

        boolean isFollowed() {
            return replay != null && replay.outcome().followed();
        }
    }

    private Recorded replayRecorded(Session session) throws IOException, InterruptedException {
        if (context.runner().interrupted()) {
            return Recorded.NONE;
        }
        context.progress().at("replaying the recorded schedule");
        if (!Files.exists(folder.recordedClip())) {
            return Recorded.NONE;
        }
        Clip clip = ClipFormat.read(folder.recordedClip());
        Replayer.Directed replay = execute(clip, "recorded");
        RecordedInputs inputs = inputs(session);
        // Not counted: it only shows what depends on the inputs, and may diverge.
        boolean unfed = inputs.canBeReplayed()
                && replay.outcome().followed()
                && !context.runner().interrupted();
        return new Recorded(
                replay, unfed ? replayer.feeding(null).run(clip, folder.run("recorded-unfed")) : null, inputs);
    }

    private RecordedInputs inputs(Session session) {
        try {
            Path file = Replayer.recordedInputs(folder, session);
            return file == null ? RecordedInputs.NONE : RecordedInputs.read(file);
        } catch (IOException e) {
            return RecordedInputs.NONE; // the director cannot read them either
        }
    }

    private Replayer.Directed execute(Clip clip, String name) throws IOException, InterruptedException {
        Path place = folder.run(name);
        Replayer.Directed directed = replayer.run(clip, place);
        runs.incrementAndGet();
        created.addAndGet(!clip.anomaly().isEmpty() && directed.outcome().created() ? 1 : 0);
        boolean asHoped = clip.anomaly().isEmpty()
                ? directed.outcome().followed()
                : directed.outcome().created();
        if (!asHoped && directed.run().ended(End.TIMEOUT)) {
            timeouts.incrementAndGet();
        }
        return directed;
    }

    /** The files of a run that went as expected are not needed any more. */
    private void tidy(Replayer.Directed directed) throws IOException {
        if (directed != null && !keepRuns) {
            OutputFolder.delete(directed.folder());
        }
    }

    private Path recordedOutput() {
        return folder.record().resolve("stdout");
    }

    private synchronized Baseline baseline(Session session, Recorded recorded) {
        return Baseline.of(
                session.recording(),
                session.analysis().run().uncaught(),
                new Baseline.Replays(recorded.replay(), again, recorded.unfed()),
                recordedOutput());
    }

    /**
     * The harm of a run that the recorded schedule does not do, even when it is replayed a second time for comparison.
     */
    private Harm judge(Session session, Recorded recorded, Finding finding, Replayer.Directed directed)
            throws IOException, InterruptedException {
        HarmJudge judge = new HarmJudge(baseline(session, recorded), recordedOutput());
        Harm harm = judge.judge(finding.kind(), directed);
        if (!harm.seen() || finding.kind().isLockCycle() || !recorded.isFollowed()) {
            return harm;
        }
        replayAgain();
        return new HarmJudge(baseline(session, recorded), recordedOutput()).judge(finding.kind(), directed);
    }

    /**
     * Not counted: it only shows what varies. When the program writes files, what it does may depend on what earlier
     * runs left in them; then a replay that came before the run in question proves little.
     */
    private synchronized void replayAgain() throws IOException, InterruptedException {
        boolean wanted = again.isEmpty() || replayer.comparesFiles() && !isOutOfTime();
        if (wanted) {
            compare();
        }
    }

    private synchronized void compare() throws IOException, InterruptedException {
        if (!context.runner().interrupted()) {
            String name = again.isEmpty() ? "recorded-again" : "recorded-again-" + (again.size() + 1);
            again.add(replayer.run(ClipFormat.read(folder.recordedClip()), folder.run(name)));
        }
    }

    /** Runs one at a time, when all predictions have been tried. */
    private final class AfterAll implements DivergedFailures.Runs {
        private final Session session;
        private final Recorded recorded;

        AfterAll(Session session, Recorded recorded) {
            this.session = session;
            this.recorded = recorded;
        }

        @Override
        public Replayer.Directed run(Clip clip, String name) throws IOException, InterruptedException {
            if (context.runner().interrupted() || isOutOfTime()) {
                return null;
            }
            context.progress().at("re-executing what left its schedule: " + name);
            return execute(clip, name);
        }

        @Override
        public HarmJudge judge() {
            return new HarmJudge(baseline(session, recorded), recordedOutput());
        }

        @Override
        public boolean control() throws IOException, InterruptedException {
            int before = again.size();
            compare();
            return again.size() > before && again.get(before).outcome().followed();
        }

        @Override
        public void discard(Replayer.Directed directed) throws IOException {
            tidy(directed);
        }
    }

    /** The runs for one finding. */
    private final class Trial {
        private final Session session;
        private final Finding finding;
        private final Future<Recorded> check;
        private int tried;
        private int created;
        private Replayer.Directed lastMiss;

        Trial(Session session, Finding finding, Future<Recorded> check) {
            this.session = session;
            this.finding = finding;
            this.check = check;
        }

        Finding run() throws IOException, InterruptedException, ExecutionException {
            Path file = folder.file(finding.clip());
            Clip clip = ClipFormat.read(file);
            Replayer.Directed first = attempt(clip, "a");
            if (first == null && !isGuess()) {
                first = attempt(clip, "b");
            }
            if (first == null) {
                return notCreated();
            }
            Harm harm = judge(first);
            if (finding.kind().isJudgedByHarm()) {
                return order(clip, first, harm);
            }
            Clip worst = clip;
            Clip other = again(clip, harm);
            if (other != null) {
                Replayer.Directed second = attempt(other, "c");
                Harm otherHarm = second == null ? Harm.NONE : judge(second);
                tidy(second);
                if (harm.or(otherHarm) != harm) {
                    harm = otherHarm;
                    worst = other;
                    ClipFormat.write(worst, file);
                }
            }
            tidy(first);
            return finding.ordered(FindingMaker.order(worst, finding.accesses()))
                    .with(Status.CONFIRMED, "", harm, new Finding.Replays(tried, created));
        }

        /**
         * It happened, so it is confirmed. But another order is no bug by itself, so its severity depends on its harm,
         * which must be reproducible: it must occur every time, must not occur in replays of the recorded schedule, and
         * must not be due to a busy machine.
         */
        private Finding order(Clip clip, Replayer.Directed first, Harm harm)
                throws IOException, InterruptedException, ExecutionException {
            tidy(first);
            Harm repeated = repeated(clip, harm, "c");
            return finding.with(Status.CONFIRMED, "", repeated, new Finding.Replays(tried, created));
        }

        private Harm repeated(Clip clip, Harm harm, String name)
                throws IOException, InterruptedException, ExecutionException {
            if (!harm.seen() || !check.get().isFollowed() || finding.isAnswer(harm) || harm.maybeSlow()) {
                return Harm.NONE;
            }
            Replayer.Directed second = attempt(clip, name);
            boolean again = second != null && judge(second).kind() == harm.kind();
            tidy(second);
            return again ? harm : Harm.NONE;
        }

        /**
         * The finding after another schedule of it: that schedule replaces the first when it does harm, or was created
         * when the first was not. Otherwise the finding is unchanged.
         */
        Finding again(FurtherSchedules.Attempt attempt) throws IOException, InterruptedException, ExecutionException {
            Replayer.Directed directed = attempt(attempt.clip(), attempt.name());
            if (directed == null) {
                return finding;
            }
            Harm harm = judge(directed);
            tidy(directed);
            if (finding.kind().isJudgedByHarm()) {
                harm = repeated(attempt.clip(), harm, attempt.name() + "-again");
            }
            if (!harm.seen() && finding.status() == Status.CONFIRMED) {
                return finding;
            }
            ClipFormat.write(attempt.clip(), folder.file(finding.clip()));
            return finding.shownBy(attempt.shown())
                    .with(Status.CONFIRMED, "", harm, new Finding.Replays(tried, created));
        }

        private Harm judge(Replayer.Directed directed) throws IOException, InterruptedException, ExecutionException {
            return ConfirmPhase.this.judge(session, check.get(), finding, directed);
        }

        /** Whether the analysis had no witness, only a schedule worth a try. */
        private boolean isGuess() {
            return PredictionQueue.isGuess(finding);
        }

        private boolean hasFailed() {
            return session.analysis().findings().stream().anyMatch(Finding::isRecorded);
        }

        /** Null when the anomaly was not created. */
        private Replayer.Directed attempt(Clip clip, String name) throws IOException, InterruptedException {
            if (context.runner().interrupted() || isOutOfTime()) {
                return null;
            }
            tried++;
            Replayer.Directed directed = execute(clip, finding.id() + "-" + name);
            if (directed.outcome().created()) {
                created++;
                if (hasFailed() && HarmJudge.isWell(directed) && endsWell.compareAndSet(false, true)) {
                    ClipFormat.write(clip, folder.file(ENDS_WELL));
                }
                return directed;
            }
            lastMiss = directed;
            leftSchedules.add(finding, clip, directed);
            return null;
        }

        private Finding notCreated() throws InterruptedException, ExecutionException {
            Finding.Replays replays = new Finding.Replays(tried, created);
            if (isGuess()) {
                return finding.with(Status.UNDECIDED, finding.reason(), Harm.NONE, replays);
            }
            if (!context.runner().interrupted()
                    && (lastMiss == null || lastMiss.run().ended(End.OUT_OF_TIME))) {
                return finding.with(Status.PREDICTED, "not decided: " + OUT_OF_TIME, Harm.NONE, replays);
            }
            if (lastMiss == null || lastMiss.run().ended(End.INTERRUPTED)) {
                return finding.with(Status.PREDICTED, "interrupted before it was tried", Harm.NONE, replays);
            }
            boolean met = lastMiss.outcome().problem().contains(Outcome.UNLESS_INTERRUPTED);
            if (met && lastMiss.run().ended(End.ITSELF)) {
                // It happened and did not last; whether the recorded schedule can be replayed does not matter.
                return finding.with(Status.REFUTED, Replayer.problem(lastMiss), Harm.NONE, replays);
            }
            Recorded recorded = check.get();
            if (!recorded.isFollowed()) {
                String reason = recorded.replay() == null ? "it was not replayed" : Replayer.problem(recorded.replay());
                return finding.with(
                        Status.PREDICTED,
                        "the recorded schedule itself could not be replayed: " + reason,
                        Harm.NONE,
                        replays);
            }
            boolean open = lastMiss.run().ended(End.TIMEOUT)
                    // Threads that wait for an interrupt may still have been waiting.
                    || met && lastMiss.run().ended(End.ENOUGH);
            return finding.with(
                    open ? Status.PREDICTED : Status.REFUTED, Replayer.problem(lastMiss), Harm.NONE, replays);
        }

        /**
         * The clip to run once more to see harm: with its two threads continuing in the other order; or, when its
         * events are in sequence, the same clip if it did no harm yet. Null when that makes no difference, or when the
         * finding is a note that is seldom read.
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
}
