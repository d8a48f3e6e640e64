package dev.foretell.analysis.witness;

import dev.foretell.analysis.model.TraceModel;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Answers whether given events of different threads can all be next at the same time, with a schedule that leads there.
 *
 * <p>What a schedule must keep is in docs/design/04-prediction.md; the {@link WitnessChecker} vets each one before it is
 * given out, so that no mistake here can become a false witness. "Impossible" is said only when every choice of open
 * critical sections was shown to fail; when a limit ended the search the answer is "unknown".
 */
public final class WitnessBuilder {
    /** How many different choices of open critical sections are tried for one question. */
    private static final int MAX_CLOSURES = 64;

    private final TraceModel model;
    private final WitnessChecker checker;
    private final Causality causality;
    private final Demands demands;
    private final Wording wording;
    private final boolean solverOnly;

    public WitnessBuilder(TraceModel model) {
        this(model, false, Causality.MAX_ENTRIES);
    }

    /**
     * For tests: with {@code solverOnly} the cheap orders are not tried, so that all questions go to the solver; with few
     * {@code causalEntries} closures have to walk.
     */
    WitnessBuilder(TraceModel model, boolean solverOnly, long causalEntries) {
        this.model = model;
        this.solverOnly = solverOnly;
        this.checker = new WitnessChecker(model.trace());
        this.causality = new Causality(model, causalEntries);
        this.demands = new Demands(model, causality.known());
        this.wording = new Wording(model);
    }

    public enum Verdict {
        FOUND,
        IMPOSSIBLE,
        UNKNOWN
    }

    /**
     * @param schedule the events to execute, in order; empty unless found
     * @param by which way of ordering found it: {@code recorded}, {@code pecan} or {@code solver}
     * @param reason why not; empty when found
     */
    public record Answer(Verdict verdict, int[] schedule, String by, String reason) {}

    /** As {@link #find(Goal)} for events that shall all be next. */
    public Answer find(int... events) {
        return find(Goal.together(events));
    }

    public Answer find(Goal goal) {
        if (goal.chain().length > 0) {
            return new Answer(Verdict.UNKNOWN, new int[0], "", "not yet");
        }
        return new Search(goal.next()).run();
    }

    /** The whole trace, or another order of it that means the same, with few switches; null when none is valid. */
    public int[] wholeTrace() {
        int[] ends = new int[model.threadCount()];
        for (int t = 0; t < ends.length; t++) {
            ends[t] = model.length(t);
        }
        int[] plain = new RecordedOrder(model, ends).plain();
        return checker.problem(plain).isPresent() ? null : fewSwitches(plain);
    }

    private int[] fewSwitches(int[] schedule, int... anomaly) {
        int[] other = new FewSwitches(model, schedule).reorder();
        boolean better = FewSwitches.switches(model.trace(), other) < FewSwitches.switches(model.trace(), schedule);
        return better && checker.problem(other, anomaly).isEmpty() ? other : schedule;
    }

    /** One question: goes through the choices of open sections, depth first, the recorded order of sections first. */
    private final class Search {
        private final int[] anomaly;
        private int closures;
        private boolean limited;
        private String reason;
        private int[] found;
        private String by;

        Search(int[] anomaly) {
            this.anomaly = anomaly;
        }

        Answer run() {
            explore(Map.of());
            if (found != null) {
                return new Answer(Verdict.FOUND, fewSwitches(found, anomaly), by, "");
            }
            Verdict verdict = limited ? Verdict.UNKNOWN : Verdict.IMPOSSIBLE;
            return new Answer(verdict, new int[0], "", reason == null ? wording.noOrder() : reason);
        }

        private void explore(Map<Integer, Boolean> decided) {
            if (closures++ >= MAX_CLOSURES) {
                limited = true;
                return;
            }
            Closure closure = new Closure(model, causality, demands, anomaly, decided);
            if (closure.close()) {
                order(closure);
            } else if (reason == null) {
                reason = closure.reason();
            }
            Map<Integer, Boolean> next = new LinkedHashMap<>(decided);
            for (Map.Entry<Integer, Boolean> choice : closure.choices().entrySet()) {
                if (found != null) {
                    return;
                }
                next.put(choice.getKey(), !choice.getValue());
                explore(next);
                next.put(choice.getKey(), choice.getValue());
            }
        }

        private void order(Closure closure) {
            RecordedOrder recorded = new RecordedOrder(model, closure.ends());
            if (!solverOnly && !closure.needsReversal()) {
                accept(recorded.plain(), "recorded");
            } else if (!solverOnly) {
                for (int[] blocks : blocks(closure)) {
                    accept(recorded.moved(blocks), "pecan");
                }
            }
            if (found == null) {
                OrderSolver solver = new OrderSolver(model, closure, recorded.events());
                int[] solved = solver.solve();
                limited |= solver.gaveUp();
                reason = reason == null ? solver.reason() : reason;
                accept(solved, "solver");
                // A solution that the checker refuses would be our mistake: it must not pass for a proof either.
                limited |= solved != null && found == null;
            }
        }

        /** Which blocks to move behind the rest: those that have to be last, then each anomaly's own, then all. */
        private List<int[]> blocks(Closure closure) {
            List<int[]> blocks = new ArrayList<>();
            IntArrayList all = new IntArrayList();
            for (int acquire : closure.lasts()) {
                all.add(model.regionStart(acquire));
            }
            blocks.add(all.toIntArray());
            for (int e : anomaly) {
                int region = model.regionStart(e);
                if (region >= 0 && region != e) {
                    blocks.add(new int[] {region});
                    all.add(region);
                }
            }
            blocks.add(all.toIntArray());
            return blocks;
        }

        private void accept(int[] schedule, String how) {
            if (found == null
                    && schedule != null
                    && checker.problem(schedule, anomaly).isEmpty()) {
                found = schedule;
                by = how;
            }
        }
    }
}
