// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.canary;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.UserError;
import dev.foretell.tool.pipeline.ConfirmPhase;
import dev.foretell.tool.pipeline.InstrumentationScope;
import dev.foretell.tool.pipeline.OutputFolder;
import dev.foretell.tool.pipeline.PhaseContext;
import dev.foretell.tool.pipeline.PredictPhase;
import dev.foretell.tool.pipeline.RecordPhase;
import dev.foretell.tool.pipeline.Replayer;
import dev.foretell.tool.pipeline.Session;
import dev.foretell.tool.process.CacheFolder;
import dev.foretell.tool.process.ProgramInput;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Report;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.anomaly.AnomalyKind;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Runs the pipeline on the canary. A success is cached for this JDK and this build of the tool. */
public final class Canary {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final PhaseContext context;
    private final Optional<CacheFolder> cache;
    private final JavaHome java;

    public Canary(PhaseContext context, Optional<CacheFolder> cache, JavaHome java) {
        this.context = context;
        this.cache = cache;
        this.java = java;
    }

    /**
     * The result.
     *
     * @param problem why it failed; empty when it did not
     */
    public record Result(Report.Canary canary, String problem) {
        public boolean passed() {
            return canary.race().equals(Report.Canary.CONFIRMED)
                    && canary.deadlock().equals(Report.Canary.CONFIRMED);
        }
    }

    /** Cached, or of a new run. */
    public Result result() throws IOException, InterruptedException {
        Optional<String> name = cacheFile();
        Result passed = new Result(new Report.Canary(Report.Canary.CONFIRMED, Report.Canary.CONFIRMED), "");
        if (name.isPresent() && Files.exists(cache.orElseThrow().file(name.get()))) {
            return passed;
        }
        Result result = runPipeline();
        if (!result.passed()) {
            // On a busy machine the planted bugs can happen by themselves while they are recorded. Not twice in a row.
            result = runPipeline();
        }
        if (result.passed() && name.isPresent()) {
            cache.orElseThrow().put(name.get(), "passed\n".getBytes(StandardCharsets.UTF_8));
        }
        return result;
    }

    /** The name of the file that caches a success; empty when there is no cache, or the JDK cannot be identified. */
    private Optional<String> cacheFile() throws IOException {
        if (cache.isEmpty() || java.release().isEmpty()) {
            return Optional.empty();
        }
        Path tool = toolPath();
        String stamp = java.release().get()
                + context.agent().checksum()
                + tool
                + Files.getLastModifiedTime(tool).toMillis();
        return Optional.of("canary-" + Long.toHexString(hash(stamp)));
    }

    private static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ b) * 0x100000001b3L;
        }
        return hash;
    }

    private Result runPipeline() throws IOException, InterruptedException {
        Path scratch = Files.createTempDirectory("foretell-canary");
        OutputFolder folder = OutputFolder.create(scratch.resolve("out"));
        String step = "recorded";
        try {
            Session session = Session.of(
                    List.of(java.executable(), "-cp", toolPath().toString(), CanaryProgram.class.getName()),
                    scratch.toString(),
                    InstrumentationScope.of(CanaryProgram.class.getName()),
                    List.of(AnomalyKind.RACE.id(), AnomalyKind.DEADLOCK.id()),
                    "");
            session = new RecordPhase(context, folder).run(session, ProgramInput.NONE, null, null, TIMEOUT);
            step = "predicted";
            session = new PredictPhase(context.progress(), folder).run(session, ExitCode.TOOL);
            if (session.findings().stream().filter(f -> f.clip() != null).count() < 2) {
                return failed("predicted", "the analysis of " + folder.traces() + " found " + session.findings());
            }
            step = "replayed";
            Replayer replayer = new Replayer(context, session, ProgramInput.NONE, TIMEOUT);
            session = new ConfirmPhase(context, folder, replayer, 2, false).run(session);
            String race = verdict(session, AnomalyKind.RACE);
            String deadlock = verdict(session, AnomalyKind.DEADLOCK);
            return new Result(new Report.Canary(race, deadlock), reason(session));
        } catch (UserError e) {
            return failed(step, e.getMessage());
        } finally {
            clear(scratch);
        }
    }

    /** Files of a JVM that crashed, or is still writing, are not reported. */
    private static void clear(Path scratch) {
        try {
            OutputFolder.delete(scratch);
        } catch (IOException e) {
            return; // the system clears its folder of temporary files
        }
    }

    private static Result failed(String step, String problem) {
        return new Result(new Report.Canary("not " + step, "not " + step), problem);
    }

    private static String verdict(Session session, AnomalyKind kind) {
        List<Finding> findings = session.findings().stream()
                .filter(finding -> finding.kind().equals(kind))
                .toList();
        if (findings.stream().noneMatch(finding -> finding.clip() != null)) {
            return "not predicted";
        }
        return findings.stream().anyMatch(finding -> finding.status() == Status.CONFIRMED)
                ? Report.Canary.CONFIRMED
                : "not replayed";
    }

    private static String reason(Session session) {
        return session.findings().stream()
                .map(Finding::reason)
                .filter(reason -> !reason.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** This tool's own jar, or folder of classes. */
    private static Path toolPath() {
        try {
            return Path.of(Canary.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
