// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.FindingGroups;
import dev.foretell.tool.report.SeverityRules;
import dev.foretell.tool.report.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The order in which predictions are re-executed, so that whenever the time ends, the best has been tried.
 *
 * <p>The kinds of anomaly take turns: forty races that are mere guesses do not keep two order violations waiting. At
 * its turn a kind offers the prediction whose group was tried least so far, so that every bug is tried in one way
 * before any is in a second one; groups are known by variable and code, see {@link FindingGroups#keys}. Of equals the
 * one that would be worse comes first, then the one with a witness before a guess, then the one that the analysis put
 * first. What would be no more than a note if it did no harm comes after all others of its kind.
 *
 * <p>There can be hundreds of notes, none of which fails a session unless it does harm. Unless the user asked for a
 * time to be spent, not more than {@link #MAX_NOTES} of each sort are on the agenda, orders and others.
 */
final class PredictionQueue {
    static final int MAX_NOTES = 40;

    private final List<Finding> tried = new ArrayList<>();
    private final List<Finding> left = new ArrayList<>();
    private final List<String> truncated = new ArrayList<>();

    private PredictionQueue() {}

    /**
     * @param predicted in the order of the analysis, the most likely first
     * @param allNotes whether notes are tried without a limit
     */
    static PredictionQueue of(List<Finding> predicted, boolean allNotes) {
        PredictionQueue agenda = new PredictionQueue();
        int orders = 0;
        int notes = 0;
        for (Finding finding : inOrder(predicted)) {
            boolean chosen = true;
            if (finding.severity() == SeverityRules.NOTE) {
                chosen = finding.kind().equals("order") ? ++orders <= MAX_NOTES : ++notes <= MAX_NOTES;
            }
            (chosen || allNotes ? agenda.tried : agenda.left).add(finding);
        }
        if (!allNotes) {
            agenda.noteTruncated(notes, "interruptions between atomic regions");
            agenda.noteTruncated(orders, "orders");
        }
        predicted.stream().filter(finding -> finding.clip() == null).forEach(agenda.left::add);
        return agenda;
    }

    private void noteTruncated(int all, String what) {
        if (all > MAX_NOTES) {
            truncated.add((all - MAX_NOTES) + " of " + all + " possible " + what + " were not re-executed: more than "
                    + MAX_NOTES + " are not tried unless --time says for how long");
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
        findings.forEach(finding -> counts.merge(finding.kind(), 1, Integer::sum));
        List<String> parts = new ArrayList<>();
        counts.forEach((kind, count) -> parts.add(count + " " + kind));
        return String.join(", ", parts);
    }

    private static List<Finding> inOrder(List<Finding> predicted) {
        Map<String, List<Finding>> kinds = new LinkedHashMap<>();
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
        boolean notes = kind.get(0).severity() == SeverityRules.NOTE;
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < kind.size() && least > 0; i++) {
            Finding finding = kind.get(i);
            if (finding.severity() == SeverityRules.NOTE && !notes) {
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
