// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload;

/**
 * Calls {@code System.nanoTime}: each of many threads so often that all results are recorded, or one thread much more
 * often.
 */
public final class TimeCalls {
    /** Below the number of results that the recorder keeps of a thread at a site. */
    private static final int KEPT = 60_000;

    private static long sum;

    private TimeCalls() {}

    private static void ask(int times) {
        long total = 0;
        for (int i = 0; i < times; i++) {
            total += System.nanoTime();
        }
        sum = total;
    }

    public static int calls(int scale) {
        return 200 * scale * KEPT;
    }

    public static void main(String[] args) throws InterruptedException {
        int calls = calls(Integer.parseInt(args[1]));
        int threads = args[0].equals("kept") ? calls / KEPT : 1;
        WorkloadTimer clock = new WorkloadTimer();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> ask(calls / threads));
            thread.start();
            thread.join();
        }
        clock.stop(sum);
    }
}
