// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.canary;

/**
 * Lets the threads of the {@link CanaryProgram} do their work one after the other while it is recorded, however busy
 * the machine is. This class is not instrumented, so the analysis does not take it for an ordering.
 */
final class CanaryOrder {
    /** A thread that the director holds does not finish; the others are started all the same. */
    private static final long LONGEST_MILLIS = 500;

    private static volatile int finished;

    private CanaryOrder() {}

    /** To be called last by each of the threads, which do not overlap unless they are directed to. */
    static void finish() {
        finished++;
    }

    /** Waits until so many threads have finished, but not for ever. */
    static void await(int threads) throws InterruptedException {
        for (long waited = 0; finished < threads && waited < LONGEST_MILLIS; waited++) {
            Thread.sleep(1);
        }
    }
}
