// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.stall;

import dev.foretell.trace.clip.Outcome;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Deadlocks as the JVM reports them: cycles of threads blocked on each other's locks. The JVM's management interface is
 * used for nothing else; in a runtime without it this class cannot be linked.
 */
final class JvmDeadlocks {
    private JvmDeadlocks() {}

    /**
     * The ids of the deadlocked threads in ascending order; null when there are none, or when the JVM does not report
     * them.
     */
    static long[] ids() {
        try {
            long[] ids = ManagementFactory.getThreadMXBean().findDeadlockedThreads();
            if (ids != null) {
                Arrays.sort(ids);
            }
            return ids;
        } catch (LinkageError | RuntimeException e) {
            return null;
        }
    }

    /**
     * The cycle among these threads; null when there is none any more, or when a wait in it has a time limit.
     *
     * @param interruptible whether waits count that an interrupt by another thread could end
     */
    static StallVerdict describe(long[] ids, ThreadSnapshot snapshot, boolean interruptible, long since) {
        ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        ThreadInfo[] infos =
                bean.getThreadInfo(ids, bean.isObjectMonitorUsageSupported(), bean.isSynchronizerUsageSupported());
        for (ThreadInfo start : infos) {
            List<ThreadInfo> cycle = start == null ? null : cycle(start, infos);
            StallVerdict verdict = cycle == null ? null : describe(cycle, snapshot, interruptible, since);
            if (verdict != null) {
                return verdict;
            }
        }
        return null;
    }

    private static StallVerdict describe(
            List<ThreadInfo> cycle, ThreadSnapshot snapshot, boolean interruptible, long since) {
        List<String> locks = new ArrayList<>();
        for (ThreadInfo info : cycle) {
            boolean waits =
                    info.getThreadState() == Thread.State.BLOCKED || info.getThreadState() == Thread.State.WAITING;
            if (!waits || !interruptible && isInterruptible(info)) {
                return null;
            }
            locks.add(key(info.getLockInfo()));
        }
        List<StallVerdict.InCycle> members = new ArrayList<>();
        StringBuilder out = new StringBuilder();
        for (ThreadInfo info : cycle) {
            List<LockInfo> held = held(info, locks);
            out.append(out.length() == 0 ? "" : "\n")
                    .append(info.getThreadName())
                    .append(" holds");
            List<String> names = new ArrayList<>();
            for (LockInfo lock : held) {
                out.append(names.isEmpty() ? " " : " and ").append(describe(lock, locks));
                names.add(name(lock));
            }
            out.append(" and wants ").append(describe(info.getLockInfo(), locks));
            out.append(", which ").append(info.getLockOwnerName()).append(" holds");
            out.append(isInterruptible(info) ? Outcome.UNLESS_INTERRUPTED : "");
            for (StackTraceElement frame : info.getStackTrace()) {
                out.append("\n    at ").append(frame);
            }
            Thread thread = find(info.getThreadId(), snapshot);
            if (thread == null) {
                return null; // it has ended
            }
            members.add(new StallVerdict.InCycle(thread, name(info.getLockInfo()), names, info.getStackTrace()));
        }
        return new StallVerdict(out.toString(), members, "", since);
    }

    /** From one thread to the owner of the lock it is blocked on, until a thread repeats. */
    private static List<ThreadInfo> cycle(ThreadInfo start, ThreadInfo[] infos) {
        List<ThreadInfo> path = new ArrayList<>();
        ThreadInfo next = start;
        while (next != null && next.getLockInfo() != null && !path.contains(next)) {
            path.add(next);
            long owner = next.getLockOwnerId();
            next = null;
            for (ThreadInfo info : infos) {
                if (info != null && info.getThreadId() == owner) {
                    next = info;
                }
            }
        }
        int first = next == null ? -1 : path.indexOf(next);
        return first < 0 ? null : path.subList(first, path.size());
    }

    /** By the names of methods, since the JVM does not report it. Nothing ends the wait to enter a monitor. */
    private static boolean isInterruptible(ThreadInfo info) {
        if (info.getThreadState() == Thread.State.BLOCKED) {
            return false;
        }
        for (StackTraceElement frame : info.getStackTrace()) {
            if (frame.getMethodName().endsWith("Interruptibly")) {
                return true;
            }
        }
        return false;
    }

    private static List<LockInfo> held(ThreadInfo info, List<String> wanted) {
        List<LockInfo> held = new ArrayList<>();
        List<String> seen = new ArrayList<>();
        for (MonitorInfo monitor : info.getLockedMonitors()) {
            add(monitor, wanted, seen, held);
        }
        for (LockInfo lock : info.getLockedSynchronizers()) {
            add(lock, wanted, seen, held);
        }
        return held;
    }

    private static void add(LockInfo lock, List<String> wanted, List<String> seen, List<LockInfo> held) {
        String key = key(lock);
        if (wanted.contains(key) && !seen.contains(key)) {
            seen.add(key);
            held.add(lock);
        }
    }

    private static String key(LockInfo lock) {
        return new StringBuilder(lock.getClassName())
                .append('@')
                .append(lock.getIdentityHashCode())
                .toString();
    }

    private static String describe(LockInfo lock, List<String> locks) {
        return new StringBuilder(name(lock))
                .append(" (")
                .append(locks.indexOf(key(lock)) + 1)
                .append(')')
                .toString();
    }

    /** The name for reports: a lock of the library is named by its outer class. */
    private static String name(LockInfo lock) {
        String name = lock.getClassName();
        int inner = name.startsWith("java.util.concurrent.locks.") ? name.indexOf('$') : -1;
        return inner < 0 ? name : name.substring(0, inner);
    }

    @SuppressWarnings("deprecation") // its successor is not there in Java 17
    private static Thread find(long id, ThreadSnapshot snapshot) {
        for (Thread thread : snapshot.threads) {
            if (thread.getId() == id) {
                return thread;
            }
        }
        return null;
    }
}
