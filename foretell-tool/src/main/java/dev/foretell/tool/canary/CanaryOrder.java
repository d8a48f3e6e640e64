// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.canary;

/**
 * Runs the threads of the {@link CanaryProgram} one after the other while it is recorded, however busy the machine is.
 * This class is not instrumented, so it makes no happens-before edge in the trace.
 */
final class CanaryOrder {
    /** A thread that the director blocks does not finish; the others are started nevertheless. */
    private static final long LONGEST_MILLIS = 500;

    private static volatile int finished;

    private CanaryOrder() {}

    /** To be called last by each of the threads, which do not overlap unless they are directed to. */
    static void finish() {
        finished++;
    }

    /** Waits until so many threads have finished, for a limited time. */
    static void await(int threads) throws InterruptedException {
        for (long waited = 0; finished < threads && waited < LONGEST_MILLIS; waited++) {
            Thread.sleep(1);
        }
    }
}
