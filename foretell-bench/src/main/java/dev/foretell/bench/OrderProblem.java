// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * An ordering problem as prediction by constraints poses it (Huang, Meredith, Rosu, PLDI 2014): all events of a
 * recorded run and one point, "now". Sections of one lock do not overlap; every read that comes before the point sees
 * the write that it saw. A question is whether two conflicting accesses can be next at the point.
 *
 * <p>The run is synthetic: threads take turns at random and execute critical sections, some of them nested, with
 * accesses to shared variables inside and outside.
 *
 * @param chains events of each thread, then the point
 * @param rank where each node was recorded
 * @param clauses each a list of alternatives: first and second node of what has to be in that order, in turn
 * @param questions each a list of what has to be in that order
 */
record OrderProblem(int[] chains, int[] rank, List<int[]> clauses, List<int[]> questions) {
    private static final int THREADS = 8;

    int point() {
        return rank.length - 1;
    }

    /** A run of so many events, 8 threads, so many locks and variables. */
    static OrderProblem random(long seed, int perThread, int locks, int variables, int questions) {
        return new Maker(seed, perThread, locks, variables).make(questions);
    }

    private enum Kind {
        READ,
        WRITE,
        ACQUIRE,
        RELEASE
    }

    private static final class Maker {
        private final Random random;
        private final int perThread;
        private final int locks;
        private final int variables;
        private final Kind[] kind;
        private final int[] target;
        private final int[] rank;
        /** For a read the write it saw, for an acquire its release; -1 for none. */
        private final int[] partner;

        Maker(long seed, int perThread, int locks, int variables) {
            this.random = new Random(seed);
            this.perThread = perThread;
            this.locks = locks;
            this.variables = variables;
            int events = THREADS * perThread;
            kind = new Kind[events];
            target = new int[events];
            rank = new int[events + 1];
            partner = new int[events];
            Arrays.fill(partner, -1);
        }

        OrderProblem make(int questions) {
            run();
            int events = kind.length;
            rank[events] = events;
            int[] chains = new int[THREADS + 1];
            Arrays.fill(chains, perThread);
            chains[THREADS] = 1;
            List<int[]> clauses = new ArrayList<>();
            for (int a = 0; a < events; a++) {
                for (int b = a + 1; b < events; b++) {
                    if (kind[a] == Kind.ACQUIRE
                            && kind[b] == Kind.ACQUIRE
                            && target[a] == target[b]
                            && a / perThread != b / perThread) {
                        clauses.add(new int[] {partner[a], b, partner[b], a});
                    }
                }
                if (kind[a] == Kind.READ) {
                    addRead(a, clauses);
                }
            }
            return new OrderProblem(chains, rank, clauses, questions(questions));
        }

        private void addRead(int read, List<int[]> clauses) {
            int point = kind.length;
            int writer = partner[read];
            if (writer >= 0 && writer / perThread != read / perThread) {
                clauses.add(new int[] {point, read, writer, read});
            }
            for (int other = 0; other < kind.length; other++) {
                if (kind[other] == Kind.WRITE && target[other] == target[read] && other != writer) {
                    IntList clause = new IntList().add(point, read);
                    boolean settled = addAlternative(clause, read, other);
                    settled |= writer >= 0 && addAlternative(clause, other, writer);
                    if (!settled) {
                        clauses.add(clause.toArray());
                    }
                }
            }
        }

        /** Whether it follows from the program order; nothing is added when it contradicts it. */
        private boolean addAlternative(IntList clause, int first, int second) {
            if (first / perThread != second / perThread) {
                clause.add(first, second);
                return false;
            }
            return first < second;
        }

        /** Pairs of conflicting accesses of different threads, none too far apart to be reordered. */
        private List<int[]> questions(int count) {
            List<int[]> questions = new ArrayList<>();
            int point = kind.length;
            while (questions.size() < count) {
                int a = random.nextInt(kind.length);
                int b = random.nextInt(kind.length);
                if (a / perThread < b / perThread
                        && target[a] == target[b]
                        && (kind[a] == Kind.WRITE && kind[b] == Kind.WRITE
                                || kind[a] == Kind.WRITE && kind[b] == Kind.READ
                                || kind[a] == Kind.READ && kind[b] == Kind.WRITE)
                        && Math.abs(rank[a] - rank[b]) < kind.length / 4) {
                    IntList edges = new IntList().add(point, a).add(point, b);
                    if (a % perThread > 0) {
                        edges.add(a - 1, point);
                    }
                    if (b % perThread > 0) {
                        edges.add(b - 1, point);
                    }
                    questions.add(edges.toArray());
                }
            }
            return questions;
        }

        private void run() {
            int[] done = new int[THREADS];
            int[] owner = new int[locks];
            int[] lastWrite = new int[variables];
            Arrays.fill(owner, -1);
            Arrays.fill(lastWrite, -1);
            List<List<Integer>> held = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                held.add(new ArrayList<>());
            }
            for (int time = 0; time < kind.length; ) {
                int t = random.nextInt(THREADS);
                List<Integer> own = held.get(t);
                int left = perThread - done[t];
                if (left == 0) {
                    continue;
                }
                int e = t * perThread + done[t];
                int lock = random.nextInt(locks);
                int what = random.nextInt(10);
                if (left <= own.size() || !own.isEmpty() && what < 3) {
                    int acquire = own.remove(own.size() - 1);
                    kind[e] = Kind.RELEASE;
                    target[e] = target[acquire];
                    partner[acquire] = e;
                    owner[target[e]] = -1;
                } else if (what < 5 && own.size() < 2 && left > own.size() + 2) {
                    if (owner[lock] >= 0) {
                        continue;
                    }
                    kind[e] = Kind.ACQUIRE;
                    target[e] = lock;
                    owner[lock] = t;
                    own.add(e);
                } else {
                    target[e] = random.nextInt(variables);
                    kind[e] = random.nextInt(3) == 0 ? Kind.WRITE : Kind.READ;
                    if (kind[e] == Kind.WRITE) {
                        lastWrite[target[e]] = e;
                    } else {
                        partner[e] = lastWrite[target[e]];
                    }
                }
                rank[e] = time++;
                done[t]++;
            }
        }
    }

    /** Pairs of nodes, growing. */
    private static final class IntList {
        private int[] values = {};

        IntList add(int first, int second) {
            values = Arrays.copyOf(values, values.length + 2);
            values[values.length - 2] = first;
            values[values.length - 1] = second;
            return this;
        }

        int[] toArray() {
            return values;
        }
    }
}
