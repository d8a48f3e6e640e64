// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.UserError;
import dev.foretell.tool.export.StdExport;
import dev.foretell.tool.export.TimelineExport;
import dev.foretell.tool.pipeline.OutputFolder;
import dev.foretell.tool.pipeline.TraceStore;
import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a trace as a file for other tools. */
@Command(
        name = "export",
        description = "Writes a trace as one file for other tools.",
        sortOptions = false,
        footer = {"", "Example:", "  foretell trace export foretell-out --format perfetto -o timeline.json"})
final class TraceExportCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "DIR", description = "Output folder of an earlier session.")
    private Path folder;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            required = true,
            description = "The file to write.")
    private Path file;

    @Option(
            names = "--format",
            paramLabel = "FORM",
            defaultValue = "text",
            description = "text: complete, can be imported again; std: the plain STD text of other race"
                    + " predictors; perfetto: a timeline (default: ${DEFAULT-VALUE}).")
    private Form form;

    /** The forms a trace can be written in. */
    enum Form {
        TEXT,
        STD,
        PERFETTO
    }

    TraceExportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        OutputFolder opened = OutputFolder.open(folder);
        Trace trace = new TraceStore(opened)
                .choose(opened.load(), ExitCode.USAGE)
                .recorded()
                .trace();
        try (Writer out = Files.newBufferedWriter(file)) {
            write(trace, out);
        } catch (IOException e) {
            throw UserError.usage("The file " + file + " cannot be written (" + e.getMessage()
                    + "). Choose another one with '-o FILE'.");
        }
        return ExitCode.CLEAN;
    }

    private void write(Trace trace, Writer out) throws IOException {
        switch (form) {
            case TEXT -> TextTrace.format(trace, out);
            case PERFETTO -> new TimelineExport(trace).write(out);
            case STD -> {
                StdExport export = new StdExport(trace);
                export.write(out);
                if (export.leftOut() > 0) {
                    console.say("foretell: " + export.leftOut() + " events have no counterpart in STD and were left out"
                            + " (notifications, class initialisation).");
                }
            }
        }
    }
}
