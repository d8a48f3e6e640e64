// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.export.EventText;
import dev.foretell.tool.pipeline.OutputFolder;
import dev.foretell.tool.pipeline.TraceStore;
import dev.foretell.trace.Trace;
import dev.foretell.trace.words.Visible;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The events, for people. */
@Command(
        name = "dump",
        description = "Prints the events of a trace, one a line.",
        footer = {"", "Example:", "  foretell trace dump --limit 100 foretell-out"})
final class TraceDumpCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "DIR", description = "Output folder of an earlier session.")
    private Path folder;

    @Option(names = "--from", paramLabel = "N", defaultValue = "0", description = "First event (default: 0).")
    private int from;

    @Option(names = "--limit", paramLabel = "N", description = "At most so many events (default: all).")
    private int limit = Integer.MAX_VALUE;

    TraceDumpCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        OutputFolder opened = OutputFolder.open(folder);
        Trace trace = new TraceStore(opened)
                .choose(opened.load(), ExitCode.USAGE)
                .recorded()
                .trace();
        int begin = Math.max(0, from);
        long end = Math.min(trace.size(), begin + (long) Math.max(0, limit));
        StringBuilder out = new StringBuilder();
        for (int event = begin; event < end; event++) {
            out.append(Visible.line(String.format(
                    "%8d  %-16s %-40s %s#%d",
                    event,
                    trace.threads().get(trace.thread(event)).path(),
                    EventText.of(trace, event),
                    trace.site(trace.siteOf(event)).position(),
                    trace.occurrence(event))));
            out.append('\n');
            if (out.length() > 1 << 16) {
                console.print(out.toString());
                out.setLength(0);
            }
        }
        console.print(out.toString());
        return ExitCode.CLEAN;
    }
}
