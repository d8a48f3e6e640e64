// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Context;
import com.microsoft.z3.IntExpr;
import com.microsoft.z3.Params;
import com.microsoft.z3.Solver;
import com.microsoft.z3.Status;
import dev.foretell.analysis.solver.OrderSolver;
import dev.foretell.analysis.solver.SolverLimit;
import dev.foretell.analysis.solver.SolverResult;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The order solver beside Z3 on the same problems: once as they are, then sixty questions, one after the other. */
final class SolverBench {
    private static final int QUESTIONS = 60;
    /** Limits, so that the measurement ends: a question that exceeds them counts as undecided. */
    private static final int BASE_MILLIS = 20_000;

    private static final int QUESTION_MILLIS = 3_000;
    private static final int ALL_MILLIS = 40_000;

    private final BenchRunner runner;

    SolverBench(BenchRunner runner) {
        this.runner = runner;
    }

    /** The outcome; times in CPU milliseconds. */
    private record Result(String base, double baseMillis, double[] millis, String answers) {
        double sum() {
            return Arrays.stream(millis).sum();
        }

        double quantile(double part) {
            double[] sorted = millis.clone();
            Arrays.sort(sorted);
            return sorted.length == 0 ? Double.NaN : sorted[(int) (part * (sorted.length - 1))];
        }

        long count(char answer) {
            return answers.chars().filter(c -> c == answer).count();
        }
    }

    /** One way to solve a problem. */
    private interface Way extends AutoCloseable {
        SolverResult solve();

        SolverResult ask(int[] question);

        @Override
        void close();
    }

    Table run() {
        Table table = new Table(
                "Ordering constraints",
                "events",
                "clauses",
                "solver",
                "base ms",
                "questions ms",
                "median ms",
                "slowest ms",
                "yes",
                "no",
                "undecided");
        int[][] sizes = {{60, 8, 12}, {125, 12, 40}, {250, 8, 26}};
        for (int[] size : sizes) {
            OrderProblem problem = OrderProblem.random(1, size[0], size[1], size[2], QUESTIONS);
            Result[] runs = new Result[runner.runs()];
            for (int i = 0; i < runs.length; i++) {
                runs[i] = measure(new Own(problem), problem);
            }
            Arrays.sort(runs, Comparator.comparingDouble(Result::sum));
            Result own = runs[runs.length / 2];
            row(table, problem, "own", own);
            compare(table, problem, own, "Z3, arith.solver=1", measure(new Z3(problem, true), problem));
            compare(table, problem, own, "Z3, QF_IDL", measure(new Z3(problem, false), problem));
        }
        return table;
    }

    private static void compare(Table table, OrderProblem problem, Result own, String name, Result result) {
        for (int i = 0; i < result.answers.length(); i++) {
            char answer = result.answers.charAt(i);
            if (answer != '?' && own.answers.charAt(i) != '?' && answer != own.answers.charAt(i)) {
                throw new IllegalStateException(name + " disagrees on question " + i);
            }
        }
        row(table, problem, name, result);
    }

    private static void row(Table table, OrderProblem problem, String name, Result result) {
        table.row(
                problem.rank().length,
                problem.clauses().size(),
                name,
                result.base.isEmpty() ? (Object) result.baseMillis : result.base,
                result.sum(),
                result.quantile(0.5),
                result.quantile(1),
                result.count('y'),
                result.count('n'),
                QUESTIONS - result.count('y') - result.count('n'));
    }

    private static Result measure(Way way, OrderProblem problem) {
        try (way) {
            long begin = cpu();
            SolverResult base = way.solve();
            double baseMillis = (cpu() - begin) / 1e6;
            List<int[]> questions = problem.questions();
            double[] millis = new double[questions.size()];
            StringBuilder answers = new StringBuilder();
            double sum = 0;
            int asked = 0;
            while (asked < millis.length && sum < ALL_MILLIS) {
                begin = cpu();
                SolverResult verdict = way.ask(questions.get(asked));
                millis[asked] = (cpu() - begin) / 1e6;
                sum += millis[asked++];
                answers.append(verdict == SolverResult.FOUND ? 'y' : verdict == SolverResult.NONE ? 'n' : '?');
            }
            return new Result(
                    base == SolverResult.FOUND ? "" : "undecided",
                    baseMillis,
                    Arrays.copyOf(millis, asked),
                    answers.toString());
        }
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Clauses are added only when an order violates them. */
    private static final class Own implements Way {
        private final OrderProblem problem;
        private OrderSolver solver;

        Own(OrderProblem problem) {
            this.problem = problem;
        }

        private boolean refine(int[] order) {
            int[] time = new int[order.length];
            for (int i = 0; i < order.length; i++) {
                time[order[i]] = i;
            }
            boolean added = false;
            for (int[] clause : problem.clauses()) {
                boolean holds = false;
                for (int i = 0; i < clause.length && !holds; i += 2) {
                    holds = time[clause[i]] < time[clause[i + 1]];
                }
                if (!holds) {
                    add(clause);
                    added = true;
                }
            }
            return added;
        }

        private void add(int[] clause) {
            if (clause.length == 4) {
                solver.choice(Arrays.copyOf(clause, 2), Arrays.copyOfRange(clause, 2, 4), true);
                return;
            }
            int[] literals = new int[clause.length / 2];
            for (int i = 0; i < literals.length; i++) {
                literals[i] = solver.atom(clause[2 * i], clause[2 * i + 1]);
            }
            solver.clause(literals);
        }

        @Override
        public SolverResult solve() {
            solver = new OrderSolver(problem.chains(), problem.rank());
            solver.setRefiner(this::refine);
            return solver.solve(new SolverLimit(Long.MAX_VALUE, BASE_MILLIS * 1_000_000L));
        }

        @Override
        public SolverResult ask(int[] question) {
            int assumption = solver.choice(question, new int[0], false);
            return solver.solve(new SolverLimit(Long.MAX_VALUE, QUESTION_MILLIS * 1_000_000L), assumption);
        }

        @Override
        public void close() {}
    }

    /** One integer for each node; questions under assumptions, which is faster here than push and pop. */
    private static final class Z3 implements Way {
        private final OrderProblem problem;
        private final Context context = new Context();
        private final IntExpr[] time;
        private final Solver solver;
        private final Params params = context.mkParams();
        private int questions;

        /** {@code tuned}: with the arithmetic solver that is fastest here; otherwise by the name of the logic. */
        Z3(OrderProblem problem, boolean tuned) {
            this.problem = problem;
            this.time = new IntExpr[problem.rank().length];
            this.solver = tuned ? context.mkSimpleSolver() : context.mkSolver("QF_IDL");
            if (tuned) {
                params.add("auto_config", false);
                params.add("arith.solver", 1);
            }
        }

        private BoolExpr before(int node, int other) {
            return context.mkLt(time[node], time[other]);
        }

        private void require(BoolExpr constraint) {
            solver.add(new BoolExpr[] {constraint});
        }

        @Override
        public SolverResult solve() {
            int node = 0;
            for (int length : problem.chains()) {
                for (int i = 0; i < length; i++, node++) {
                    time[node] = context.mkIntConst("t" + node);
                    if (i > 0) {
                        require(before(node - 1, node));
                    }
                }
            }
            for (int[] clause : problem.clauses()) {
                BoolExpr[] alternatives = new BoolExpr[clause.length / 2];
                for (int i = 0; i < alternatives.length; i++) {
                    alternatives[i] = before(clause[2 * i], clause[2 * i + 1]);
                }
                require(context.mkOr(alternatives));
            }
            return check(BASE_MILLIS);
        }

        @Override
        public SolverResult ask(int[] question) {
            BoolExpr assumption = context.mkBoolConst("q" + questions++);
            for (int i = 0; i < question.length; i += 2) {
                require(context.mkImplies(assumption, before(question[i], question[i + 1])));
            }
            return check(QUESTION_MILLIS, assumption);
        }

        private SolverResult check(int millis, BoolExpr... assumptions) {
            params.add("timeout", millis);
            solver.setParameters(params);
            Status status = solver.check(assumptions);
            return status == Status.SATISFIABLE
                    ? SolverResult.FOUND
                    : status == Status.UNSATISFIABLE ? SolverResult.NONE : SolverResult.UNDECIDED;
        }

        @Override
        public void close() {
            context.close();
        }
    }
}
