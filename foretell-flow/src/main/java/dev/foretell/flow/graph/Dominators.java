// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.graph;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Which instructions are on every path to an instruction. The simple iteration of Cooper, Harvey and Kennedy ("A
 * simple, fast dominance algorithm") over the instructions in reverse postorder.
 */
public final class Dominators {
    private static final int UNREACHED = -1;

    /** The nearest dominator; the first instruction is its own. */
    private final int[] nearest;
    /** Position in reverse postorder. */
    private final int[] place;

    public Dominators(ControlFlow flow) {
        int size = flow.size();
        nearest = new int[size];
        place = new int[size];
        Arrays.fill(nearest, UNREACHED);
        Arrays.fill(place, UNREACHED);
        int[] order = reversePostorder(size, at -> targets(flow, at));
        for (int i = 0; i < order.length; i++) {
            place[order[i]] = i;
        }
        if (order.length == 0) {
            return;
        }
        nearest[order[0]] = order[0];
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int each : order) {
                changed |= push(each, flow.next(each), order[0]);
                changed |= push(each, flow.handlers(each), order[0]);
            }
        }
    }

    /** Each successor is dominated by what dominates all of its predecessors, this one among them. */
    private boolean push(int from, int[] successors, int first) {
        boolean changed = false;
        for (int to : successors) {
            if (to == first) {
                continue;
            }
            int met = nearest[to] == UNREACHED ? from : meet(nearest[to], from);
            changed |= met != nearest[to];
            nearest[to] = met;
        }
        return changed;
    }

    private int meet(int one, int other) {
        int a = one;
        int b = other;
        while (a != b) {
            while (place[a] > place[b]) {
                a = nearest[a];
            }
            while (place[b] > place[a]) {
                b = nearest[b];
            }
        }
        return a;
    }

    private static int[] targets(ControlFlow flow, int at) {
        int[] next = flow.next(at);
        int[] handlers = flow.handlers(at);
        int[] all = Arrays.copyOf(next, next.length + handlers.length);
        System.arraycopy(handlers, 0, all, next.length, handlers.length);
        return all;
    }

    /** What can be reached from 0, each before its successors, except for back edges. */
    static int[] reversePostorder(int size, IntFunction<int[]> targets) {
        int[] order = new int[size];
        int free = size;
        boolean[] seen = new boolean[size];
        int[] stack = new int[size];
        int[] position = new int[size];
        int height = 0;
        if (size > 0) {
            stack[height++] = 0;
            seen[0] = true;
        }
        while (height > 0) {
            int top = stack[height - 1];
            int[] next = targets.apply(top);
            int at = position[top]++;
            if (at < next.length) {
                int to = next[at];
                if (!seen[to]) {
                    seen[to] = true;
                    stack[height++] = to;
                }
            } else {
                order[--free] = top;
                height--;
            }
        }
        return Arrays.copyOfRange(order, free, size);
    }

    public boolean isReachable(int instruction) {
        return nearest[instruction] != UNREACHED;
    }

    /** Whether every path to the second passes the first; each dominates itself. */
    public boolean dominates(int first, int second) {
        if (!isReachable(first) || !isReachable(second)) {
            return false;
        }
        int at = second;
        while (place[at] > place[first]) {
            at = nearest[at];
        }
        return at == first;
    }
}
