// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.analysis.AnalysisOptions;
import dev.foretell.analysis.AnalysisResult;
import dev.foretell.analysis.Analyzer;
import dev.foretell.analysis.Clips;
import dev.foretell.analysis.Prediction;
import dev.foretell.analysis.model.Deadline;
import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.order.ObservedUsages;
import dev.foretell.analysis.pattern.PatternFile;
import dev.foretell.tool.ExitCode;
import dev.foretell.tool.UserError;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Report;
import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.RunInfo;
import dev.foretell.trace.Trace;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import dev.foretell.trace.evidence.Evidence;
import dev.foretell.trace.io.RecordedTrace;
import dev.foretell.trace.io.TraceLimit;
import dev.foretell.trace.io.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Predicts from the recorded trace, and writes a clip for each prediction that can be tried. */
public final class PredictPhase {
    /** How often the analysis is tried, each time with less of the trace. */
    private static final int ATTEMPTS = 3;

    private final ProgressListener progress;
    private final OutputFolder folder;
    private final Budget budget;
    private final TraceLimit limit;
    private final boolean readsSources;

    public PredictPhase(ProgressListener progress, OutputFolder folder) {
        this(progress, folder, null, TraceLimit.ofHeap(Runtime.getRuntime().maxMemory()), true);
    }

    private PredictPhase(
            ProgressListener progress, OutputFolder folder, Budget budget, TraceLimit limit, boolean readsSources) {
        this.progress = progress;
        this.folder = folder;
        this.budget = budget;
        this.limit = limit;
        this.readsSources = readsSources;
    }

    /** The same, without source lines: the directory that a session from elsewhere names is not read. */
    public PredictPhase withoutSources() {
        return new PredictPhase(progress, folder, budget, limit, false);
    }

    /** The same, within the time of a session. */
    public PredictPhase within(Budget newBudget) {
        return new PredictPhase(progress, folder, newBudget, limit, readsSources);
    }

    /**
     * A trace that cannot be read ends the session with the given exit code. When memory does not suffice, less of the
     * trace is analysed; when that does not help either, or when the time ends while the trace is read, the session
     * continues without predictions, and the report has the reason.
     */
    public Session run(Session session, int exitOnBadTrace) throws IOException {
        TraceLimit next = limit;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                return run(session, exitOnBadTrace, next);
            } catch (OutOfMemoryError e) {
                next = next.quarter();
            } catch (TraceReader.OutOfTime e) {
                String reason = "Nothing was analysed: the time was over before the trace was read."
                        + " Give it more (--time), or record less: fewer classes (--include), or a shorter run";
                return session.with(Session.Analysis.lost(session, reason));
            }
        }
        return session.with(Session.Analysis.lost(
                session,
                "Nothing was analysed: memory did not suffice."
                        + " Record less: fewer classes (--include), or a shorter run"));
    }

    private Session run(Session session, int exitOnBadTrace, TraceLimit fits) throws IOException {
        progress.at("reading the trace");
        long begin = System.nanoTime();
        Budget share = budget == null ? null : budget.half();
        AnalysisOptions options = options(session, fits, share);
        Deadline deadline = share == null ? Deadline.NONE : new Deadline(share::isOver);
        Map<String, AnalysisResult> results = new HashMap<>();
        TraceStore.Chosen chosen = new TraceStore(folder, fits, share).choose(session, exitOnBadTrace, (name, next) -> {
            progress.at("analysing " + next.trace().size() + " events");
            AnalysisResult result = new Analyzer(options, deadline).analyze(next.trace());
            results.put(name, result);
            return rank(result, next.trace());
        });
        RecordedTrace recorded = chosen.recorded();
        Trace trace = recorded.trace();
        AnalysisResult result = results.get(chosen.name());
        boolean imported = session.command().isEmpty();
        if (!imported && trace.run().classes().instrumented() == 0) {
            boolean failed = session.recording().failed()
                    && trace.run().classes().failed().isEmpty();
            throw new UserError(failed ? ExitCode.PROGRAM : ExitCode.TOOL, nothingInstrumented(session, trace.run()));
        }
        Clips clips = new Clips(trace, session.command(), checksums(recorded));
        Sources sources = readsSources ? new Sources(Path.of(session.directory())) : Sources.none();
        FindingMaker maker = new FindingMaker(recorded, result.predictions(), sources);
        List<Finding> findings = new ArrayList<>();
        if (!imported) {
            try {
                findings.addAll(new RecordedFailures(session, trace, folder, maker, sources).findings(chosen.name()));
            } catch (IOException e) {
                throw new UserError(
                        exitOnBadTrace, OutputFolder.cause(e) + ". Record the program again with 'foretell check'.");
            }
        }
        List<Finding> others = new ArrayList<>();
        boolean executable = !findings.isEmpty();
        OutputFolder.delete(folder.clips());
        Files.createDirectories(folder.clips());
        for (Prediction prediction : result.predictions()) {
            Clip clip = null;
            if (prediction.witness() != null && !imported) {
                clip = clips.of(prediction);
                executable = true;
            }
            Finding finding = maker.make(prediction, clip);
            if (clip != null) {
                ClipFormat.write(clip, folder.file(finding.clip()));
            }
            findings.add(finding);
            if (clip != null) {
                others.addAll(others(prediction, finding, clips, maker));
            }
        }
        if (executable) {
            Clip whole = clips.recorded();
            ClipFormat.write(whole, folder.recordedClip());
            for (Finding failure : findings) {
                if (failure.isRecorded()) {
                    ClipFormat.write(RecordedFailures.clip(failure, whole), folder.file(failure.clip()));
                }
            }
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        return session.with(new Session.Analysis(
                seconds,
                chosen.program(),
                run(session, trace, chosen, seconds, warnings(session, trace.run())),
                new Session.Extent(
                        result.candidates(),
                        truncated(recorded, result),
                        trace.run().unmodelled(),
                        false),
                findings,
                others));
    }

    /** The finding with each of its other schedules, whose clips are written. */
    private List<Finding> others(Prediction prediction, Finding finding, Clips clips, FindingMaker maker)
            throws IOException {
        List<Finding> others = new ArrayList<>();
        for (Prediction other : prediction.others()) {
            Clip clip = clips.of(other);
            Finding made = maker.makeOther(finding, other, clip, others.size() + 1);
            Files.createDirectories(folder.file(made.clip()).getParent());
            ClipFormat.write(clip, folder.file(made.clip()));
            others.add(made);
        }
        return others;
    }

    private static List<String> truncated(RecordedTrace recorded, AnalysisResult result) {
        List<String> all = new ArrayList<>(recorded.truncated());
        all.addAll(result.truncated());
        return all;
    }

    private static AnalysisOptions options(Session session, TraceLimit fits, Budget share) throws IOException {
        PatternFile patterns = session.detection().patterns() == null
                ? new PatternFile(List.of(), List.of())
                : session.detection().patterns().parse();
        return new AnalysisOptions(
                Set.copyOf(session.detection().detect()),
                patterns.patterns(),
                patterns.atomicSets(),
                session.scope().regions().equals(InstrumentationScope.METHODS)
                        ? Regions.Policy.METHODS
                        : Regions.Policy.LOCKS,
                earlierRuns(session, fits, share));
    }

    private static ObservedUsages earlierRuns(Session session, TraceLimit fits, Budget share) {
        ObservedUsages seen = new ObservedUsages();
        for (String expected : session.detection().expect()) {
            OutputFolder other = OutputFolder.open(Path.of(expected));
            seen.add(new TraceStore(other, fits, share)
                    .choose(other.load(), ExitCode.USAGE)
                    .recorded()
                    .trace());
        }
        return seen;
    }

    /** The JVM with the most predictions to re-execute is analysed; without any, the one with the most activity. */
    private static long rank(AnalysisResult result, Trace trace) {
        long witnessed = result.predictions().stream()
                .filter(prediction -> prediction.witness() != null)
                .count();
        return Math.min(witnessed, 1000) << 52 | Math.min(TraceStore.activity(trace), (1L << 52) - 1);
    }

    private static String nothingInstrumented(Session session, RunInfo run) {
        if (!run.classes().failed().isEmpty()) {
            return "Not one class of the program could be instrumented, so nothing was checked. The first failure: "
                    + run.classes().failed().get(0);
        }
        if (session.recording().failed()) {
            return "The program ended with exit code " + session.recording().exit()
                    + " before it ran any code of its own, so nothing was checked. Make the command run by itself"
                    + " first.";
        }
        return session.scope().include().isEmpty() && session.scope().exclude().isEmpty()
                ? "The program loaded no class of its own, so nothing was checked."
                : "Not one class was instrumented, so nothing was checked: the patterns of --include and --exclude"
                        + " match no class of the program.";
    }

    private static Map<String, String> checksums(RecordedTrace recorded) {
        Map<String, String> checksums = new HashMap<>();
        for (Map.Entry<String, ClassInfo> entry : recorded.classes().entrySet()) {
            checksums.put(entry.getKey(), entry.getValue().checksum());
        }
        return checksums;
    }

    /** Warnings for the user about the recording. */
    private List<String> warnings(Session session, RunInfo run) throws IOException {
        List<String> warnings = new ArrayList<>(run.warnings());
        for (String jvm : session.recording().jvms()) {
            if (!session.recording().endedByItself()
                    && Evidence.read(folder.traces().resolve(jvm)).deadlockUnchecked()) {
                warnings.add("Threads of the recorded run stayed blocked, and its Java runtime has no module"
                        + " java.management, which reports deadlocks. Run it with a whole JDK, or"
                        + " link that module too.");
            }
        }
        return warnings;
    }

    private static Report.Run run(
            Session session, Trace trace, TraceStore.Chosen chosen, double seconds, List<String> warnings) {
        RunInfo run = trace.run();
        Session.Recording recording = session.recording();
        boolean imported = session.command().isEmpty();
        return new Report.Run(
                new Report.Size(
                        trace.threads().size(),
                        imported ? trace.size() : run.recordedEvents(),
                        run.recordedAccesses(),
                        trace.lockCount(),
                        trace.size()),
                new Report.Time(recording.seconds(), seconds, 0),
                new Report.Classes(
                        run.classes().instrumented(),
                        run.classes().skipped(),
                        run.classes().failed().size()),
                new Report.RunEnd(imported ? null : recording.exit(), ended(recording), run.uncaught()),
                new Report.Jvms(chosen.others().isEmpty() ? null : chosen.name(), chosen.others()),
                new Report.Quality(
                        run.complete(),
                        run.guessed(),
                        run.classes().failed(),
                        run.classes().partial(),
                        warnings));
    }

    private static String ended(Session.Recording recording) {
        if (recording.stall() != null) {
            return "standstill";
        }
        return recording.timedOut() ? "watchdog" : recording.interrupted() ? "user" : "itself";
    }
}
