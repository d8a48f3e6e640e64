// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.solver;

import java.util.Arrays;

/** A few nodes, the one of lowest rank first. */
final class RankHeap {
    private final int[] rank;
    private int[] heap;
    private int size;

    RankHeap(int[] rank, int capacity) {
        this.rank = rank;
        this.heap = new int[Math.max(4, capacity)];
    }

    void add(int node) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        int i = size++;
        while (i > 0 && rank[heap[(i - 1) >> 1]] > rank[node]) {
            heap[i] = heap[(i - 1) >> 1];
            i = (i - 1) >> 1;
        }
        heap[i] = node;
    }

    int removeFirst() {
        int first = heap[0];
        int last = heap[--size];
        int i = 0;
        while (2 * i + 1 < size) {
            int child = 2 * i + 1;
            if (child + 1 < size && rank[heap[child + 1]] < rank[heap[child]]) {
                child++;
            }
            if (rank[last] <= rank[heap[child]]) {
                break;
            }
            heap[i] = heap[child];
            i = child;
        }
        heap[i] = last;
        return first;
    }
}
