// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.order;

import dev.foretell.analysis.detect.CandidateGroup;
import dev.foretell.analysis.detect.CandidateGroups;
import dev.foretell.analysis.detect.Continuations;
import dev.foretell.analysis.detect.Detection;
import dev.foretell.analysis.detect.Detector;
import dev.foretell.analysis.detect.SourcePlaces;
import dev.foretell.analysis.model.Deadline;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import dev.foretell.trace.clip.AnomalyShape;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * BIPED: takes the def-use order of the recorded run as the expected one, and searches for relations that no
 * synchronisation enforces: an <em>overdue use</em> reads before its expected write, a <em>premature redefinition</em>
 * overwrites before the expected read. The two directions are searched in parallel.
 *
 * <p>An order that varied in the observed runs, this one or others, is hardly an expectation; it comes last.
 */
public final class DefUseOrderDetector implements Detector {
    public static final String OVERDUE = "overdue use";
    public static final String PREMATURE = "premature redefinition";
    /** The suffix of these when the order varied. */
    public static final String VARIED = ", order varies";

    /** With fewer relations a second thread does not pay off. */
    private static final int WORTH_A_THREAD = 256;

    /** One event, then another on the same variable. */
    private static final AnomalyShape ONE_THEN_OTHER = AnomalyShape.inOrder(List.of(0, 0), List.of(0, 1));

    private final ObservedUsages earlierRuns;

    /** {@code earlierRuns} may be empty. */
    public DefUseOrderDetector(ObservedUsages earlierRuns) {
        this.earlierRuns = earlierRuns;
    }

    @Override
    public Detection detect(TraceModel model) {
        Trace trace = model.trace();
        UsageTable table = new UsageTable(model);
        CommunicationTree tree = new CommunicationTree(model);
        Direction forwards = new Direction(model, tree, table.redefs());
        CompletableFuture<IntArrayList> forward = table.redefs().size() < WORTH_A_THREAD
                ? CompletableFuture.completedFuture(forwards.premature())
                : CompletableFuture.supplyAsync(forwards::premature);
        IntArrayList overdue = new Direction(model, tree, table.predefs()).overdue();
        IntArrayList premature = forward.join();
        CandidateGroups groups = new CandidateGroups();
        SourcePlaces places = new SourcePlaces(trace);
        Continuations continuation = new Continuations(model);
        ObservedUsages thisRun = new ObservedUsages();
        thisRun.add(trace);
        for (int i = 0; i < overdue.size(); i += 2) {
            int use = overdue.getInt(i);
            int definition = overdue.getInt(i + 1);
            boolean varied = thisRun.sawOthers(trace, use, definition) || earlierRuns.sawOthers(trace, use, definition);
            add(groups, trace, places, OVERDUE, varied, continuation.of(use, definition), use, definition);
        }
        for (int i = 0; i < premature.size(); i += 2) {
            int use = premature.getInt(i);
            int definition = premature.getInt(i + 1);
            boolean varied = thisRun.saw(trace, use, definition) || earlierRuns.saw(trace, use, definition);
            add(groups, trace, places, PREMATURE, varied, continuation.of(use, definition), definition, use);
        }
        IntervalMove move = new IntervalMove(model, tree);
        return new Detection(
                groups.list(),
                table.predefs().seen() + table.redefs().seen(),
                List.of(),
                events -> trace.kind(events[0]).isAccess() ? move.schedules(events) : List.of(),
                new ConsecutiveWrites(model, tree)::beyond);
    }

    /** {@code first} is reordered before {@code second}. */
    private static void add(
            CandidateGroups groups,
            Trace trace,
            SourcePlaces places,
            String label,
            boolean varied,
            long continuation,
            int first,
            int second) {
        CandidateGroup group = groups.of(
                trace.variableName(trace.target(first)),
                ONE_THEN_OTHER,
                varied ? label + VARIED : label,
                places.of(trace.siteOf(first)),
                places.of(trace.siteOf(second)));
        group.addWith(continuation, first, second);
        if (varied) {
            group.setUnlikely();
        }
    }

    /**
     * One of the two directions, in its own thread: which relations can be reordered, as pairs of use and definition.
     */
    private static final class Direction {
        private final Intervals intervals;
        private final Deadline deadline;
        private final CommunicationTree.Walk walk;
        private final UsageTable.Relations relations;
        private final IntArrayList possible = new IntArrayList();

        Direction(TraceModel model, CommunicationTree tree, UsageTable.Relations relations) {
            this.intervals = new Intervals(model);
            this.deadline = model.deadline();
            this.walk = tree.new Walk();
            this.relations = relations;
        }

        /** Reads that can come before their reads-from write. */
        IntArrayList overdue() {
            for (int row = 0; row < relations.size(); row++) {
                deadline.check();
                int use = relations.use(row);
                int definition = relations.definition(row);
                for (Intervals.Interval interval : intervals.around(use, definition)) {
                    if (walk.canMoveBackward(interval, use)) {
                        possible.add(use);
                        possible.add(definition);
                        break;
                    }
                }
            }
            return possible;
        }

        /** Reads that can come after the write that followed them. */
        IntArrayList premature() {
            for (int row = 0; row < relations.size(); row++) {
                deadline.check();
                int use = relations.use(row);
                int definition = relations.definition(row);
                for (Intervals.Interval interval : intervals.around(definition, use)) {
                    if (walk.canMoveForward(interval)) {
                        possible.add(use);
                        possible.add(definition);
                        break;
                    }
                }
            }
            return possible;
        }
    }
}
