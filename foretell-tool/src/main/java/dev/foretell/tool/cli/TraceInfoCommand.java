// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.pipeline.OutputFolder;
import dev.foretell.tool.pipeline.TraceStore;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.RunInfo;
import dev.foretell.trace.Trace;
import dev.foretell.trace.TraceThread;
import dev.foretell.trace.words.Visible;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Counts of a trace. */
@Command(
        name = "info",
        description = "Shows what a trace contains.",
        footer = {"", "Example:", "  foretell trace info foretell-out"})
final class TraceInfoCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "DIR", description = "Output folder of an earlier session.")
    private Path folder;

    TraceInfoCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        OutputFolder opened = OutputFolder.open(folder);
        TraceStore.Chosen chosen = new TraceStore(opened).choose(opened.load(), ExitCode.USAGE);
        Trace trace = chosen.recorded().trace();
        RunInfo run = trace.run();
        StringBuilder out = new StringBuilder();
        line(out, "trace", chosen.name() + (run.complete() ? "" : " (its end is missing)"));
        chosen.others().forEach(other -> line(out, "not chosen", other));
        line(out, "recorded", run.recordedEvents() + " events, " + run.recordedAccesses() + " of them accesses");
        line(
                out,
                "classes",
                run.classes().instrumented() + " instrumented, " + run.classes().skipped() + " skipped, "
                        + run.classes().failed().size() + " failed");
        run.classes().failed().forEach(failed -> line(out, "failed", failed));
        run.uncaught().forEach(uncaught -> line(out, "uncaught", uncaught));
        run.handled().forEach(handled -> line(out, "handled", handled));
        line(
                out,
                "kept",
                trace.size() + " events on " + trace.variableCount() + " variables and " + trace.lockCount()
                        + " locks, at " + trace.siteCount() + " sites");
        kinds(out, trace);
        threads(out, trace);
        console.print(out.toString());
        return ExitCode.CLEAN;
    }

    private static void kinds(StringBuilder out, Trace trace) {
        long[] counts = new long[EventKind.values().length];
        for (int event = 0; event < trace.size(); event++) {
            counts[trace.kind(event).ordinal()]++;
        }
        for (EventKind kind : EventKind.values()) {
            if (counts[kind.ordinal()] > 0) {
                line(out, "  " + kind, Long.toString(counts[kind.ordinal()]));
            }
        }
    }

    private static void threads(StringBuilder out, Trace trace) {
        long[] counts = new long[trace.threads().size()];
        for (int event = 0; event < trace.size(); event++) {
            counts[trace.thread(event)]++;
        }
        line(out, "threads", Integer.toString(counts.length));
        for (int i = 0; i < counts.length; i++) {
            TraceThread thread = trace.threads().get(i);
            line(out, "  " + thread.path(), thread.name() + ", " + counts[i] + " events");
        }
    }

    private static void line(StringBuilder out, String label, String text) {
        out.append(String.format("%-16s %s", Visible.line(label), Visible.line(text)))
                .append('\n');
    }
}
