// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The solver against brute force: every assignment of a few variables, every permutation of a few nodes. */
class OrderSolverTest {
    private static final int[] NO_EDGES = {};

    @Test
    void choosesTheOtherWayWhenTheFirstClosesACycle() {
        OrderSolver solver = new OrderSolver(new int[] {2, 2}, new int[] {0, 1, 2, 3});
        assertThat(solver.edge(2, 1)).isTrue();
        int choice = solver.choice(new int[] {1, 2}, new int[] {3, 0}, true);
        assertThat(solver.solve(SolverLimit.NONE)).isEqualTo(SolverResult.FOUND);
        assertThat(solver.order()).containsExactly(2, 3, 0, 1);
        assertThat(solver.solve(SolverLimit.NONE, choice)).isEqualTo(SolverResult.NONE);
        assertThat(solver.core()).containsExactly(choice);
        assertThat(solver.order()).isNull();
        assertThat(solver.edge(0, 2)).isFalse();
        assertThat(solver.solve(SolverLimit.NONE)).isEqualTo(SolverResult.NONE);
        assertThat(solver.core()).isEmpty();
    }

    @Test
    void keepsToTheRankWhereItCan() {
        OrderSolver solver = new OrderSolver(new int[] {2, 2, 1}, new int[] {0, 4, 1, 3, 2});
        solver.clause(solver.atom(1, 3), solver.atom(4, 2));
        assertThat(solver.solve(SolverLimit.NONE)).isEqualTo(SolverResult.FOUND);
        int[] order = solver.order();
        assertThat(holds(order, 1, 3) || holds(order, 4, 2)).isTrue();
        assertThat(solver.solve(SolverLimit.NONE, solver.atom(2, 0), solver.atom(3, 0)))
                .isEqualTo(SolverResult.FOUND);
        assertThat(solver.order()).containsExactly(4, 2, 3, 0, 1);
    }

    @Test
    void aLimitOfConflictsEndsTheSearch() {
        // Nine pigeons for eight holes: no short proof, and the order theory does not help.
        OrderSolver solver = new OrderSolver(new int[] {1}, new int[] {0});
        int[][] in = new int[9][8];
        for (int[] pigeon : in) {
            for (int hole = 0; hole < pigeon.length; hole++) {
                pigeon[hole] = solver.choice(NO_EDGES, NO_EDGES, true);
            }
            solver.clause(pigeon);
        }
        for (int hole = 0; hole < in[0].length; hole++) {
            for (int a = 0; a < in.length; a++) {
                for (int b = 0; b < a; b++) {
                    solver.clause(OrderSolver.not(in[a][hole]), OrderSolver.not(in[b][hole]));
                }
            }
        }
        assertThat(solver.solve(SolverLimit.conflicts(50))).isEqualTo(SolverResult.UNDECIDED);
        // Over from the start, however coarse the clock is.
        assertThat(solver.solve(new SolverLimit(Long.MAX_VALUE, -1))).isEqualTo(SolverResult.UNDECIDED);
        assertThat(solver.solve(SolverLimit.NONE)).isEqualTo(SolverResult.NONE);
        assertThat(solver.conflicts()).isGreaterThan(100);
    }

    @Test
    void restartsFollowLuby() {
        long[] series = new long[15];
        for (int i = 0; i < series.length; i++) {
            series[i] = SatSolver.luby(i);
        }
        assertThat(series).containsExactly(1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8);
    }

    @ParameterizedTest
    @CsvSource({"1, 6, 26", "2, 10, 43", "3, 12, 52"})
    void agreesWithAllAssignments(long seed, int variables, int clauses) {
        Random random = new Random(seed);
        int satisfiable = 0;
        int asked = 0;
        for (int round = 0; round < 1000; round++) {
            OrderSolver solver = new OrderSolver(new int[] {1}, new int[] {0});
            int[] literals = new int[variables];
            for (int v = 0; v < variables; v++) {
                literals[v] = solver.choice(NO_EDGES, NO_EDGES, random.nextBoolean());
            }
            List<int[]> cnf = new ArrayList<>();
            for (int c = 0; c < clauses; c++) {
                int[] clause = randomLiterals(random, literals, 3);
                cnf.add(clause);
                solver.clause(clause);
            }
            for (int question = 0; question < 3; question++) {
                int[] assumed = randomLiterals(random, literals, question);
                boolean expected = bruteForce(cnf, assumed, literals);
                assertThat(solver.solve(SolverLimit.NONE, assumed))
                        .isEqualTo(expected ? SolverResult.FOUND : SolverResult.NONE);
                if (!expected) {
                    assertThat(Arrays.stream(assumed).boxed())
                            .containsAll(Arrays.stream(solver.core()).boxed().toList());
                    assertThat(bruteForce(cnf, solver.core(), literals)).isFalse();
                }
                satisfiable += expected ? 1 : 0;
                asked++;
            }
        }
        assertThat(satisfiable).isBetween(asked / 10, asked * 9 / 10);
    }

    private static int[] randomLiterals(Random random, int[] literals, int count) {
        int[] chosen = new int[count];
        for (int i = 0; i < count; i++) {
            chosen[i] = literals[random.nextInt(literals.length)] ^ random.nextInt(2);
        }
        return chosen;
    }

    private static boolean bruteForce(List<int[]> cnf, int[] assumed, int[] literals) {
        int first = literals[0] >> 1;
        for (int bits = 0; bits < 1 << literals.length; bits++) {
            boolean good = true;
            for (int literal : assumed) {
                good &= isTrue(literal, first, bits);
            }
            for (int i = 0; good && i < cnf.size(); i++) {
                int[] clause = cnf.get(i);
                good = isTrue(clause[0], first, bits)
                        || isTrue(clause[1], first, bits)
                        || isTrue(clause[2], first, bits);
            }
            if (good) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTrue(int literal, int first, int assignment) {
        return (assignment >> (literal >> 1) - first & 1) != (literal & 1);
    }

    /** A problem independent of the solver: an alternative is a set of edges, a constraint a list of alternatives. */
    private record Problem(int[] chains, List<int[]> fixed, List<List<int[]>> constraints) {
        boolean allows(int[] order, List<int[]> more) {
            int node = 0;
            for (int length : chains) {
                for (int i = 1; i < length; i++) {
                    if (!holds(order, node + i - 1, node + i)) {
                        return false;
                    }
                }
                node += length;
            }
            return fixed.stream().allMatch(e -> holds(order, e[0], e[1]))
                    && more.stream().allMatch(e -> holds(order, e[0], e[1]))
                    && constraints.stream().allMatch(c -> c.stream().anyMatch(a -> allHold(order, a)));
        }
    }

    private static boolean holds(int[] order, int node, int other) {
        for (int n : order) {
            if (n == node || n == other) {
                return n == node && node != other;
            }
        }
        return false;
    }

    private static boolean allHold(int[] order, int[] edges) {
        for (int i = 0; i < edges.length; i += 2) {
            if (!holds(order, edges[i], edges[i + 1])) {
                return false;
            }
        }
        return true;
    }

    @ParameterizedTest
    @CsvSource({"1, 5, 9, false", "2, 6, 12, false", "3, 6, 12, true", "4, 7, 17, false", "5, 7, 17, true"})
    void agreesWithAllPermutations(long seed, int nodes, int constraints, boolean lazy) {
        Random random = new Random(seed);
        List<int[]> permutations = new ArrayList<>();
        permute(new int[nodes], 0, 0, permutations);
        int feasible = 0;
        int asked = 0;
        for (int round = 0; round < 600; round++) {
            Problem problem = randomProblem(random, nodes, random.nextInt(constraints) + 1);
            int[] rank = permutations.get(random.nextInt(permutations.size()));
            OrderSolver solver = new OrderSolver(problem.chains, rank);
            boolean possible = true;
            for (int[] edge : problem.fixed) {
                possible = possible && solver.edge(edge[0], edge[1]);
            }
            if (lazy) {
                solver.setRefiner(order -> {
                    boolean added = false;
                    for (List<int[]> constraint : problem.constraints) {
                        if (constraint.stream().noneMatch(a -> allHold(order, a))) {
                            add(solver, constraint);
                            added = true;
                        }
                    }
                    return added;
                });
            } else {
                problem.constraints.forEach(c -> add(solver, c));
            }
            for (int question = 0; question < 4; question++) {
                List<int[]> more = new ArrayList<>();
                for (int i = 0; i < question; i++) {
                    more.add(randomEdge(random, nodes));
                }
                boolean expected = permutations.stream().anyMatch(o -> problem.allows(o, more));
                int[] assumed =
                        more.stream().mapToInt(e -> solver.atom(e[0], e[1])).toArray();
                SolverResult verdict = solver.solve(SolverLimit.NONE, assumed);
                assertThat(verdict).isEqualTo(expected ? SolverResult.FOUND : SolverResult.NONE);
                if (expected) {
                    assertThat(problem.allows(solver.order(), more)).isTrue();
                } else {
                    assertThat(Arrays.stream(assumed).boxed())
                            .containsAll(Arrays.stream(solver.core()).boxed().toList());
                }
                feasible += expected ? 1 : 0;
                asked++;
            }
        }
        assertThat(feasible).isBetween(asked / 10, asked * 9 / 10);
    }

    /** Two alternatives are a choice, others a clause of atoms, or of choices that have no other side. */
    private static void add(OrderSolver solver, List<int[]> constraint) {
        if (constraint.size() == 2) {
            solver.choice(constraint.get(0), constraint.get(1), true);
            return;
        }
        int[] clause = new int[constraint.size()];
        for (int i = 0; i < clause.length; i++) {
            int[] edges = constraint.get(i);
            clause[i] = edges.length == 2 ? solver.atom(edges[0], edges[1]) : solver.choice(edges, NO_EDGES, false);
        }
        solver.clause(clause);
    }

    private static Problem randomProblem(Random random, int nodes, int constraints) {
        int[] chains = new int[nodes];
        int count = 0;
        for (int left = nodes; left > 0; left -= chains[count++]) {
            chains[count] = Math.min(left, random.nextInt(3) + 1);
        }
        List<int[]> fixed = new ArrayList<>();
        for (int i = random.nextInt(2); i > 0; i--) {
            fixed.add(randomEdge(random, nodes));
        }
        List<List<int[]>> all = new ArrayList<>();
        for (int i = 0; i < constraints; i++) {
            List<int[]> alternatives = new ArrayList<>();
            for (int a = random.nextInt(3) == 0 ? 3 : 2; a > 0; a--) {
                int[] edges = new int[random.nextInt(3) == 0 ? 4 : 2];
                for (int e = 0; e < edges.length; e += 2) {
                    System.arraycopy(randomEdge(random, nodes), 0, edges, e, 2);
                }
                alternatives.add(edges);
            }
            all.add(alternatives);
        }
        return new Problem(Arrays.copyOf(chains, count), fixed, all);
    }

    private static int[] randomEdge(Random random, int nodes) {
        int from = random.nextInt(nodes);
        return new int[] {from, (from + 1 + random.nextInt(nodes - 1)) % nodes};
    }

    private static void permute(int[] order, int size, int used, List<int[]> out) {
        if (size == order.length) {
            out.add(order.clone());
        }
        for (int node = 0; node < order.length; node++) {
            if ((used >> node & 1) == 0) {
                order[size] = node;
                permute(order, size + 1, used | 1 << node, out);
            }
        }
    }
}
