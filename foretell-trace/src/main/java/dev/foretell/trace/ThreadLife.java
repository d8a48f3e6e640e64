// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

import java.util.List;

/**
 * Whether a thread is alive, seen as a variable: {@code isAlive()} reads it, and the end of the thread writes it. So an
 * answer that could have been another one is an order like any other. The end has no instruction of the program, so it
 * has a place of its own, in {@code Thread.exit()}, which is defined when the first class that asks is.
 *
 * <p>The JVM answers "alive" for some time after that place. The recorder leaves such answers out, and the director
 * lets the thread really end before another one asks.
 */
public final class ThreadLife {
    /** What an access to it is called. */
    public static final String VARIABLE = "java.lang.Thread.isAlive()[]";

    private static final Site END =
            new Site("java.lang.Thread", "exit()V", "Thread.java", -1, 0, EventKind.VOLATILE_WRITE, VARIABLE);
    /** Has the place where threads end. */
    public static final ClassInfo CLASS =
            new ClassInfo("java.lang.Thread", "java.lang.Object", List.of(), "0", List.of(), List.of(END));

    private ThreadLife() {}

    /** Whether code of this class asks whether threads are alive. */
    public static boolean isReadBy(ClassInfo info) {
        for (Site site : info.sites()) {
            if (site.op() == EventKind.VOLATILE_READ && site.what().equals(VARIABLE)) {
                return true;
            }
        }
        return false;
    }
}
