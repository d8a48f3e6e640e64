package dev.foretell.tool.export;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.io.IOException;

/**
 * STD text: {@code thread|op(operand)|location}, no header, decimal locations (our site numbers). It knows only reads,
 * writes, locks, fork, join, begin and end. A volatile access is written inside a lock of its own, which keeps it from
 * being a race and keeps the order it makes; a wait is the release and acquire it consists of; what else there is has no
 * counterpart and is counted.
 */
public final class StdExport {
    private final Trace trace;
    private long leftOut;

    public StdExport(Trace trace) {
        this.trace = trace;
    }

    public void write(Appendable out) throws IOException {
        for (int event = 0; event < trace.size(); event++) {
            int target = trace.target(event);
            switch (trace.kind(event)) {
                case READ -> line(out, event, "r", "V" + target);
                case WRITE -> line(out, event, "w", "V" + target);
                case VOLATILE_READ, VOLATILE_WRITE -> volatileAccess(out, event);
                case ACQUIRE -> line(out, event, "acq", "L" + target);
                case RELEASE -> line(out, event, "rel", "L" + target);
                case FORK -> line(out, event, "fork", "T" + target);
                case JOIN -> line(out, event, "join", "T" + target);
                case BEGIN -> line(out, event, "begin", "0");
                case END -> line(out, event, "end", "0");
                case WAIT -> {} // its release and acquire are there already
                default -> leftOut++;
            }
        }
    }

    private void volatileAccess(Appendable out, int event) throws IOException {
        String lock = "LV" + trace.target(event);
        boolean read = trace.kind(event) == EventKind.VOLATILE_READ;
        line(out, event, "acq", lock);
        line(out, event, read ? "r" : "w", "V" + trace.target(event));
        line(out, event, "rel", lock);
    }

    private void line(Appendable out, int event, String op, String operand) throws IOException {
        out.append('T')
                .append(Integer.toString(trace.thread(event)))
                .append('|')
                .append(op)
                .append('(')
                .append(operand)
                .append(")|")
                .append(Integer.toString(trace.siteOf(event)))
                .append('\n');
    }

    /** Events that STD has no word for. */
    public long leftOut() {
        return leftOut;
    }
}
