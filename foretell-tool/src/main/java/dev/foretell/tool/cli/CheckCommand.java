// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.canary.Canary;
import dev.foretell.tool.pipeline.Session;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The main command: record, predict, confirm, report. */
@Command(
        name = "check",
        description = "Runs a program once, predicts its concurrency bugs, and makes each of them happen.",
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  foretell check --include 'com.acme.**' -- java -cp target/classes com.acme.Main",
            "  foretell check --detect race,deadlock -- ./run-tests.sh",
            "  foretell check --atomic com.acme.Bank.transfer --patterns my.patterns -- java -jar app.jar",
            "",
            "Anything that starts a JVM will do in place of 'java', also a script or a build tool.",
            "--include 'java.util.**' records inside the JDK's own collections, not each call as one step."
        })
final class CheckCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private OutputOption output = new OutputOption();

    @Mixin
    private DetectOption detect = new DetectOption();

    @Mixin
    private RecordOptions recording = new RecordOptions();

    @Mixin
    private ConfirmOptions confirming = new ConfirmOptions();

    @Mixin
    private TimeOption time = new TimeOption();

    @Mixin
    private PredictionReportOptions reporting = new PredictionReportOptions();

    @Parameters(paramLabel = "-- COMMAND", description = "The program, as you would start it in a shell.")
    private List<String> command = List.of();

    CheckCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        detect.check(); // reports a wrong word before the program runs
        recording.scope();
        SessionRunner.requireCommand(command);
        confirming.jobs();
        SessionRunner job = SessionRunner.create(console, output.out, reporting.json, time.begin());
        return check(console, job, command, recording, detect, confirming, reporting);
    }

    static int check(
            Console console,
            SessionRunner job,
            List<String> command,
            RecordOptions recording,
            DetectOption detect,
            ConfirmOptions confirming,
            ReportOptions reporting)
            throws Exception {
        FutureTask<Canary.Result> canary = job.startCanary(command);
        Session session = job.record(command, recording, detect);
        job.checkRecorded(session, confirming.oracle());
        session = job.predict(session, ExitCode.TOOL);
        session = job.withCanary(session, canary);
        session = job.confirm(session, confirming);
        boolean whole = session.recording().endedByItself();
        if (whole && session.confirmation().isForAnotherRecording() && job.hasTimeFor(session)) {
            session = job.recordAgain(session, recording, confirming);
        }
        if (job.hasTimeFor(session)) {
            session = job.lookInside(session, recording, confirming);
        }
        return reporting.report(console, session, job.folder());
    }
}
