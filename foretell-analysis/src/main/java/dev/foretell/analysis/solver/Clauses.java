// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.solver;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * The clauses, one after the other in one array, and their watch lists. A clause is identified by its offset: its
 * length, its quality, then its literals, of which the first two are watched. The quality is 0 for a clause of the
 * problem; for a learnt one the number of decision levels it spans (Glucose's LBD): fewer is better.
 */
final class Clauses {
    private static final int HEADER = 2;
    /** Learnt clauses of this quality or better are never deleted. */
    private static final int GLUE = 2;

    int[] words = new int[1024];
    /** The first clause has offset 1; 0 means none. */
    private int end = 1;

    /** By literal: clauses to visit when it becomes false, each with another of its literals, which may satisfy it. */
    int[][] watchers = new int[16][];

    int[] watcherCount = new int[16];
    private int learnt;

    void addVariable(int variable) {
        if (2 * variable + 1 >= watchers.length) {
            watchers = Arrays.copyOf(watchers, 2 * watchers.length);
            watcherCount = Arrays.copyOf(watcherCount, watchers.length);
        }
    }

    /** The first two literals must not be false, or must be the first to become unassigned on backtracking. */
    int add(IntArrayList literals, int quality) {
        int size = literals.size();
        while (end + HEADER + size > words.length) {
            words = Arrays.copyOf(words, 2 * words.length);
        }
        int clause = end;
        words[clause] = size;
        words[clause + 1] = quality;
        literals.getElements(0, words, clause + HEADER, size);
        end += HEADER + size;
        learnt += quality > 0 ? 1 : 0;
        attach(clause);
        return clause;
    }

    static int first(int clause) {
        return clause + HEADER;
    }

    int last(int clause) {
        return clause + HEADER + words[clause];
    }

    /** How many learnt clauses there are. */
    int learnt() {
        return learnt;
    }

    private void attach(int clause) {
        int first = words[clause + HEADER];
        int second = words[clause + HEADER + 1];
        watch(first, clause, second);
        watch(second, clause, first);
    }

    void watch(int literal, int clause, int other) {
        int[] list = watchers[literal];
        int count = watcherCount[literal];
        if (list == null) {
            list = new int[8];
            watchers[literal] = list;
        } else if (count == list.length) {
            list = Arrays.copyOf(list, 2 * count);
            watchers[literal] = list;
        }
        list[count] = clause;
        list[count + 1] = other;
        watcherCount[literal] = count + 2;
    }

    /**
     * Deletes the worse half of the learnt clauses, of equally good ones the older. Only when nothing is assigned above
     * level 0: then no clause is a reason.
     */
    void forget() {
        int[] qualities = new int[learnt];
        int count = 0;
        for (int c = 1; c < end; c = last(c)) {
            if (words[c + 1] > 0) {
                qualities[count++] = words[c + 1];
            }
        }
        Arrays.sort(qualities);
        int limit = Math.max(GLUE + 1, qualities[count / 2]);
        int equalToDrop = 0;
        for (int i = count / 2; i < count && qualities[i] == limit; i++) {
            equalToDrop++;
        }
        int to = 1;
        learnt = 0;
        Arrays.fill(watcherCount, 0);
        for (int c = 1; c < end; ) {
            int next = last(c);
            int quality = words[c + 1];
            boolean drop = quality > limit || quality == limit && equalToDrop-- > 0;
            if (!drop) {
                System.arraycopy(words, c, words, to, next - c);
                learnt += quality > 0 ? 1 : 0;
                attach(to);
                to += next - c;
            }
            c = next;
        }
        end = to;
    }
}
