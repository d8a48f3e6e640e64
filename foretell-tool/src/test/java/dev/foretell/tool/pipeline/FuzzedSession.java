package dev.foretell.tool.pipeline;

import dev.foretell.tool.report.FailOn;
import dev.foretell.tool.report.Json;
import dev.foretell.tool.report.Report;
import dev.foretell.tool.report.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Session files and notes of guards that may be garbled. */
public final class FuzzedSession {
    private FuzzedSession() {}

    /** A session with everything in it. */
    public static byte[] sample() {
        Session session = Session.of(List.of("java"), "/", Scope.ALL, List.of("race"), "00")
                .with(new Session.Recording(0, false, false, 1, "", List.of("jvm-1")))
                .with(new Session.Analysis(
                        0.1,
                        "",
                        Sample.report().run(),
                        9,
                        List.of("cut"),
                        List.of(Sample.race(), Sample.predicted(), Sample.atomicity(true))))
                .with(new Report.Canary("confirmed", "confirmed"));
        return Json.text(session).getBytes(StandardCharsets.UTF_8);
    }

    /** What {@code foretell report} does with such a session file. */
    public static void report(Path scratch, byte[] file) throws IOException {
        Files.write(scratch.resolve("session.json"), file);
        OutputFolder folder = OutputFolder.open(scratch);
        Session session = folder.load();
        if (session.analysis() != null) {
            ReportPhase phase = new ReportPhase(FailOn.ERROR, true, "foretell");
            phase.write(phase.make(session), folder);
        }
    }

    /** Reads the notes of a guard. */
    public static void watched(Path scratch, byte[] notes) {
        try {
            Files.write(scratch.resolve("1.watch"), notes);
            new WatchNotes(scratch).poll();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
