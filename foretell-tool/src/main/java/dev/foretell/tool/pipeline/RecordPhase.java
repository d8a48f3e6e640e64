// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.UserError;
import dev.foretell.tool.process.AgentLaunch;
import dev.foretell.tool.process.DirectoryScan;
import dev.foretell.tool.process.FileCopies;
import dev.foretell.tool.process.OwnStreams;
import dev.foretell.tool.process.ProgramInput;
import dev.foretell.tool.process.RunRequest;
import dev.foretell.tool.process.RunResult;
import dev.foretell.tool.process.RunResult.End;
import dev.foretell.trace.evidence.Evidence;
import dev.foretell.trace.options.AgentOptions;
import dev.foretell.trace.options.Owner;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Runs the program once, as the user would, with the recorder in it. */
public final class RecordPhase {
    /** Time for the recorder to finish its log after the program was signalled to end. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final PhaseContext context;
    private final OutputFolder folder;
    private final boolean files;

    public RecordPhase(PhaseContext context, OutputFolder folder) {
        this(context, folder, false);
    }

    private RecordPhase(PhaseContext context, OutputFolder folder, boolean files) {
        this.context = context;
        this.folder = folder;
        this.files = files;
    }

    /** The same; whether the files that the program writes below its working directory are kept. */
    public RecordPhase keepingFiles(boolean keep) {
        return new RecordPhase(context, folder, keep);
    }

    /** Throws {@link UserError} when the program cannot be started or nothing was recorded. */
    public Session run(Session session, ProgramInput input, OutputStream out, OutputStream err, Duration timeout)
            throws IOException, InterruptedException {
        context.progress().at("recording");
        Path options = folder.record().resolve("agent.properties");
        AgentOptions agent = session.scope().addTo(AgentOptions.of(AgentOptions.Mode.RECORD, folder.traces()));
        agent.write(options);
        AgentLaunch launch = AgentLaunch.of(
                session.command(), context.agent().path(), options, List.of(), System.getenv("JAVA_TOOL_OPTIONS"));
        DirectoryScan scan = files ? scan(Path.of(session.directory())) : null;
        long begin = System.currentTimeMillis();
        RunResult result = context.runner()
                .run(new RunRequest(
                        launch,
                        Path.of(session.directory()),
                        folder.record(),
                        new RunRequest.Streams(input, out, err),
                        new RunRequest.Limits(timeout, GRACE, this::isStalled)));
        agent.with(AgentOptions.OWNER, Owner.NONE)
                .write(options); // what the program left behind does not end with this process
        RejectedRuns.check(folder.traces());
        Session.Recording recording = new Session.Recording(
                result.exit(),
                result.ended(End.TIMEOUT),
                result.ended(End.INTERRUPTED),
                result.seconds(),
                result.output(),
                jvms(),
                result.ended(End.ENOUGH) ? stall(begin) : null);
        if (recording.jvms().isEmpty()) {
            RejectedRuns.checkModules(folder.record());
            throw EmptyRun.error("recorded", folder, recording, AgentLaunch.isJava(session.command()));
        }
        if (scan != null && recording.endedByItself()) {
            FileCopies.keep(Path.of(session.directory()), scan.written(), folder.record());
        }
        return session.with(recording);
    }

    private static DirectoryScan scan(Path directory) {
        return DirectoryScan.of(directory, OutputFolder::isOne, OwnStreams.keys(), DirectoryScan.Limits.USUAL);
    }

    /** Whether the agent has detected that the program cannot end by itself any more. */
    private boolean isStalled() {
        try {
            for (String jvm : jvms()) {
                if (Evidence.read(folder.traces().resolve(jvm)).isFinal()) {
                    return true;
                }
            }
        } catch (IOException e) {
            return false; // nothing was recorded yet, or half a line; look again
        }
        return false;
    }

    private Session.Stall stall(long begin) throws IOException {
        for (String jvm : jvms()) {
            Evidence evidence = Evidence.read(folder.traces().resolve(jvm));
            if (evidence.isFinal()) {
                Evidence.VerdictTimes times = evidence.times();
                return new Session.Stall(
                        Math.max(0, times.since() - begin) / 1e3, (times.verdict() - times.since()) / 1e3);
            }
        }
        return null;
    }

    private List<String> jvms() throws IOException {
        try (Stream<Path> list = Files.list(folder.traces())) {
            return list.filter(Files::isDirectory)
                    .map(path -> path.getFileName().toString())
                    .filter(name -> name.startsWith("jvm-"))
                    .sorted()
                    .toList();
        }
    }
}
