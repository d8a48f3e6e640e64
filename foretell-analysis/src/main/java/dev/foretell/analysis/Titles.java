// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** One line for people about a candidate. */
final class Titles {
    private final TraceModel model;
    private final Trace trace;

    Titles(TraceModel model) {
        this.model = model;
        this.trace = model.trace();
    }

    /** The kind's title, as reports have it, and then what the events are. */
    String of(Candidate candidate) {
        List<Integer> events = candidate.events();
        List<String> places = events.stream().map(this::at).toList();
        String title = candidate.kind().title(targets(events), candidate.pattern(), candidate.composed(), places);
        return title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1) + ": " + details(candidate);
    }

    private String details(Candidate candidate) {
        List<Integer> events = candidate.events();
        return switch (candidate.kind().arrangement()) {
            case LOCK_CYCLE -> deadlock(events);
            case IN_SEQUENCE -> candidate.kind().isOfRegions() ? interleaved(candidate) : sequence(events, ", then ");
            case AT_ONCE, NONE -> sequence(events, " with ");
        };
    }

    /** The first and the last event are of one region, or look so; or two regions take turns. */
    private String interleaved(Candidate candidate) {
        List<Integer> events = candidate.events();
        int first = events.get(0);
        int last = events.get(events.size() - 1);
        if (trace.thread(first) != trace.thread(last)) {
            return thread(first) + " and " + thread(last) + ", each in one region, by turns: " + sequence(events, ", ");
        }
        String between = events.subList(1, events.size() - 1).stream()
                .map(event -> step(event, events))
                .collect(Collectors.joining(" and the "));
        return step(first, events) + " and " + step(last, events) + " in "
                + (candidate.composed() ? "two regions" : "one region") + " of " + thread(first)
                + ", interleaved by the " + between + " (" + thread(events.get(1)) + ")";
    }

    private String sequence(List<Integer> events, String between) {
        return events.stream()
                .map(e -> step(e, events) + " (" + thread(e) + ")")
                .collect(Collectors.joining(between));
    }

    /** The variables or locks that it is about. */
    private String targets(List<Integer> events) {
        return events.stream()
                .filter(event -> trace.interruptedBy(event) < 0)
                .map(event -> trace.kind(event).isAccess() ? variable(event) : lock(event))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private String variable(int event) {
        return trace.variableName(trace.target(event));
    }

    /** {@code write of Account.balance at Account.java:10}; without the name where it is the only one. */
    private String step(int event, List<Integer> events) {
        EventKind kind = trace.kind(event);
        if (kind.isAccess()) {
            boolean several = events.stream()
                    .anyMatch(other ->
                            trace.kind(other).isAccess() && !variable(other).equals(variable(event)));
            return (kind.isWrite() ? "write" : "read") + (several ? " of " + variable(event) : "") + " at " + at(event);
        }
        String op = trace.interruptedBy(event) >= 0 ? Site.INTERRUPT : kind.clipWord();
        return op + " at " + at(event);
    }

    private String deadlock(List<Integer> events) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            int before = events.get((i + events.size() - 1) % events.size());
            parts.add(thread(events.get(i)) + " holds " + lock(before) + taken(events.get(i), trace.target(before))
                    + " and wants " + lock(events.get(i)) + share(events.get(i)) + " at " + at(events.get(i)));
        }
        return String.join("; ", parts);
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
