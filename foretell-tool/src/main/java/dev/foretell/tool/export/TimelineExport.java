// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.export;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.io.IOException;

/**
 * Trace-event JSON, which Perfetto and other timeline viewers open: a track for each thread, a bar for each time a lock
 * is held, a mark for every other event. Time is the position in the trace, one microsecond an event.
 */
public final class TimelineExport {
    private final Trace trace;

    public TimelineExport(Trace trace) {
        this.trace = trace;
    }

    public void write(Appendable out) throws IOException {
        out.append("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n");
        for (int thread = 0; thread < trace.threads().size(); thread++) {
            out.append("{\"ph\":\"M\",\"pid\":1,\"tid\":").append(Integer.toString(thread));
            out.append(",\"name\":\"thread_name\",\"args\":{\"name\":");
            string(out, trace.threads().get(thread).name());
            out.append("}},\n");
        }
        int[] depth = new int[trace.threads().size()];
        for (int event = 0; event < trace.size(); event++) {
            event(out, event, depth);
        }
        out.append(
                "{\"ph\":\"M\",\"pid\":1,\"tid\":0,\"name\":\"process_name\",\"args\":{\"name\":\"program\"}}\n]}\n");
    }

    /** A lock whose acquire is not in the trace cannot end a bar. */
    private void event(Appendable out, int event, int[] depth) throws IOException {
        EventKind kind = trace.kind(event);
        int thread = trace.thread(event);
        if (kind.isAcquire()) {
            depth[thread]++;
            begin(out, event, "B");
            string(out, bar(event));
        } else if (kind.isRelease()) {
            if (depth[thread] == 0) {
                return;
            }
            depth[thread]--;
            begin(out, event, "E");
            string(out, bar(event));
        } else {
            begin(out, event, "i");
            string(out, EventText.of(trace, event));
            out.append(",\"s\":\"t\"");
        }
        out.append(",\"args\":{\"at\":");
        string(out, trace.site(trace.siteOf(event)).position());
        out.append("}},\n");
    }

    private String bar(int event) {
        return (trace.kind(event).isShared() ? "lock shared " : "lock ") + trace.lockName(trace.target(event));
    }

    private void begin(Appendable out, int event, String phase) throws IOException {
        out.append("{\"ph\":\"").append(phase).append("\",\"pid\":1,\"tid\":");
        out.append(Integer.toString(trace.thread(event)));
        out.append(",\"ts\":").append(Integer.toString(event)).append(",\"name\":");
    }

    private static void string(Appendable out, String text) throws IOException {
        out.append('"');
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
