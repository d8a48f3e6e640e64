// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.process.RunResult.End;
import dev.foretell.tool.report.Harm;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ExpectedFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One clip, replayed by {@code foretell replay}. */
public final class ClipReplay {
    static final String ANY_FAILURE = "The clip has no 'expect' line with the expected failure, so any failure counts.";

    private final Replayer replayer;
    private final Session session;
    private final Path recordedOutput;

    /** {@code recordedOutput} is the file with what the recorded run printed; it need not exist. */
    public ClipReplay(Replayer replayer, Session session, Path recordedOutput) {
        this.replayer = replayer;
        this.recordedOutput = recordedOutput;
        this.session = session;
    }

    /**
     * The result of one replay.
     *
     * @param created whether the clip did what it is for: for a plain schedule, whether it was followed; for a failure,
     *     whether the program failed as the clip expects
     * @param problem why not; or, when it did, a note for the user
     */
    public record Result(boolean created, String problem, Harm harm) {}

    public Result run(Clip clip, Path folder, List<String> jvmOptions, OutputStream out, OutputStream err)
            throws IOException, InterruptedException {
        Replayer.Directed directed = replayer.run(clip, folder, jvmOptions, out, err);
        if (clip.kind().isOfRun()) {
            return failure(clip.expected(), directed);
        }
        boolean created = clip.anomaly().isEmpty()
                ? directed.outcome().followed()
                : directed.outcome().created();
        if (!created) {
            String cause = DeterminismAudit.likelyCause(directed.outcome());
            return new Result(false, Replayer.problem(directed) + (cause.isEmpty() ? "" : "." + cause), Harm.NONE);
        }
        String remark = directed.outcome().problem();
        Baseline known = baseline(remark.isEmpty());
        HarmJudge judge = new HarmJudge(replayer.hasOracle() ? known.trustingOracle() : known, recordedOutput);
        return new Result(true, remark, judge.judge(clip.kind(), directed));
    }

    private static Result failure(ExpectedFailure expected, Replayer.Directed directed) {
        Harm any = HarmJudge.absolute(directed);
        Harm harm = expected == null ? any : HarmJudge.as(expected, directed);
        String problem = directed.outcome().problem();
        if (harm.seen()) {
            return new Result(true, expected == null ? ANY_FAILURE + after(problem) : problem, harm);
        }
        return any.seen()
                ? new Result(
                        false, "the program failed, but not with " + expected.text() + ": " + any.sentence(), Harm.NONE)
                : new Result(false, well(directed), Harm.NONE);
    }

    private static String well(Replayer.Directed directed) {
        return directed.run().ended(End.ITSELF) ? "the program ended well" : Replayer.problem(directed);
    }

    private static String after(String problem) {
        return problem.isEmpty() ? "" : " " + problem;
    }

    /**
     * The baseline as far as it is known: only a confirmed session has compared two runs, and only of the same program.
     */
    private Baseline baseline(boolean sameProgram) {
        if (session.confirmation() != null && sameProgram) {
            return session.confirmation().baseline();
        }
        List<String> exceptions = session.analysis() == null
                ? List.of()
                : session.analysis().run().uncaught();
        Session.Recording unknown = new Session.Recording(0, false, false, 0, "", List.of());
        return Baseline.of(
                session.recording() == null ? unknown : session.recording(),
                exceptions,
                Baseline.Replays.NONE,
                recordedOutput);
    }

    /** The output folder a clip lies in; empty when it lies elsewhere. */
    public static Optional<OutputFolder> home(Path clip) {
        Path clips = clip.toAbsolutePath().normalize().getParent();
        if (clips == null || !clips.endsWith("clips") || !Files.exists(clips.resolveSibling("session.json"))) {
            return Optional.empty();
        }
        return Optional.of(OutputFolder.open(clips.getParent()));
    }
}
