// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.graph;

import java.util.Arrays;
import java.util.function.IntFunction;

/** The strongly connected components of a graph (Tarjan), without recursion. */
public final class Components {
    private final int[] componentOf;
    private final int[] sizes;
    private final boolean[] ownSuccessor;

    /** Of the nodes from 0 to {@code size - 1}. */
    public Components(int size, IntFunction<int[]> successors) {
        componentOf = new int[size];
        sizes = new int[size];
        ownSuccessor = new boolean[size];
        Arrays.fill(componentOf, -1);
        int[] number = new int[size]; // 0 for not yet seen
        int[] low = new int[size];
        int[] path = new int[size];
        int[] position = new int[size];
        int[][] next = new int[size][];
        int[] open = new int[size];
        int opened = 0;
        int count = 0;
        int components = 0;
        for (int root = 0; root < size; root++) {
            if (number[root] != 0) {
                continue;
            }
            int height = 0;
            path[height++] = root;
            while (height > 0) {
                int at = path[height - 1];
                if (number[at] == 0) {
                    number[at] = low[at] = ++count;
                    open[opened++] = at;
                    next[at] = successors.apply(at);
                }
                if (position[at] < next[at].length) {
                    int to = next[at][position[at]++];
                    ownSuccessor[at] |= to == at;
                    if (number[to] == 0) {
                        path[height++] = to;
                    } else if (componentOf[to] < 0) {
                        low[at] = Math.min(low[at], number[to]);
                    }
                    continue;
                }
                height--;
                if (height > 0) {
                    low[path[height - 1]] = Math.min(low[path[height - 1]], low[at]);
                }
                if (low[at] == number[at]) {
                    int member;
                    do {
                        member = open[--opened];
                        componentOf[member] = components;
                        sizes[components]++;
                    } while (member != at);
                    components++;
                }
                next[at] = null;
            }
        }
    }

    /** Whether there is a path from each to the other; every node is together with itself. */
    public boolean areTogether(int one, int other) {
        return componentOf[one] == componentOf[other];
    }

    /** Whether the node is on a cycle. */
    public boolean isOnCycle(int node) {
        return sizes[componentOf[node]] > 1 || ownSuccessor[node];
    }
}
