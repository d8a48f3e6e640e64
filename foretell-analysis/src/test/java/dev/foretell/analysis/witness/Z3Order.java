// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import com.microsoft.z3.ArithExpr;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Context;
import com.microsoft.z3.IntExpr;
import com.microsoft.z3.IntSort;
import com.microsoft.z3.Params;
import com.microsoft.z3.Solver;
import com.microsoft.z3.Status;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The six rules of a correct reordering as integer difference constraints, one variable for each event, encoded
 * directly: for comparison with the order solver.
 */
final class Z3Order implements AutoCloseable {
    private final Context context = new Context();
    private final Solver solver = context.mkSimpleSolver();

    Z3Order() {
        Params params = context.mkParams();
        params.add("auto_config", false);
        params.add("arith.solver", 1);
        solver.setParameters(params);
    }

    /** Whether exactly these events have a correct order in which the edges hold. */
    boolean isPossible(TraceModel model, int[] ends, int[] edges, IntPredicate free) {
        solver.push();
        boolean possible = new Encoding(model, ends, free).isPossible(edges);
        solver.pop();
        return possible;
    }

    @Override
    public void close() {
        context.close();
    }

    private final class Encoding {
        private final TraceModel model;
        private final Trace trace;
        private final int[] ends;
        private final IntPredicate free;
        private final IntExpr[] time;
        private final List<Integer> events = new ArrayList<>();

        Encoding(TraceModel model, int[] ends, IntPredicate free) {
            this.model = model;
            this.trace = model.trace();
            this.ends = ends;
            this.free = free;
            this.time = new IntExpr[trace.size()];
            for (int e = 0; e < time.length; e++) {
                if (happens(e)) {
                    time[e] = context.mkIntConst("e" + e);
                    events.add(e);
                }
            }
        }

        private boolean happens(int e) {
            return e >= 0 && model.position(e) < ends[trace.thread(e)];
        }

        private BoolExpr before(int e, int other) {
            ArithExpr<IntSort> left = time[e];
            return context.mkLt(left, time[other]);
        }

        private void require(BoolExpr constraint) {
            solver.add(new BoolExpr[] {constraint});
        }

        private BoolExpr or(BoolExpr one, BoolExpr other) {
            return context.mkOr(new BoolExpr[] {one, other});
        }

        boolean isPossible(int[] edges) {
            for (int e : events) {
                if (!addProgramOrder(e) || !addNeeds(e)) {
                    return false;
                }
                if (trace.kind(e).isRead() && !free.test(e)) {
                    addRead(e);
                }
                if (trace.kind(e).isFailedTry()) {
                    addFailedTry(e);
                }
            }
            for (int e : events) {
                for (int other : events) {
                    if (trace.kind(e).isAcquire()
                            && trace.kind(other).isAcquire()
                            && e < other
                            && trace.target(e) == trace.target(other)
                            && trace.thread(e) != trace.thread(other)
                            && (trace.kind(e) == EventKind.ACQUIRE || trace.kind(other) == EventKind.ACQUIRE)) {
                        addExclusion(e, other);
                    }
                }
            }
            for (int i = 0; i < edges.length; i += 2) {
                require(before(edges[i], edges[i + 1]));
            }
            Status status = solver.check();
            if (status == Status.UNKNOWN) {
                throw new IllegalStateException(solver.getReasonUnknown());
            }
            return status == Status.SATISFIABLE;
        }

        private boolean addProgramOrder(int e) {
            int next = model.next(e);
            if (!happens(next)) {
                return !model.inseparable(e);
            }
            require(before(e, next));
            for (int other : events) {
                if (model.inseparable(e) && trace.thread(other) != trace.thread(e)) {
                    require(or(before(other, e), before(next, other)));
                }
            }
            return true;
        }

        private boolean addNeeds(int e) {
            for (int source : model.dependencies(e)) {
                boolean seen = trace.kind(e).isRead() && source == model.partner(e);
                if (!(seen && free.test(e))) {
                    if (!happens(source)) {
                        return false;
                    }
                    require(before(source, e));
                }
            }
            if (trace.kind(e) == EventKind.WAKE && model.partner(e) >= 0 && model.position(e) > 0) {
                require(before(model.event(trace.thread(e), model.position(e) - 1), model.partner(e)));
            }
            return true;
        }

        private void addRead(int read) {
            int writer = model.partner(read);
            for (int other : events) {
                if (trace.kind(other).isWrite() && trace.target(other) == trace.target(read) && other != writer) {
                    BoolExpr after = before(read, other);
                    require(writer < 0 ? after : or(after, before(other, writer)));
                }
            }
        }

        /** Predecessors are among the dependencies; these are the events that must come after. */
        private void addFailedTry(int refusal) {
            int blocker = model.partner(refusal);
            for (int other : events) {
                boolean ends = trace.kind(refusal) == EventKind.TRY_ACQUIRE_FAILED
                        ? blocker >= 0 && other == model.partner(blocker)
                        : other > refusal
                                && trace.kind(other) == EventKind.PERMIT_RELEASE
                                && trace.target(other) == trace.target(refusal)
                                && trace.thread(other) != trace.thread(refusal);
                if (ends) {
                    require(before(refusal, other));
                }
            }
        }

        private void addExclusion(int acquire, int other) {
            BoolExpr first =
                    happens(model.partner(acquire)) ? before(model.partner(acquire), other) : context.mkFalse();
            BoolExpr second = happens(model.partner(other)) ? before(model.partner(other), acquire) : context.mkFalse();
            require(or(first, second));
        }
    }
}
