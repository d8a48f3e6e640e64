// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.report.FailOn;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.FindingGroups;
import dev.foretell.tool.report.HtmlReport;
import dev.foretell.tool.report.Json;
import dev.foretell.tool.report.Report;
import dev.foretell.tool.report.Status;
import dev.foretell.tool.report.TextReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Puts a session into a report, and the report into its files. */
public final class ReportPhase {
    private final FailOn failOn;
    private final boolean showRefuted;
    private final String launcher;

    /** {@code launcher} is how this tool was called, for commands that people can paste. */
    public ReportPhase(FailOn failOn, boolean showRefuted, String launcher) {
        this.failOn = failOn;
        this.showRefuted = showRefuted;
        this.launcher = launcher;
    }

    /** The report of what is known so far. */
    public Report make(Session session) {
        List<Finding> all = session.findings();
        List<Finding> shown = FindingGroups.of(all.stream()
                .filter(finding -> showRefuted || finding.status().isListed())
                .toList());
        Session.Confirmation confirmation = session.confirmation();
        Session.Analysis analysis = session.analysis();
        Session.Executions executions = executions(session);
        Report.Effort effort = executions.effort();
        return new Report(
                new Report.Header(session.tool().foretell(), Report.SCHEMA, session.command(), exit(session)),
                run(session),
                session.canary(),
                shown,
                new Report.Coverage(
                        new Report.Counts(
                                analysis == null ? 0 : analysis.extent().candidates(),
                                count(all, Status.CONFIRMED),
                                count(all, Status.REFUTED),
                                count(all, Status.PREDICTED) + count(all, Status.UNDECIDED)),
                        new Report.ReExecutions(
                                executions.runs(),
                                executions.timeouts(),
                                executions.runs() == 0 ? null : confirmation.replayable()),
                        new Report.Gaps(
                                truncated(session),
                                analysis == null ? List.of() : analysis.extent().unmodelled()),
                        new Report.Cost(effort.created(), runsPerSecond(executions), effort.budgetSeconds()),
                        files(confirmation)),
                notes(session),
                session.watch());
    }

    private static Report.Files files(Session.Confirmation confirmation) {
        Baseline baseline = confirmation == null ? null : confirmation.baseline();
        FileControl files =
                baseline == null ? FileControl.NONE : baseline.control().files();
        return files.written() == 0
                ? null
                : new Report.Files(files.written(), files.fed().size());
    }

    private static Session.Executions executions(Session session) {
        return session.confirmation() == null
                ? Session.Executions.NONE
                : session.confirmation().executions();
    }

    private static double runsPerSecond(Session.Executions executions) {
        boolean any = executions.runs() > 0 && executions.seconds() > 0;
        return any ? Math.round(100 * executions.runs() / executions.seconds()) / 100.0 : 0;
    }

    private static Report.Run run(Session session) {
        return session.analysis().run().confirmedIn(executions(session).seconds());
    }

    private static List<String> truncated(Session session) {
        List<String> truncated = new ArrayList<>();
        if (session.analysis() != null) {
            truncated.addAll(session.analysis().extent().truncated());
        }
        if (session.confirmation() != null) {
            truncated.addAll(session.confirmation().truncated());
        }
        return truncated;
    }

    private static int count(List<Finding> findings, Status status) {
        return (int)
                findings.stream().filter(finding -> finding.status() == status).count();
    }

    private int exit(Session session) {
        boolean canaryFailed = List.of(session.canary().race(), session.canary().deadlock()).stream()
                .anyMatch(result ->
                        !result.equals(Report.Canary.CONFIRMED) && !result.equals(Report.Canary.NOT_RUN.race()));
        if (canaryFailed
                || session.analysis() != null && session.analysis().extent().lost()) {
            return ExitCode.TOOL;
        }
        if (session.findings().stream().anyMatch(finding -> failOn.counts(finding) && !finding.isExitOnly())) {
            return ExitCode.FINDINGS;
        }
        if (session.findings().stream().anyMatch(Finding::isExitOnly)) {
            return ExitCode.PROGRAM;
        }
        if (nothingTried(session)) {
            return ExitCode.TOOL;
        }
        boolean predicted =
                session.findings().stream().anyMatch(finding -> finding.status().isListed());
        boolean failed = session.recording() != null
                && !session.command().isEmpty()
                && session.recording().failed();
        return failed && !predicted ? ExitCode.PROGRAM : ExitCode.CLEAN;
    }

    /**
     * Whether the time was over before any prediction was re-executed: then a session without findings proves nothing.
     */
    private static boolean nothingTried(Session session) {
        Session.Confirmation confirmation = session.confirmation();
        return confirmation != null
                && !confirmation.executions().interrupted()
                && confirmation.findings().stream()
                        .anyMatch(one -> one.clip() != null && one.status() == Status.PREDICTED)
                && confirmation.findings().stream()
                        .noneMatch(one -> one.replays().tried() > 0);
    }

    private static List<String> notes(Session session) {
        List<String> notes = new ArrayList<>();
        Session.Recording recording = session.recording();
        Report.Run run = session.analysis().run();
        String which = session.watch() == null ? "recorded" : "watched";
        if (recording.timedOut()) {
            notes.add("The " + which + " run was ended by the watchdog; what happened until then was analysed."
                    + (session.watch() == null ? " It was not seen to wait for ever, so that is not a finding." : ""));
        } else if (recording.stall() != null) {
            notes.add("The " + which
                    + " run could not end by itself any more, so it was ended; what happened until then was analysed.");
        } else if (recording.interrupted()) {
            notes.add("The " + which + " run was interrupted; what happened until then was analysed.");
        } else if (!session.command().isEmpty() && recording.exit() != 0) {
            notes.add(
                    "The program failed by itself in the " + which + " run, with exit code " + recording.exit() + ".");
        }
        boolean found = session.findings().stream().anyMatch(Finding::isRecorded);
        for (String uncaught : found ? List.<String>of() : run.uncaught()) {
            notes.add("An exception left a thread in the " + which + " run: " + uncaught);
        }
        if (session.watch() == null && !run.complete() && recording.endedByItself()) {
            notes.add("The end of the recorded run is missing, probably because the program was killed.");
        }
        if (run.guessed() > 0) {
            notes.add(run.guessed() + " accesses came too close together for their order to be known;"
                    + " one of the possible orders was analysed.");
        }
        if (session.confirmation() != null) {
            notes.addAll(session.confirmation().notes());
            if (session.confirmation().executions().interrupted()) {
                notes.add("Interrupted: not every prediction was re-executed.");
            }
        }
        notes.addAll(run.warnings());
        return notes;
    }

    /** The contents of a report's files. */
    private record Rendered(String text, String html, String json) {}

    private Rendered contents(Report report, Path root) {
        return new Rendered(
                new TextReport(launcher, root).render(report),
                new HtmlReport(launcher, root).render(report),
                Json.text(report));
    }

    /** The text that {@link #write} returns; throws a runtime exception when a part of the report is missing. */
    public String render(Report report, Path root) {
        return contents(report, root).text();
    }

    /** Writes all files and returns the text that also goes to the console. */
    public String write(Report report, OutputFolder folder) throws IOException {
        Rendered rendered = contents(report, folder.root());
        folder.write("report.json", rendered.json());
        folder.write("report.txt", rendered.text());
        folder.write("report.html", rendered.html());
        return rendered.text();
    }
}
