// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.agent.model.LockIdentity;
import dev.foretell.agent.model.SharedLock;
import dev.foretell.agent.runtime.ExceptionText;
import dev.foretell.trace.clip.Outcome;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Finds threads that are deadlocked in the JVM. The threads' monitors are read while they run, so a cycle counts only
 * when the last poll found it too, with the same monitors, and the JVM reports all of them blocked. A cycle in which an
 * interrupt ends a wait lasts only when no thread is left that could interrupt.
 *
 * <p>Belongs to the watchdog's thread.
 */
final class LockCycles {
    private Map<DirectedThread, Object> wantedBefore = new IdentityHashMap<>();

    /**
     * Which thread holds and wants which monitor, with stacks; null when there is no deadlock.
     *
     * @param interruptible whether waits count that an interrupt by another thread could end
     */
    String find(List<DirectedThread> threads, boolean interruptible) {
        Map<DirectedThread, Object> wanted = new IdentityHashMap<>();
        Map<DirectedThread, Object> lasting = new IdentityHashMap<>();
        for (DirectedThread thread : threads) {
            Object monitor = thread.wants;
            if (monitor != null) {
                wanted.put(thread, monitor);
                if (wantedBefore.get(thread) == monitor) {
                    lasting.put(thread, monitor);
                }
            }
        }
        wantedBefore = wanted;
        if (lasting.size() > 1) {
            for (DirectedThread start : threads) {
                List<DirectedThread> cycle = cycle(start, lasting);
                if (cycle != null && (interruptible || !isInterruptible(cycle)) && allBlocked(cycle, lasting)) {
                    return describe(cycle, lasting);
                }
            }
        }
        return null;
    }

    private static boolean isInterruptible(List<DirectedThread> cycle) {
        for (DirectedThread thread : cycle) {
            if (thread.wantsInterruptibly) {
                return true;
            }
        }
        return false;
    }

    private static List<DirectedThread> cycle(DirectedThread start, Map<DirectedThread, Object> wants) {
        List<DirectedThread> path = new ArrayList<>();
        DirectedThread thread = start;
        while (thread != null && !path.contains(thread)) {
            path.add(thread);
            Object monitor = wants.get(thread);
            thread = monitor == null ? null : owner(monitor, wants);
        }
        return thread == start ? path : null;
    }

    private static DirectedThread owner(Object monitor, Map<DirectedThread, Object> candidates) {
        for (DirectedThread candidate : candidates.keySet()) {
            if (MonitorOwners.owns(candidate, monitor)) {
                return candidate;
            }
        }
        return null;
    }

    private static boolean allBlocked(List<DirectedThread> cycle, Map<DirectedThread, Object> wants) {
        boolean knownToJvm = true;
        for (DirectedThread thread : cycle) {
            Thread real = thread.thread;
            Thread.State state = real == null ? Thread.State.RUNNABLE : real.getState();
            if (state != Thread.State.BLOCKED && state != Thread.State.WAITING) {
                return false;
            }
            Object lock = SharedLock.lockOf(wants.get(thread));
            DirectedThread owner = owner(wants.get(thread), wants);
            if (owner == null) {
                return false;
            }
            if (!owner.monitors.holds(lock)) {
                // The JVM does not report the threads that share a lock, but it reports what a thread waits for.
                knownToJvm = false;
                if (LockSupport.getBlocker(real) != lock) {
                    return false;
                }
            }
        }
        return !knownToJvm || jvmAgrees(cycle);
    }

    /**
     * Whether the JVM itself finds these threads deadlocked: another deadlock of the program is no evidence for this
     * one. In a JDK without java.management the probes suffice.
     */
    private static boolean jvmAgrees(List<DirectedThread> cycle) {
        long[] deadlocked;
        try {
            deadlocked = ManagementFactory.getThreadMXBean().findDeadlockedThreads();
        } catch (LinkageError e) {
            return true;
        }
        if (deadlocked == null) {
            return false;
        }
        Arrays.sort(deadlocked);
        for (DirectedThread thread : cycle) {
            if (Arrays.binarySearch(deadlocked, thread.thread.getId()) < 0) {
                return false;
            }
        }
        return true;
    }

    private static String describe(List<DirectedThread> cycle, Map<DirectedThread, Object> wants) {
        Map<Object, Integer> numbers = new IdentityHashMap<>();
        for (DirectedThread thread : cycle) {
            numbers.put(SharedLock.lockOf(wants.get(thread)), numbers.size() + 1);
        }
        StringBuilder out = new StringBuilder();
        for (DirectedThread thread : cycle) {
            Object wanted = wants.get(thread);
            out.append(out.length() == 0 ? "" : "\n");
            out.append(DivergenceText.name(thread)).append(" holds");
            String separator = " ";
            for (Object held : thread.monitors.snapshot()) {
                if (numbers.containsKey(SharedLock.lockOf(held))) {
                    out.append(separator).append(monitor(held, numbers));
                    separator = " and ";
                }
            }
            out.append(" and wants ").append(monitor(wanted, numbers));
            out.append(", which ")
                    .append(DivergenceText.name(owner(wanted, wants)))
                    .append(" holds")
                    .append(thread.wantsInterruptibly ? Outcome.UNLESS_INTERRUPTED : "");
            stack(thread.thread, out);
        }
        return out.toString();
    }

    private static String monitor(Object monitor, Map<Object, Integer> numbers) {
        return LockIdentity.describe(monitor) + " (" + numbers.get(SharedLock.lockOf(monitor)) + ")";
    }

    private static void stack(Thread thread, StringBuilder out) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (!ExceptionText.isOwn(frame.getClassName())) {
                out.append("\n    at ").append(frame);
            }
        }
    }
}
