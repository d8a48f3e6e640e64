// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.syncpreserving;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/** Search in ascending lists. */
final class SortedSearch {
    private SortedSearch() {}

    /**
     * Index of the last entry not above the value, or -1. It is known to be at {@code from} or after it, and searched
     * in growing steps from there (galloping search), so that iterating along a list is cheap.
     */
    static int last(IntArrayList list, int value, int from) {
        int[] sorted = list.elements();
        int size = list.size();
        int low = from + 1;
        int step = 1;
        while (low + step <= size && sorted[low + step - 1] <= value) {
            low += step;
            step <<= 1;
        }
        int high = Math.min(size, low + step) - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] <= value) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }
}
