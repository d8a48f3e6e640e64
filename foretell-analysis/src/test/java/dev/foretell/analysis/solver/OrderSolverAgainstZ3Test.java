// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.solver;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Context;
import com.microsoft.z3.IntExpr;
import com.microsoft.z3.Params;
import com.microsoft.z3.Solver;
import com.microsoft.z3.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random disjunctions where about half of the problems have a solution: they need many conflicts, so that learning,
 * restarts and clause deletion are exercised; traces hardly ever need them.
 */
class OrderSolverAgainstZ3Test {
    @ParameterizedTest
    @CsvSource({"1, 26, 1, 140, 30, false", "2, 36, 3, 108, 60, false", "3, 36, 3, 108, 60, true"})
    void agreesOnHardProblems(long seed, int nodes, int chainLength, int clauses, int rounds, boolean lazy) {
        Random random = new Random(seed);
        int possible = 0;
        long conflicts = 0;
        for (int round = 0; round < rounds; round++) {
            List<int[]> problem = new ArrayList<>();
            for (int i = 0; i < clauses; i++) {
                int[] clause = new int[random.nextInt(8) == 0 ? 6 : 4];
                for (int k = 0; k < clause.length; k += 2) {
                    clause[k] = random.nextInt(nodes);
                    clause[k + 1] = (clause[k] + 1 + random.nextInt(nodes - 1)) % nodes;
                }
                problem.add(clause);
            }
            int[] chains = new int[nodes / chainLength];
            int[] rank = new int[nodes];
            for (int node = 0; node < nodes; node++) {
                chains[node / chainLength] = chainLength;
                rank[node] = random.nextInt();
            }
            OrderSolver solver = new OrderSolver(chains, rank);
            if (lazy) {
                solver.setRefiner(order -> addViolated(solver, problem, order));
            } else {
                problem.forEach(c -> add(solver, c));
            }
            boolean expected = isPossible(chainLength, nodes, problem);
            assertThat(solver.solve(SolverLimit.NONE)).isEqualTo(expected ? SolverResult.FOUND : SolverResult.NONE);
            if (expected) {
                assertThat(addViolated(solver, problem, solver.order())).isFalse();
            }
            possible += expected ? 1 : 0;
            conflicts += solver.conflicts();
        }
        assertThat(possible).isBetween(rounds / 10, rounds * 9 / 10);
        assertThat(conflicts).isGreaterThan(2L * rounds);
    }

    private static boolean addViolated(OrderSolver solver, List<int[]> problem, int[] order) {
        int[] time = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            time[order[i]] = i;
        }
        boolean added = false;
        for (int[] clause : problem) {
            boolean holds = false;
            for (int i = 0; i < clause.length; i += 2) {
                holds |= time[clause[i]] < time[clause[i + 1]];
            }
            if (!holds) {
                add(solver, clause);
                added = true;
            }
        }
        return added;
    }

    private static void add(OrderSolver solver, int[] clause) {
        if (clause.length == 4) {
            solver.choice(new int[] {clause[0], clause[1]}, new int[] {clause[2], clause[3]}, true);
        } else {
            solver.clause(
                    solver.atom(clause[0], clause[1]),
                    solver.atom(clause[2], clause[3]),
                    solver.atom(clause[4], clause[5]));
        }
    }

    private static boolean isPossible(int chainLength, int nodes, List<int[]> problem) {
        try (Context context = new Context()) {
            Params params = context.mkParams();
            params.add("auto_config", false);
            params.add("arith.solver", 1);
            Solver solver = context.mkSimpleSolver();
            solver.setParameters(params);
            IntExpr[] time = new IntExpr[nodes];
            for (int node = 0; node < nodes; node++) {
                time[node] = context.mkIntConst("t" + node);
                if (node % chainLength > 0) {
                    solver.add(new BoolExpr[] {context.mkLt(time[node - 1], time[node])});
                }
            }
            for (int[] clause : problem) {
                BoolExpr[] alternatives = new BoolExpr[clause.length / 2];
                for (int i = 0; i < alternatives.length; i++) {
                    alternatives[i] = context.mkLt(time[clause[2 * i]], time[clause[2 * i + 1]]);
                }
                solver.add(new BoolExpr[] {context.mkOr(alternatives)});
            }
            Status status = solver.check();
            assertThat(status).isNotEqualTo(Status.UNKNOWN);
            return status == Status.SATISFIABLE;
        }
    }
}
