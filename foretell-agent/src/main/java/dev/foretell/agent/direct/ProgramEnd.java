// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/**
 * Which threads of the schedule are shutdown hooks, or start from one: these run free, so their steps are dropped.
 * Guarded by the scheduler's lock.
 */
final class ProgramEnd {
    /** The thread that ends the program by {@code exit} or {@code halt}; null until one does. */
    private DirectedThread endedBy;

    private boolean jvmShutsDown;

    /** What the thread starts from here on are the program's shutdown hooks. */
    void endedBy(DirectedThread thread) {
        endedBy = thread;
    }

    /** Threads of the JVM that have not begun are not directed. */
    void jvmShutsDown() {
        jvmShutsDown = true;
    }

    /** Whether a thread with this path, which has not begun yet, begins only when the program shuts down. */
    boolean isShutdownThread(String path) {
        return jvmShutsDown && path.startsWith(ThreadRegistry.ORPHANS) || endedBy != null && endedBy.isYetToStart(path);
    }
}
