// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.text;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Operand;
import dev.foretell.trace.RunInfo;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.TraceThread;
import java.io.IOException;
import java.util.List;

/** Writes a trace with the tables that make its text complete. */
final class TextFormatter {
    private final Trace trace;
    private final Appendable out;

    TextFormatter(Trace trace, Appendable out) {
        this.trace = trace;
        this.out = out;
    }

    void write() throws IOException {
        out.append(TextTables.HEADER).append('\n');
        run(trace.run());
        for (TraceThread thread : trace.threads()) {
            line("thread", thread.path(), thread.name());
        }
        for (int i = 0; i < trace.variableCount(); i++) {
            line("variable", Long.toString(trace.variableOwner(i)), trace.variableName(i));
        }
        for (int i = 0; i < trace.lockCount(); i++) {
            line("lock", trace.lockName(i));
        }
        for (int i = 0; i < trace.semaphoreCount(); i++) {
            line("semaphore", Integer.toString(trace.initialPermits(i)), trace.semaphoreName(i));
        }
        for (int channel : trace.channelsOfThreads()) {
            TraceThread thread = trace.threads().get(trace.threadOfChannel(channel));
            line("channel", Integer.toString(channel), thread.path());
        }
        for (int i = 0; i < trace.siteCount(); i++) {
            site(trace.site(i));
        }
        for (int event = 0; event < trace.size(); event++) {
            event(event);
        }
    }

    private void run(RunInfo run) throws IOException {
        line(
                "run",
                Long.toString(run.recordedEvents()),
                Long.toString(run.recordedAccesses()),
                Integer.toString(run.classes().instrumented()),
                Integer.toString(run.classes().skipped()),
                Boolean.toString(run.complete()),
                Long.toString(run.guessed()));
        list("failed", run.classes().failed());
        list("partial", run.classes().partial());
        list("uncaught", run.uncaught());
        list("handled", run.handled());
        list("warning", run.warnings());
    }

    private void list(String key, List<String> values) throws IOException {
        for (String value : values) {
            line(key, value);
        }
    }

    private void site(Site site) throws IOException {
        line(
                "site",
                site.className(),
                site.method(),
                site.sourceFile(),
                Integer.toString(site.line()),
                Integer.toString(site.offset()),
                site.op().textWord(),
                site.what());
    }

    private void line(String key, String... values) throws IOException {
        out.append("# ").append(key).append(' ');
        for (int i = 0; i < values.length; i++) {
            out.append(i == 0 ? "" : "|").append(TextTables.escape(values[i]));
        }
        out.append('\n');
    }

    private void event(int event) throws IOException {
        EventKind kind = trace.kind(event);
        out.append(TextTables.escape(trace.threads().get(trace.thread(event)).path()))
                .append('|')
                .append(kind.textWord());
        int target = trace.target(event);
        if (target >= 0) {
            out.append('(').append(operand(kind.operand(), target)).append(')');
        }
        Site site = trace.site(trace.siteOf(event));
        out.append('|')
                .append(TextTables.escape(site.position()))
                .append('@')
                .append(Integer.toString(trace.siteOf(event)))
                .append('#')
                .append(Integer.toString(trace.occurrence(event)))
                .append('\n');
    }

    private String operand(Operand kind, int target) {
        return kind == Operand.THREAD
                ? TextTables.escape(trace.threads().get(target).path())
                : Integer.toString(target);
    }
}
