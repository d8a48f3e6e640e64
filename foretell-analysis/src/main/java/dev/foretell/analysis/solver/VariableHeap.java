// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.solver;

import java.util.Arrays;

/**
 * Variables by activity, the most active first: an indexed binary heap. Activity counts the conflicts that a variable
 * was part of, recent ones more (VSIDS of the Chaff solver, decayed as in MiniSat).
 */
final class VariableHeap {
    private static final double DECAY = 1 / 0.95;
    private static final double TOO_LARGE = 1e100;

    private double[] activity = new double[64];
    private int[] heap = new int[64];
    private int[] place = new int[64];
    private int size;
    private double step = 1;

    /** Adds a new variable. */
    void add(int variable) {
        if (variable >= activity.length) {
            int capacity = variable + (variable >> 1);
            activity = Arrays.copyOf(activity, capacity);
            heap = Arrays.copyOf(heap, capacity);
            place = Arrays.copyOf(place, capacity);
        }
        place[variable] = -1;
        insert(variable);
    }

    void insert(int variable) {
        if (place[variable] < 0) {
            place[variable] = size;
            heap[size++] = variable;
            up(place[variable]);
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    int removeFirst() {
        int first = heap[0];
        int last = heap[--size];
        place[first] = -1;
        if (size > 0) {
            heap[0] = last;
            place[last] = 0;
            down(0);
        }
        return first;
    }

    void bump(int variable) {
        activity[variable] += step;
        if (activity[variable] > TOO_LARGE) {
            for (int v = 0; v < activity.length; v++) {
                activity[v] /= TOO_LARGE;
            }
            step /= TOO_LARGE;
        }
        if (place[variable] >= 0) {
            up(place[variable]);
        }
    }

    void decay() {
        step *= DECAY;
    }

    private void up(int from) {
        int variable = heap[from];
        int i = from;
        while (i > 0) {
            int parent = (i - 1) >> 1;
            if (activity[heap[parent]] >= activity[variable]) {
                break;
            }
            heap[i] = heap[parent];
            place[heap[i]] = i;
            i = parent;
        }
        heap[i] = variable;
        place[variable] = i;
    }

    private void down(int from) {
        int variable = heap[from];
        int i = from;
        while (2 * i + 1 < size) {
            int child = 2 * i + 1;
            if (child + 1 < size && activity[heap[child + 1]] > activity[heap[child]]) {
                child++;
            }
            if (activity[variable] >= activity[heap[child]]) {
                break;
            }
            heap[i] = heap[child];
            place[heap[i]] = i;
            i = child;
        }
        heap[i] = variable;
        place[variable] = i;
    }
}
