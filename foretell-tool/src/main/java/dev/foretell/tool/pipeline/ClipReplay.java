package dev.foretell.tool.pipeline;

import dev.foretell.tool.report.Harm;
import dev.foretell.trace.clip.Clip;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One clip, run for a person to watch. */
public final class ClipReplay {
    private final Replayer replayer;
    private final Session session;

    public ClipReplay(Replayer replayer, Session session) {
        this.replayer = replayer;
        this.session = session;
    }

    /**
     * What came of it.
     *
     * @param created whether the clip did what it is for: for a plain schedule, whether it was followed
     * @param problem why not; empty when it did
     */
    public record Result(boolean created, String problem, Harm harm) {}

    public Result run(Clip clip, Path folder, List<String> jvmOptions, OutputStream out, OutputStream err)
            throws IOException, InterruptedException {
        Replayer.Directed directed = replayer.run(clip, folder, jvmOptions, out, err);
        boolean created = clip.anomaly().isEmpty()
                ? directed.outcome().followed()
                : directed.outcome().created();
        if (!created) {
            return new Result(false, Replayer.problem(directed), Harm.NONE);
        }
        Session.Recording recording = session.recording() == null
                ? new Session.Recording(0, false, false, 0, "", List.of())
                : session.recording();
        List<String> known = session.analysis() == null
                ? List.of()
                : session.analysis().run().uncaught();
        return new Result(true, "", new HarmJudge(recording, known, null, null).judge(clip.kind(), directed));
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
