// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.FindingGroups;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.Quota;
import dev.foretell.trace.anomaly.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The order in which predictions are re-executed: the most promising first, since the time may end at any point.
 *
 * <p>The kinds of anomaly take turns, so that forty races without a witness do not delay two order violations. At its
 * turn a kind offers the prediction whose group was tried least so far, so that every bug is tried in one way before
 * any is in a second one; groups are known by variable and code, see {@link FindingGroups#keys}. Of equals the one that
 * would be worse comes first, then the one with a witness before a guess, then the one that the analysis put first.
 * What would be no more than a note if it did no harm comes after all others of its kind.
 *
 * <p>There can be hundreds of notes, none of which fails a session unless it does harm. Unless the user gave a time,
 * not more of them than the {@link Quota} of their kinds are tried.
 */
final class PredictionQueue {
    private final List<Finding> tried = new ArrayList<>();
    private final List<Finding> left = new ArrayList<>();
    private final List<String> truncated = new ArrayList<>();

    private PredictionQueue() {}

    /**
     * @param predicted in the order of the analysis, the most likely first
     * @param allNotes whether notes are tried without a limit
     */
    static PredictionQueue of(List<Finding> predicted, boolean allNotes) {
        PredictionQueue queue = new PredictionQueue();
        Map<Quota, Integer> notes = new LinkedHashMap<>();
        notes.put(Quota.ANOMALIES, 0);
        for (Finding finding : inOrder(predicted)) {
            boolean chosen = true;
            if (finding.severity() == Severity.NOTE) {
                Quota quota = finding.kind().quota();
                chosen = notes.merge(quota, 1, Integer::sum) <= quota.notes();
            }
            (chosen || allNotes ? queue.tried : queue.left).add(finding);
        }
        if (!allNotes) {
            notes.forEach(queue::noteTruncated);
        }
        predicted.stream().filter(finding -> finding.clip() == null).forEach(queue.left::add);
        return queue;
    }

    private void noteTruncated(Quota quota, int all) {
        if (all > quota.notes()) {
            truncated.add((all - quota.notes()) + " of " + all + " possible " + quota.what()
                    + " were not re-executed: the limit is " + quota.notes() + "; give --time to try them");
        }
    }

    /** To be tried, one after the other. */
    List<Finding> tried() {
        return tried;
    }

    /** Not to be tried. */
    List<Finding> left() {
        return left;
    }

    /** What is not tried because of a limit, a sentence each. */
    List<String> truncated() {
        return truncated;
    }

    /** {@code 3 race, 1 order}. */
    static String kinds(List<Finding> findings) {
        Map<String, Integer> counts = new TreeMap<>();
        findings.forEach(finding -> counts.merge(finding.kind().id(), 1, Integer::sum));
        List<String> parts = new ArrayList<>();
        counts.forEach((kind, count) -> parts.add(count + " " + kind));
        return String.join(", ", parts);
    }

    private static List<Finding> inOrder(List<Finding> predicted) {
        Map<AnomalyKind, List<Finding>> kinds = new LinkedHashMap<>();
        Comparator<Finding> best = Comparator.comparing(Finding::severity).thenComparing(PredictionQueue::isGuess);
        predicted.stream()
                .filter(finding -> finding.clip() != null)
                .sorted(best)
                .forEach(finding -> kinds.computeIfAbsent(finding.kind(), kind -> new ArrayList<>())
                        .add(finding));
        Map<String, Integer> tries = new HashMap<>();
        List<Finding> all = new ArrayList<>();
        while (!kinds.isEmpty()) {
            for (List<Finding> kind : kinds.values()) {
                Finding next = kind.remove(next(kind, tries));
                FindingGroups.keys(next).forEach(key -> tries.merge(key, 1, Integer::sum));
                all.add(next);
            }
            kinds.values().removeIf(List::isEmpty);
        }
        return all;
    }

    /** The index of the first of those whose group was tried least; notes only when there is nothing else. */
    private static int next(List<Finding> kind, Map<String, Integer> tries) {
        boolean notes = kind.get(0).severity() == Severity.NOTE;
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < kind.size() && least > 0; i++) {
            Finding finding = kind.get(i);
            if (finding.severity() == Severity.NOTE && !notes) {
                break;
            }
            int tried = FindingGroups.keys(finding).stream()
                    .mapToInt(key -> tries.getOrDefault(key, 0))
                    .max()
                    .orElse(0);
            if (tried < least) {
                least = tried;
                best = i;
            }
        }
        return best;
    }

    /** Whether the analysis had no witness, only a schedule worth a try. */
    static boolean isGuess(Finding finding) {
        return finding.status() != Status.PREDICTED;
    }
}
