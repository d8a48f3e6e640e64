package dev.foretell.analysis;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.util.ArrayList;
import java.util.List;

/** One line for people about a candidate. */
final class Titles {
    private final TraceModel model;
    private final Trace trace;

    Titles(TraceModel model) {
        this.model = model;
        this.trace = model.trace();
    }

    String of(Candidate candidate) {
        List<Integer> events = candidate.events();
        return trace.kind(events.get(0)) == EventKind.ACQUIRE ? deadlock(events) : race(events);
    }

    private String race(List<Integer> events) {
        return "Race on " + trace.variableName(trace.target(events.get(0))) + ": " + access(events.get(0)) + " with "
                + access(events.get(1));
    }

    private String access(int event) {
        String op = trace.kind(event).isWrite() ? "write" : "read";
        return op + " at " + at(event) + " (" + thread(event) + ")";
    }

    private String deadlock(List<Integer> events) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            int before = events.get((i + events.size() - 1) % events.size());
            parts.add(thread(events.get(i)) + " holds " + lock(before) + taken(events.get(i), trace.target(before))
                    + " and wants " + lock(events.get(i)) + " at " + at(events.get(i)));
        }
        return "Deadlock: " + String.join("; ", parts);
    }

    private String taken(int event, int lock) {
        for (int p = model.position(event) - 1; p >= 0; p--) {
            int e = model.event(trace.thread(event), p);
            if (trace.kind(e) == EventKind.ACQUIRE && trace.target(e) == lock) {
                return " since " + at(e);
            }
        }
        return "";
    }

    private String lock(int event) {
        return trace.lockName(trace.target(event));
    }

    private String thread(int event) {
        return trace.threads().get(trace.thread(event)).name();
    }

    private String at(int event) {
        return trace.site(trace.siteOf(event)).position();
    }
}
