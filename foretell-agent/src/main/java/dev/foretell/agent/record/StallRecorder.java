// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import dev.foretell.agent.stall.StallDetector;
import dev.foretell.agent.stall.StallVerdict;
import dev.foretell.probe.AgentThread;

/** Detects deadlocks and stalls of the recorded program, on a thread of its own. */
final class StallRecorder implements Runnable {
    private static final long MILLI = 1_000_000;
    /** While no thread is blocked, polling takes at most this fraction of one processor: one part in 50. */
    private static final long SHARE = 50;

    private static final long LONGEST_PAUSE_MILLIS = 2000;

    private final EvidenceFile evidence;
    private final ProgramThreads threads;
    private volatile boolean stopped;

    StallRecorder(EvidenceFile evidence, ProgramThreads threads) {
        this.evidence = evidence;
        this.threads = threads;
    }

    void start() {
        ThreadGroup top = Thread.currentThread().getThreadGroup();
        while (top.getParent() != null) {
            top = top.getParent();
        }
        AgentThread thread = new AgentThread(top, "foretell-stall-watch", this);
        thread.setContextClassLoader(null);
        thread.start();
    }

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        StallDetector stalls = new StallDetector(true);
        boolean reported = false;
        boolean uncheckedReported = false;
        long cost = 0;
        while (!stopped && !reported) {
            try {
                Thread.sleep(Math.max(StallDetector.POLL_MILLIS, Math.min(LONGEST_PAUSE_MILLIS, cost * SHARE / MILLI)));
                long begin = System.nanoTime();
                StallVerdict verdict = stalls.poll();
                if (verdict != null && !stopped) {
                    evidence.verdict(verdict, threads);
                }
                if (stalls.isDeadlockUnchecked() && !uncheckedReported && !stopped) {
                    evidence.deadlockUnchecked();
                    uncheckedReported = true;
                }
                if (stalls.isStopped() && !stopped) {
                    evidence.stopped();
                    reported = true;
                }
                cost = stalls.isClose() ? 0 : System.nanoTime() - begin;
            } catch (Throwable failure) {
                cost = StallDetector.POLL_MILLIS * MILLI; // nothing that goes wrong here may reach the program
            }
        }
    }
}
