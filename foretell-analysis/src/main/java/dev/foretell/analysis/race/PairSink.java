// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.race;

/** Receives racing pairs as they are found. */
@FunctionalInterface
public interface PairSink {
    /** Two conflicting accesses of different threads, the earlier one first. */
    void race(int earlier, int later);
}
