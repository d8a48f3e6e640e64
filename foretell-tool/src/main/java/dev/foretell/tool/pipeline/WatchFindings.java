// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.analysis.Detectors;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.SeverityRules;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.Site;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.watch.WatchEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Makes findings of what the watcher observed: confirmed, because it happened. */
final class WatchFindings {
    private static final int FRAMES_IN_LINE = 6;

    private final Sources sources;

    WatchFindings(Sources sources) {
        this.sources = sources;
    }

    List<Finding> of(List<WatchEvent> sightings) {
        List<Finding> findings = new ArrayList<>();
        Map<AnomalyKind, Integer> numbers = new HashMap<>();
        for (WatchEvent sighting : sightings) {
            AnomalyKind kind = kind(sighting);
            findings.add(finding(kind.letter() + numbers.merge(kind, 1, Integer::sum), sighting));
        }
        return findings;
    }

    private static AnomalyKind kind(WatchEvent sighting) {
        return Detectors.kind(sighting.kind());
    }

    private Finding finding(String id, WatchEvent sighting) {
        AnomalyKind kind = kind(sighting);
        String variable = shortName(sighting.variable());
        List<Site> sites = sighting.spots().stream().map(WatchEvent.Spot::site).toList();
        Map<Site, Integer> ranks = sighting.spots().stream()
                .collect(Collectors.toMap(WatchEvent.Spot::site, WatchEvent.Spot::rank, Math::max));
        String pattern =
                sites.stream().map(site -> site.op().isWrite() ? "w" : "r").collect(Collectors.joining("-"));
        boolean inOrder = kind.isInSequence();
        return new Finding(
                new Finding.FindingId(
                        id,
                        new Fingerprints(ranks::get)
                                .of(inOrder ? kind.id() + " " + pattern : kind.id(), variable, sites),
                        kind),
                new Finding.Judgement(
                        Status.CONFIRMED, SeverityRules.of(kind, pattern, Harm.Kind.NONE, false), "", Harm.NONE),
                new Finding.Anomaly(
                        variable,
                        pattern,
                        sighting.spots().stream()
                                .map(spot -> access(spot, variable))
                                .toList()),
                Finding.Replay.seen(null, "atomrace", inOrder));
    }

    private Finding.Access access(WatchEvent.Spot spot, String variable) {
        Site site = spot.site();
        return new Finding.Access(
                new Finding.Actor(spot.thread(), spot.thread()),
                site.op().isWrite() ? "write" : "read",
                Finding.SourceLine.of(site, sources.line(site.className(), site.sourceFile(), site.line())),
                new Finding.AccessTarget(variable, List.of(), null, "", site.className() + "." + site.methodName()),
                spot.stack());
    }

    /** {@code Account.balance}, as traces name it too. */
    static String shortName(String variable) {
        int member = variable.lastIndexOf('.');
        return variable.substring(variable.lastIndexOf('.', member - 1) + 1);
    }

    /** All of it in one line, for a log. */
    static String line(WatchEvent sighting) {
        AnomalyKind kind = kind(sighting);
        StringBuilder out = new StringBuilder(kind.title(shortName(sighting.variable()), "", false, List.of()));
        if (!sighting.object().isEmpty()) {
            out.append(" of ").append(sighting.object());
        }
        String joint = ": ";
        for (WatchEvent.Spot spot : sighting.spots()) {
            out.append(joint).append(spot.thread());
            out.append(spot.site().op().isWrite() ? " writes it at " : " reads it at ");
            out.append(spot.site().position()).append(' ').append(stack(spot));
            joint = kind.isInSequence() ? ", then " : " while ";
        }
        return out.toString();
    }

    private static String stack(WatchEvent.Spot spot) {
        List<String> frames = spot.stack();
        if (frames.isEmpty()) {
            Site site = spot.site();
            return String.format(Locale.ROOT, "[%s.%s]", site.className(), site.methodName());
        }
        String shown = String.join(" < ", frames.subList(0, Math.min(FRAMES_IN_LINE, frames.size())));
        return frames.size() > FRAMES_IN_LINE ? "[" + shown + " < ...]" : "[" + shown + "]";
    }
}
