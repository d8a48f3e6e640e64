// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import dev.foretell.analysis.model.TraceModel;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides whether a goal is feasible, with a schedule that reaches it: the witness.
 *
 * <p>The rules of a schedule are in docs/design/04-prediction.md; the {@link WitnessChecker} checks each one before it
 * is returned, so that no mistake here can become a false witness. The verdict is "impossible" only when every choice
 * of open critical sections is proved infeasible; when a limit ended the search it is "unknown".
 */
public final class WitnessBuilder {
    /** How many different choices of open critical sections are tried for one query. */
    private static final int MAX_CLOSURES = 64;

    /**
     * Larger sets of events are not ordered where the result is no witness anyway: each order takes a pass over them.
     */
    private static final int MAX_GUESSED = 200_000;

    private final TraceModel model;
    private final WitnessChecker checker;
    private final Map<ReadsFromRule, Dependencies> needed = new EnumMap<>(ReadsFromRule.class);
    private final RefutationText refutations;
    private final boolean solverOnly;
    private final long causalEntries;

    /** The dependencies of events under one reads-from rule. */
    private record Dependencies(Causality causality, DependentEvents dependents) {}

    public WitnessBuilder(TraceModel model) {
        this(model, false, Causality.MAX_ENTRIES);
    }

    /**
     * For tests: with {@code solverOnly} the cheap orders are not tried, so that all queries go to the solver; with few
     * {@code causalEntries} closures follow single dependencies.
     */
    WitnessBuilder(TraceModel model, boolean solverOnly, long causalEntries) {
        this.model = model;
        this.solverOnly = solverOnly;
        this.checker = new WitnessChecker(model.trace());
        this.causalEntries = causalEntries;
        this.refutations = new RefutationText(model);
    }

    private Dependencies needed(ReadsFromRule values) {
        return needed.computeIfAbsent(values, k -> {
            Causality causality = new Causality(model, values, causalEntries);
            return new Dependencies(causality, new DependentEvents(model, causality.known()));
        });
    }

    public enum Verdict {
        FOUND,
        IMPOSSIBLE,
        UNKNOWN
    }

    /**
     * @param schedule the events to execute, in order; empty unless found
     * @param by which order found it: {@code recorded}, {@code pecan} or {@code solver}
     * @param reason why not; empty when found
     */
    public record Answer(Verdict verdict, int[] schedule, String by, String reason) {}

    /** As {@link #find(Goal)} for events that are all next. */
    public Answer find(int... events) {
        return find(Goal.together(events));
    }

    public Answer find(Goal goal) {
        return find(goal, ReadsFromRule.SAME);
    }

    /**
     * As {@link #find(Goal)}, but some reads may read from any write. Then the result is no witness, only a schedule
     * that keeps partial order and locks; {@link Verdict#IMPOSSIBLE} is a proof for {@link ReadsFromRule#OTHER}, which
     * constrains no read.
     */
    public Answer find(Goal goal, ReadsFromRule values) {
        return new Search(goal, values).run();
    }

    /** Whether a given schedule reaches the goal: an answer like those of {@link #find(Goal)}, or null. */
    public Answer check(Goal goal, int[] schedule, String by) {
        if (checker.problem(schedule, goal).isPresent()) {
            return null;
        }
        return new Answer(Verdict.FOUND, fewSwitches(schedule, goal), by, "");
    }

    private int[] fewSwitches(int[] schedule, Goal goal) {
        return FewContextSwitches.improve(
                model, schedule, goal, other -> checker.problem(other, goal).isEmpty());
    }

    /** Schedules of the same trace for goals that have no witness. */
    public PecanSchedules pecanSchedules() {
        return new PecanSchedules(this, model, checker);
    }

    /**
     * One goal: goes through the choices of free reads and open sections, depth first, the recorded order of sections
     * first.
     */
    private final class Search {
        private final Goal goal;
        private final ReadsFromRule values;
        private WitnessQuery query;
        private int closures;
        private boolean limited;
        private String reason;
        private int[] found;
        private String by;

        Search(Goal goal, ReadsFromRule values) {
            this.goal = goal;
            this.values = values;
        }

        Answer run() {
            boolean same = values == ReadsFromRule.SAME;
            for (WitnessQuery choice :
                    same ? WitnessQuery.of(model, goal) : List.of(WitnessQuery.with(values, model, goal))) {
                query = choice;
                String contradiction = query.contradiction();
                if (contradiction != null) {
                    return new Answer(Verdict.IMPOSSIBLE, new int[0], "", contradiction);
                }
                explore(Map.of());
                if (found != null) {
                    return new Answer(Verdict.FOUND, same ? fewSwitches(found, goal) : found, by, "");
                }
            }
            limited |= same && WitnessQuery.leavesOut(model, goal);
            Verdict verdict = limited ? Verdict.UNKNOWN : Verdict.IMPOSSIBLE;
            return new Answer(verdict, new int[0], "", reason == null ? refutations.noOrder() : reason);
        }

        private void explore(Map<Integer, Boolean> decided) {
            model.deadline().checkNow();
            if (closures++ >= MAX_CLOSURES) {
                limited = true;
                return;
            }
            Dependencies known = needed(values);
            Closure closure = new Closure(known.causality(), known.dependents(), query, decided);
            if (closure.close()) {
                order(closure);
            } else if (reason == null) {
                reason = closure.reason();
            }
            Map<Integer, Boolean> next = new LinkedHashMap<>(decided);
            for (Map.Entry<Integer, Boolean> choice : closure.choices().entrySet()) {
                if (found != null || limited && values != ReadsFromRule.SAME) {
                    return;
                }
                next.put(choice.getKey(), !choice.getValue());
                explore(next);
                next.put(choice.getKey(), choice.getValue());
            }
        }

        private void order(Closure closure) {
            if (values != ReadsFromRule.SAME && Arrays.stream(closure.ends()).sum() > MAX_GUESSED) {
                limited = true;
                return;
            }
            RecordedOrder recorded = new RecordedOrder(query, closure.ends());
            if (!solverOnly) {
                if (!closure.needsReversal() && isAscending(goal.chain())) {
                    accept(recorded.plain(), "recorded");
                } else {
                    for (List<int[]> stages : new BlockMoves(query, closure).choices()) {
                        if (found == null) {
                            accept(recorded.moved(stages), "pecan");
                        }
                    }
                }
            }
            if (found == null) {
                SolvedOrder solver = new SolvedOrder(
                        query,
                        closure.ends(),
                        closure.lasts(),
                        recorded.events(),
                        values == ReadsFromRule.SAME ? SolvedOrder.LIMIT : SolvedOrder.GUESS_LIMIT);
                int[] solved = solver.solve();
                limited |= solver.gaveUp();
                accept(solved, "solver");
                // A solution that the checker rejects is an error of the solver: then its other results are no proof
                // either.
                limited |= solved != null && found == null;
            }
        }

        private void accept(int[] schedule, String how) {
            if (found == null
                    && schedule != null
                    && checker.problem(schedule, goal, values).isEmpty()) {
                found = schedule;
                by = how;
            }
        }
    }

    private static boolean isAscending(int[] events) {
        for (int i = 1; i < events.length; i++) {
            if (events[i] < events[i - 1]) {
                return false;
            }
        }
        return true;
    }
}
