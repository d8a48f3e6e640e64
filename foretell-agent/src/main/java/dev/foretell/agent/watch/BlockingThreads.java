// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/** Which thread blocks another, by monitors and the locks of {@code java.util.concurrent}, as the JVM reports it. */
class BlockingThreads {
    /** Null when this JVM has been built without it. */
    private final ThreadMXBean threads = threads();

    private static ThreadMXBean threads() {
        try {
            return ManagementFactory.getThreadMXBean();
        } catch (LinkageError | RuntimeException absent) {
            return null;
        }
    }

    /**
     * The id of the thread that owns what this one waits for; -1 when there is none. Monitors of the agent do not
     * count: they are released at once, also that of the healing locks, which the calling thread itself may own.
     */
    long blocking(Thread thread) {
        ThreadInfo info = info(thread);
        boolean ours = info != null
                && info.getLockInfo() != null
                && StackTraces.isAgent(info.getLockInfo().getClassName());
        return info == null || ours ? -1 : info.getLockOwnerId();
    }

    /** Whether it waits without a time limit for something that has no owner: a notification, a permit. */
    boolean isIdle(Thread thread) {
        if (thread == null) {
            return true;
        }
        Thread.State state = thread.getState();
        return state == Thread.State.TERMINATED || state == Thread.State.WAITING && blocking(thread) < 0;
    }

    @SuppressWarnings("deprecation") // its successor is not there in Java 17
    private ThreadInfo info(Thread thread) {
        return threads == null || thread == null ? null : threads.getThreadInfo(thread.getId());
    }
}
