// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.canary.JavaHome;
import dev.foretell.tool.demo.OrderDesk;
import dev.foretell.tool.pipeline.InstrumentationScope;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Status;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs {@code check} on the packaged demo program. */
@Command(
        name = "demo",
        description = "Checks a small order desk with four concurrency bugs that never show by themselves.",
        sortOptions = false,
        footer = {"", "Example:", "  foretell demo -o /tmp/demo"})
final class DemoCommand implements Callable<Integer> {
    /** The variables and classes of the bugs in {@link OrderDesk}. */
    private static final List<String> PLANTED = List.of(".revenue", ".given", ".catalogue", "Account");

    private final Console console;

    @Mixin
    private OutputOption output = new OutputOption();

    @Mixin
    private DetectOption detect = new DetectOption();

    @Mixin
    private ConfirmOptions confirming = new ConfirmOptions();

    @Mixin
    private TimeOption time = new TimeOption();

    @Mixin
    private PredictionReportOptions reporting = new PredictionReportOptions();

    DemoCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        Path tool = Path.of(OrderDesk.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> command = List.of(JavaHome.own().executable(), "-cp", tool.toString(), OrderDesk.class.getName());
        RecordOptions recording = new RecordOptions();
        recording.recordTimeout = Durations.parse("1m");
        recording.regions = InstrumentationScope.LOCKS;
        SessionRunner job = SessionRunner.create(console, output.out, reporting.json, time.begin());
        console.say("The program of the demo, as it always runs:");
        int exit = CheckCommand.check(console, job, command, recording, detect, confirming, reporting);
        return exit == ExitCode.FINDINGS && foundAll(job.folder().load().findings()) ? ExitCode.CLEAN : exit;
    }

    /** Whether each of the demo's bugs was confirmed: then the demo succeeded. */
    static boolean foundAll(List<Finding> findings) {
        return PLANTED.stream()
                .allMatch(name -> findings.stream()
                        .anyMatch(finding -> finding.status() == Status.CONFIRMED
                                && finding.variable().endsWith(name)));
    }
}
