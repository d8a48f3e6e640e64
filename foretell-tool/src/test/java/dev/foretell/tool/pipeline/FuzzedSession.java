// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.report.FailOn;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Json;
import dev.foretell.tool.report.Report;
import dev.foretell.tool.report.SampleReport;
import dev.foretell.trace.evidence.Evidence;
import dev.foretell.trace.io.RecordedTrace;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Session files and notes of watchers that may be garbled. */
public final class FuzzedSession {
    private FuzzedSession() {}

    /** A session with everything in it. */
    public static byte[] sample() {
        Session session = Session.of(List.of("java"), "/", InstrumentationScope.ALL, List.of("race"), "00")
                .with(new Session.Recording(0, false, false, 1, "", List.of("jvm-1")))
                .with(new Session.Analysis(
                        0.1,
                        "",
                        SampleReport.report().run(),
                        9,
                        List.of("cut"),
                        List.of(SampleReport.race(), SampleReport.predicted(), SampleReport.atomicity(true))))
                .with(new Session.Confirmation(
                        new Session.Executions(2.5, 8, 1, false, new Report.Effort(6, 1800)),
                        true,
                        baseline(),
                        List.of("a note"),
                        List.of("not re-executed"),
                        List.of(SampleReport.race(), SampleReport.predicted(), SampleReport.atomicity(true))))
                .with(new Report.Canary("confirmed", "confirmed"));
        return Json.text(session).getBytes(StandardCharsets.UTF_8);
    }

    private static Baseline baseline() {
        LinePattern lines = LinePattern.of(List.of(List.of("total 1", "at 12:30"), List.of("total 1", "at 12:31")));
        Map<String, FileControl.FilePattern> files = Map.of(
                "result.txt", new FileControl.FilePattern(false, lines),
                "result.bin", new FileControl.FilePattern(true, null));
        return new Baseline(
                true,
                0,
                "0a",
                List.of("main: java.lang.Error at A.java:3"),
                true,
                new Baseline.Control(List.of("A.java:3"), lines, null, true, new FileControl(3, files, null)));
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

    /** What {@code foretell analyze} makes of the evidence beside a trace. */
    public static void evidence(Path scratch, byte[] file) throws IOException {
        OutputFolder.delete(scratch.resolve("out"));
        OutputFolder folder = OutputFolder.create(scratch.resolve("out"));
        Files.write(Files.createDirectories(folder.traces().resolve("jvm-1")).resolve(Evidence.FILE), file);
        Session session = Session.of(List.of("java"), "/", InstrumentationScope.ALL, List.of("race"), "00")
                .with(new Session.Recording(0, false, false, 1, "", List.of("jvm-1")));
        RecordedTrace recorded = new RecordedTrace(TextTrace.parse("main|fork(a)|1\na|w(x)|10\n"), Map.of());
        FindingMaker maker = new FindingMaker(recorded, List.of(), new Sources(scratch));
        List<Finding> findings =
                new RecordedFailures(session, recorded.trace(), folder, maker, new Sources(scratch)).findings("jvm-1");
        Session analysed =
                session.with(new Session.Analysis(0.1, "", SampleReport.report().run(), 9, List.of(), findings));
        ReportPhase phase = new ReportPhase(FailOn.ERROR, true, "foretell");
        phase.write(phase.make(analysed), folder);
    }

    /** Reads the notes of a watcher. */
    public static void watched(Path scratch, byte[] notes) {
        try {
            Files.write(scratch.resolve("1.watch"), notes);
            new WatchNotes(scratch).poll();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
