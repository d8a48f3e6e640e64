// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.process.RunResult.End;
import dev.foretell.tool.report.Report;
import dev.foretell.trace.clip.Clip;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs clips within the time of a session, from several threads at once, and counts the runs. */
final class ReExecutions {
    private final PhaseContext context;
    private final OutputFolder folder;
    private final Replayer replayer;
    private final boolean keepRuns;
    private final Budget budget;
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger created = new AtomicInteger();
    private final AtomicInteger timeouts = new AtomicInteger();

    /**
     * Nothing has run yet.
     *
     * @param keepRuns whether the files of all runs are kept
     * @param budget null without a time limit for all of them together
     */
    ReExecutions(PhaseContext context, OutputFolder folder, Replayer replayer, boolean keepRuns, Budget budget) {
        this.context = context;
        this.folder = folder;
        this.replayer = replayer;
        this.keepRuns = keepRuns;
        this.budget = budget;
    }

    /** How many have been counted. */
    int count() {
        return runs.get();
    }

    boolean isInterrupted() {
        return context.runner().interrupted();
    }

    boolean isOutOfTime() {
        return budget != null && budget.isOver();
    }

    /** Whether no more runs are to begin. */
    boolean isOver() {
        return isInterrupted() || isOutOfTime();
    }

    /** Shows the user what is being done. */
    void progress(String text) {
        context.progress().at(text);
    }

    Replayer.Directed run(Clip clip, String name) throws IOException, InterruptedException {
        Replayer.Directed directed = replayer.run(clip, folder.run(name));
        runs.incrementAndGet();
        created.addAndGet(!clip.anomaly().isEmpty() && directed.outcome().created() ? 1 : 0);
        boolean asExpected = clip.anomaly().isEmpty()
                ? directed.outcome().followed()
                : directed.outcome().created();
        if (!asExpected && directed.run().ended(End.TIMEOUT)) {
            timeouts.incrementAndGet();
        }
        return directed;
    }

    /** Not counted, because it only shows what varies. */
    Replayer.Directed runUncounted(Clip clip, String name) throws IOException, InterruptedException {
        return replayer.run(clip, folder.run(name));
    }

    /** The same with fresh inputs in place of the recorded ones; it may diverge. */
    Replayer.Directed runWithFreshInputs(Clip clip, String name) throws IOException, InterruptedException {
        return replayer.feeding(null).run(clip, folder.run(name));
    }

    /** Whether the files that runs write are compared, so that there is only one at a time. */
    boolean comparesFiles() {
        return replayer.comparesFiles();
    }

    /** Deletes the files of a run that went as expected; does nothing when there is none. */
    void discard(Replayer.Directed directed) throws IOException {
        if (directed != null && !keepRuns) {
            OutputFolder.delete(directed.folder());
        }
    }

    /** The numbers for the report. */
    Session.Executions summary(double seconds) {
        double limit = budget == null ? 0 : budget.total().toMillis() / 1e3;
        return new Session.Executions(
                seconds, runs.get(), timeouts.get(), isInterrupted(), new Report.Effort(created.get(), limit));
    }
}
