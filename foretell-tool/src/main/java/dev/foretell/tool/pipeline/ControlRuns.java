// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import dev.foretell.trace.io.RecordedInputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;

/**
 * Replays of the recorded schedule: what they do is no harm of any finding. The first one also shows whether the
 * recorded schedule can be followed at all; more of them are made when something seems to be harm.
 */
final class ControlRuns {
    private final ReExecutions reExecutions;
    private final OutputFolder folder;
    private final Session session;
    private final FutureTask<First> first = new FutureTask<>(this::replayFirst);
    private final List<Replayer.Directed> further = new ArrayList<>();

    ControlRuns(ReExecutions reExecutions, OutputFolder folder, Session session) {
        this.reExecutions = reExecutions;
        this.folder = folder;
        this.session = session;
    }

    /**
     * The first replay of the recorded schedule.
     *
     * @param replay null when there was none, because it was interrupted or no schedule was recorded
     * @param unfed the same with fresh inputs; null when no input could be replayed
     */
    record First(Replayer.Directed replay, Replayer.Directed unfed, RecordedInputs inputs) {
        private static final First NONE = new First(null, null, RecordedInputs.NONE);

        boolean isFollowed() {
            return replay != null && replay.outcome().followed();
        }
    }

    /** Begins the first replay, unless it has begun. */
    void begin(Executor executor) {
        executor.execute(first);
    }

    /** Waits for the first replay. */
    First first() throws IOException, InterruptedException {
        return Futures.resultOf(first);
    }

    private First replayFirst() throws IOException, InterruptedException {
        if (reExecutions.isInterrupted() || !Files.exists(folder.recordedClip())) {
            return First.NONE;
        }
        reExecutions.progress("replaying the recorded schedule");
        Clip clip = ClipFormat.read(folder.recordedClip());
        Replayer.Directed replay = reExecutions.run(clip, "recorded");
        RecordedInputs inputs = inputs();
        boolean unfed = inputs.canBeReplayed() && replay.outcome().followed() && !reExecutions.isInterrupted();
        return new First(replay, unfed ? reExecutions.runWithFreshInputs(clip, "recorded-unfed") : null, inputs);
    }

    private RecordedInputs inputs() {
        try {
            Path file = Replayer.recordedInputs(folder, session);
            return file == null ? RecordedInputs.NONE : RecordedInputs.read(file);
        } catch (IOException e) {
            return RecordedInputs.NONE; // the director cannot read them either
        }
    }

    /** What all of them have in common. */
    synchronized Baseline baseline() throws IOException, InterruptedException {
        return baseline(new Baseline.Replays(first().replay(), further, first().unfed()));
    }

    /** What is known without them. */
    Baseline recordedBaseline() {
        return baseline(Baseline.Replays.NONE);
    }

    private Baseline baseline(Baseline.Replays replays) {
        return Baseline.of(session.recording(), session.analysis().run().uncaught(), replays, recordedOutput());
    }

    private Path recordedOutput() {
        return folder.record().resolve("stdout");
    }

    /** Judges runs by comparison with those made so far. */
    HarmJudge judge() throws IOException, InterruptedException {
        return new HarmJudge(baseline(), recordedOutput());
    }

    /** The harm of a run that the recorded schedule does not do, even when it is replayed once more for comparison. */
    Harm harm(Finding finding, Replayer.Directed directed) throws IOException, InterruptedException {
        Harm harm = judge().judge(finding.kind(), directed);
        if (!harm.seen() || finding.kind().isLockCycle() || !first().isFollowed()) {
            return harm;
        }
        replayForHarm();
        return judge().judge(finding.kind(), directed);
    }

    /**
     * When the program writes files, what it does may depend on what earlier runs left in them; then a replay that came
     * before the run in question proves little.
     */
    private synchronized void replayForHarm() throws IOException, InterruptedException {
        if (further.isEmpty() || reExecutions.comparesFiles() && !reExecutions.isOutOfTime()) {
            replay();
        }
    }

    /** Replays the recorded schedule once more; false when that was not possible. */
    synchronized boolean replay() throws IOException, InterruptedException {
        if (reExecutions.isInterrupted()) {
            return false;
        }
        String name = further.isEmpty() ? "recorded-again" : "recorded-again-" + (further.size() + 1);
        Replayer.Directed directed = reExecutions.runUncounted(ClipFormat.read(folder.recordedClip()), name);
        further.add(directed);
        return directed.outcome().followed();
    }

    /** Deletes the files of all of them. */
    synchronized void discard() throws IOException, InterruptedException {
        reExecutions.discard(first().replay());
        reExecutions.discard(first().unfed());
        for (Replayer.Directed directed : further) {
            reExecutions.discard(directed);
        }
    }
}
