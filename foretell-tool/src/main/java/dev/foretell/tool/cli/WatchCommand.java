package dev.foretell.tool.cli;

import dev.foretell.tool.pipeline.Scope;
import dev.foretell.tool.pipeline.Session;
import dev.foretell.trace.options.GuardOptions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks for races while the program runs. */
@Command(
        name = "watch",
        description = "Runs a program and reports each data race at the moment it is seen.",
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  foretell watch --include 'com.acme.**' -- java -cp target/classes com.acme.Server",
            "  foretell watch --noise random:50:10ms -- java -jar app.jar",
            "  foretell watch --focus foretell-out -o watched -- java -jar app.jar",
            "",
            "A race is told when two threads were seen to be at the same variable at the same time, so every one is",
            "real; what is not seen may still be there. The report is written when the program ends, or when you end",
            "it (Ctrl-C, SIGTERM); to have one now, create a file 'report-now' in the output folder."
        })
final class WatchCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(
            names = "--include",
            paramLabel = "GLOB",
            split = ",",
            description = "Look only into these classes: com.acme.*, or com.acme.** with sub-packages.")
    private List<String> include = List.of();

    @Option(
            names = "--exclude",
            paramLabel = "GLOB",
            split = ",",
            description = "Leave these classes alone; wins over --include.")
    private List<String> exclude = List.of();

    @Mixin
    private NoiseOptions noise = new NoiseOptions();

    @Mixin
    private ReportOptions reporting = new ReportOptions();

    @Parameters(paramLabel = "-- COMMAND", description = "The program, as you would start it in a shell.")
    private List<String> command = List.of();

    WatchCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        Job.requireCommand(command);
        GuardOptions guard = noise.guard();
        Job job = Job.create(console, output.out, reporting.json);
        Scope scope = new Scope(include, exclude, List.of(), Scope.LOCKS);
        Session session = job.watch(command, scope, guard, reporting);
        return reporting.report(console, session, job.folder());
    }
}
