// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.UserError;
import dev.foretell.tool.process.AgentLaunch;
import dev.foretell.tool.process.ProgramInput;
import dev.foretell.tool.process.RunRequest;
import dev.foretell.tool.process.RunResult;
import dev.foretell.tool.process.RunResult.End;
import dev.foretell.tool.report.Report;
import dev.foretell.trace.options.AgentOptions;
import dev.foretell.trace.options.Owner;
import dev.foretell.trace.watch.WatchEvent;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Runs the program once, as the user would, with the watcher in it, and reads its notes. */
public final class WatchPhase {
    /** A file of this name in the output folder requests a report of what is known so far. */
    public static final String REQUEST = "report-now";

    private static final Duration FOREVER = Duration.ofDays(36_500);
    /** Time for the program to end after it was signalled to. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final PhaseContext context;
    private final OutputFolder folder;
    private final Consumer<String> say;
    private final Consumer<Session> report;
    private final WatchNotes notes;
    private final long begin = System.nanoTime();
    private WatchFindings findings;

    /**
     * @param say gets a line for each new sighting
     * @param report makes a report while the program still runs
     */
    public WatchPhase(PhaseContext context, OutputFolder folder, Consumer<String> say, Consumer<Session> report) {
        this.context = context;
        this.folder = folder;
        this.say = say;
        this.report = report;
        this.notes = new WatchNotes(folder.traces());
    }

    /**
     * Throws {@link UserError} when the program cannot be started or nothing was watched.
     *
     * @param watching options of the watcher
     */
    public Session run(Session session, AgentOptions watching, ProgramInput input, OutputStream out, OutputStream err)
            throws IOException, InterruptedException {
        context.progress().at("watching");
        findings = new WatchFindings(new Sources(Path.of(session.directory())));
        Path options = folder.record().resolve("agent.properties");
        AgentOptions agent = session.scope()
                .addTo(watching)
                .with(AgentOptions.MODE, AgentOptions.Mode.WATCH)
                .with(AgentOptions.DIRECTORY, folder.traces())
                .with(AgentOptions.OWNER, Owner.current());
        agent.write(options);
        AgentLaunch launch = AgentLaunch.of(
                session.command(), context.agent().path(), options, List.of(), System.getenv("JAVA_TOOL_OPTIONS"));
        RunResult result = context.runner()
                .run(new RunRequest(
                        launch,
                        Path.of(session.directory()),
                        folder.record(),
                        new RunRequest.Streams(input, out, err),
                        new RunRequest.Limits(FOREVER, GRACE, () -> {
                            look(session);
                            return false;
                        })));
        agent.with(AgentOptions.OWNER, Owner.NONE)
                .write(options); // what the program left behind does not end with this process
        printNew();
        RejectedRuns.check(folder.traces());
        Session.Recording recording = new Session.Recording(
                result.exit(), false, result.ended(End.INTERRUPTED), result.seconds(), result.output(), List.of());
        if (notes.isEmpty()) {
            RejectedRuns.checkModules(folder.record());
            throw EmptyRun.error("watched", folder, recording, AgentLaunch.isJava(session.command()));
        }
        return watched(session, recording, true);
    }

    /** Called now and then while the program runs. */
    private void look(Session session) {
        printNew();
        Path request = folder.file(REQUEST);
        if (Files.exists(request)) {
            try {
                Files.delete(request);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            Session.Recording soFar = new Session.Recording(0, false, false, seconds, "", List.of());
            report.accept(watched(session, soFar, false));
        }
    }

    private void printNew() {
        try {
            for (WatchEvent sighting : notes.poll()) {
                say.accept(WatchFindings.line(sighting));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Session watched(Session session, Session.Recording recording, boolean ended) {
        Report.Run run = new Report.Run(
                new Report.Size(notes.threads(), 0, 0, 0, 0),
                new Report.Time(recording.seconds(), 0, 0),
                new Report.Classes(
                        notes.instrumented().size(),
                        notes.skipped().size(),
                        notes.failed().size()),
                new Report.RunEnd(
                        ended ? recording.exit() : null, recording.interrupted() ? "user" : "itself", notes.uncaught()),
                new Report.Jvms(null, List.of()),
                new Report.Quality(ended, 0, notes.failed(), notes.partial(), notes.notes()));
        return session.with(recording)
                .with(new Session.Analysis(0, "", run, 0, List.of(), findings.of(notes.sightings())))
                .with(new Report.Watch(ended, notes.times(), notes.healed()));
    }
}
