// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import dev.foretell.trace.clip.ClipPoint;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The schedules that are tried after every prediction was: that an anomaly was created and did no harm may be due to
 * its schedule. These are the other schedules of the analysis, and one that continues in another way after the anomaly:
 * the thread that came too early runs alone to the end of its turn before the other thread continues. One more for each
 * finding, the worst first, before a second for any.
 *
 * <p>In all there are at most half as many as the re-executions before, so that the session does not become much
 * longer, unless the user gave a time.
 */
final class FurtherSchedules {
    /** At least this many are allowed. */
    private static final int FEWEST = 4;

    private final OutputFolder folder;
    private final List<Finding> others;
    private final int most;
    /** By id: what is left to be tried. */
    private final Map<String, Deque<Attempt>> waiting = new HashMap<>();

    private int all;
    /** Ids of findings whose schedules exceed the limit. */
    private final Set<String> left = new HashSet<>();

    /**
     * @param others further schedules, see {@link Session.Analysis}
     * @param tried how many re-executions there were
     * @param unlimited whether all schedules are tried
     */
    FurtherSchedules(OutputFolder folder, List<Finding> others, int tried, boolean unlimited) {
        this.folder = folder;
        this.others = others;
        this.most = unlimited ? Integer.MAX_VALUE : Math.max(FEWEST, tried / 2);
    }

    /**
     * @param index of the finding among the results
     * @param shown the finding as this schedule shows it
     * @param name of the run's folder
     */
    record Attempt(int index, Finding shown, Clip clip, String name) {}

    /** One more schedule for each of the results that has one left and did no harm so far. */
    List<Attempt> next(List<Finding> results) throws IOException {
        List<Attempt> round = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            Finding finding = results.get(i);
            boolean tried = finding.clip() != null && finding.replays().tried() > 0;
            if (tried && !finding.harm().seen() && isWorthIt(finding)) {
                if (!waiting.containsKey(finding.id())) {
                    waiting.put(finding.id(), attempts(i, finding));
                }
                Attempt attempt = waiting.get(finding.id()).poll();
                if (attempt != null) {
                    round.add(attempt);
                }
            }
        }
        round.sort(Comparator.comparing(attempt -> results.get(attempt.index()).severity()));
        int room = Math.min(round.size(), most - all);
        round.subList(room, round.size())
                .forEach(attempt -> left.add(attempt.shown().id()));
        all += room;
        return List.copyOf(round.subList(0, room));
    }

    /**
     * Regions that are only assumed to belong together give notes, which are seldom read; but orders are judged by
     * harm.
     */
    private static boolean isWorthIt(Finding finding) {
        return finding.idiom() == null && (!finding.composed() || finding.kind().isJudgedByHarm());
    }

    /** What was not done because of the limit, a sentence or none. */
    List<String> truncated() {
        int findings = left.size();
        return findings == 0
                ? List.of()
                : List.of(findings + (findings == 1 ? " finding without harm has" : " findings without harm have")
                        + " more schedules, which are beyond the limit of half the re-executions before; give --time"
                        + " to try them");
    }

    /**
     * The schedule that moves a read past most writes comes first, then the one in which the first thread continues,
     * then the others.
     */
    private Deque<Attempt> attempts(int index, Finding finding) throws IOException {
        Deque<Attempt> attempts = new ArrayDeque<>();
        for (Finding other : others) {
            if (other.id().equals(finding.id())) {
                attempts.add(new Attempt(index, other, read(other), "e" + attempts.size()));
            }
        }
        Clip goingOn = firstGoingOn(finding);
        if (goingOn != null) {
            Finding shown = finding.ordered(FindingMaker.order(goingOn, finding.accesses()));
            Attempt first = attempts.poll();
            attempts.addFirst(new Attempt(index, shown, goingOn, "d"));
            if (first != null) {
                attempts.addFirst(first);
            }
        }
        return attempts;
    }

    /**
     * The schedule of the finding after which the first thread continues alone; null when it was not created, or where
     * that makes no difference.
     */
    private Clip firstGoingOn(Finding finding) throws IOException {
        Clip clip = finding.status() == Status.CONFIRMED ? read(finding) : null;
        if (clip == null
                || clip.anomaly().stream().anyMatch(point -> !point.site().op().isAccess())) {
            return null;
        }
        return clip.goingOn(clip.shape().inOrder() ? clip.order() : readerFirst(clip), true);
    }

    /** The thread that reads before the other has written is the one that continues first. */
    private static List<Integer> readerFirst(Clip clip) {
        List<ClipPoint> anomaly = clip.anomaly();
        boolean secondReads = anomaly.get(1).site().op() == EventKind.READ;
        return secondReads ? List.of(1, 0) : List.of(0, 1);
    }

    private Clip read(Finding finding) throws IOException {
        return ClipFormat.read(folder.file(finding.clip()));
    }
}
