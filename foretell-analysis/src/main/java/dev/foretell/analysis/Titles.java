// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

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
        return switch (candidate.kind()) {
            case "atomicity" -> details(candidate.composed() ? "Check-then-act" : "Atomicity violation", candidate);
            case "asv" -> events.size() == 3 ? details("Lost write", candidate) : pair(candidate);
            case "pattern" -> pattern(candidate);
            case "order" -> order(candidate);
            default -> trace.kind(events.get(0)).isAcquire() ? deadlock(events) : race(events);
        };
    }

    private String details(String what, Candidate candidate) {
        List<Integer> events = candidate.events();
        return what + " on " + variable(events.get(0)) + ": " + step(events.get(0)) + " and " + step(events.get(2))
                + " in "
                + (candidate.composed() ? "two regions" : "one region") + " of " + thread(events.get(0))
                + ", interleaved by the " + access(events.get(1));
    }

    /** Two units on two variables: the first and the last event are one unit, or the units take turns. */
    private String pair(Candidate candidate) {
        List<Integer> events = candidate.events();
        boolean turns = trace.thread(events.get(0)) != trace.thread(events.get(3));
        String variables = targets(events);
        if (turns) {
            return "Atomic-set violation on " + variables + ": " + thread(events.get(0)) + " and "
                    + thread(events.get(1)) + ", each in one region, by turns: " + sequence(events, ", ");
        }
        String what = candidate.composed() ? "Torn pair " : "Atomic-set violation on ";
        return what + variables + ": " + stepOf(events.get(0)) + " and " + stepOf(events.get(3)) + " in "
                + (candidate.composed() ? "two regions" : "one region") + " of " + thread(events.get(0))
                + ", interleaved by the " + stepOf(events.get(1)) + " and the " + stepOf(events.get(2)) + " ("
                + thread(events.get(1)) + ")";
    }

    private String order(Candidate candidate) {
        return trace.kind(candidate.events().get(0)).isAccess() ? usage(candidate) : atLock(candidate);
    }

    private String atLock(Candidate candidate) {
        int first = candidate.events().get(0);
        int second = candidate.events().get(1);
        if (trace.kind(first) == EventKind.PUBLISH) {
            int notify = candidate.events().get(2);
            return "The interrupt at " + at(first) + " (" + thread(first) + ") ends the wait for " + lock(second)
                    + " at "
                    + at(second) + " (" + thread(second) + ") before the notify at " + at(notify) + " ("
                    + thread(notify) + ")";
        }
        String lock = lock(first);
        if (trace.kind(first) == EventKind.ACQUIRE) {
            return "Sections of " + lock + " the other way round: " + thread(first) + " at " + at(first) + " before "
                    + thread(second) + " at " + at(second);
        }
        if (trace.kind(first) == EventKind.WAKE) {
            return "The limit of the wait for " + lock + " at " + at(first) + " (" + thread(first)
                    + ") is over before the notify at " + at(second) + " (" + thread(second) + ")";
        }
        return "Lost notification on " + lock + ": the notify at " + at(first) + " (" + thread(first)
                + ") before the wait at " + at(second) + " (" + thread(second) + ") begins";
    }

    private String pattern(Candidate candidate) {
        List<Integer> events = candidate.events();
        return "Pattern " + candidate.pattern() + " on " + targets(events) + ": "
                + sequence(events, candidate.shape().inOrder() ? ", then " : " with ");
    }

    private String usage(Candidate candidate) {
        int first = candidate.events().get(0);
        int second = candidate.events().get(1);
        boolean overdue = trace.kind(first).isRead();
        int read = overdue ? first : second;
        int write = overdue ? second : first;
        return variable(read) + " is read at " + at(read) + " (" + thread(read) + ")"
                + (overdue ? " before it is set at " : " after it is set anew at ") + at(write) + " (" + thread(write)
                + "): " + candidate.pattern();
    }

    private String sequence(List<Integer> events, String between) {
        return events.stream().map(e -> stepOf(e) + " (" + thread(e) + ")").collect(Collectors.joining(between));
    }

    private String targets(List<Integer> events) {
        return events.stream().map(this::variable).distinct().collect(Collectors.joining(" and "));
    }

    private String variable(int event) {
        return trace.variableName(trace.target(event));
    }

    private String step(int event) {
        return op(event) + " at " + at(event);
    }

    private String stepOf(int event) {
        return op(event) + " of " + variable(event) + " at " + at(event);
    }

    private String race(List<Integer> events) {
        return "Race on " + variable(events.get(0)) + ": " + access(events.get(0)) + " with " + access(events.get(1));
    }

    private String access(int event) {
        return step(event) + " (" + thread(event) + ")";
    }

    private String op(int event) {
        return trace.kind(event).isWrite() ? "write" : "read";
    }

    private String deadlock(List<Integer> events) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            int before = events.get((i + events.size() - 1) % events.size());
            parts.add(thread(events.get(i)) + " holds " + lock(before) + taken(events.get(i), trace.target(before))
                    + " and wants " + lock(events.get(i)) + share(events.get(i)) + " at " + at(events.get(i)));
        }
        return "Deadlock: " + String.join("; ", parts);
    }

    private String taken(int event, int lock) {
        for (int p = model.position(event) - 1; p >= 0; p--) {
            int e = model.event(trace.thread(event), p);
            boolean held = model.partner(e) < 0 || model.partner(e) > event;
            if (trace.kind(e).isAcquire() && trace.target(e) == lock && held) {
                return share(e) + " since " + at(e);
            }
        }
        return "";
    }

    private String share(int acquire) {
        return trace.kind(acquire) == EventKind.ACQUIRE_SHARED ? " (shared)" : "";
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
