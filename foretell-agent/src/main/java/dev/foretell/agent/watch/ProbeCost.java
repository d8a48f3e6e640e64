// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;

/**
 * The share of the threads' CPU time that goes into the probes of accesses, estimated from the number of accesses. A
 * program that waits for locks and queues most of the time makes few, whatever classes it is in.
 */
final class ProbeCost {
    /**
     * CPU time that a watched access takes beyond a plain one, the probe's own and what the compiler does not do
     * because of it, rounded up: 6.6 ns were measured on branch and bound, which does little but access fields, and 6.5
     * ns on loops over arrays.
     */
    static final double NANOS = 8;

    private final ThreadMXBean threads = bean();
    /** CPU time and accesses of each thread at the last call. */
    private final Map<WatchedThread, long[]> before = new HashMap<>();

    private static ThreadMXBean bean() {
        try {
            ThreadMXBean bean = ManagementFactory.getThreadMXBean();
            return bean.isThreadCpuTimeSupported() && bean.isThreadCpuTimeEnabled() ? bean : null;
        } catch (LinkageError | RuntimeException absent) {
            return null;
        }
    }

    /** The share of CPU time since the last call that went into probes; 1 when it is unknown. */
    @SuppressWarnings("deprecation") // the successor of getId is not there in Java 17
    double share(WatchedThread[] all) {
        if (threads == null) {
            return 1;
        }
        Map<WatchedThread, long[]> now = new HashMap<>();
        long nanos = 0;
        long accesses = 0;
        boolean known = true;
        for (WatchedThread member : all) {
            Thread thread = member == null ? null : member.thread;
            if (thread == null) {
                continue;
            }
            long cpu = threads.getThreadCpuTime(thread.getId());
            known &= cpu >= 0 && member instanceof CountedThread;
            if (known) {
                long[] seen = {cpu, ((CountedThread) member).accesses()};
                long[] last = before.getOrDefault(member, new long[2]);
                nanos += seen[0] - last[0];
                accesses += seen[1] - last[1];
                now.put(member, seen);
            }
        }
        before.clear();
        before.putAll(now);
        return known ? share(accesses, nanos) : 1;
    }

    /** The share of the time that so many accesses take. */
    static double share(long accesses, long nanos) {
        return nanos <= 0 ? 0 : Math.min(1, accesses * NANOS / nanos);
    }
}
