// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

import java.util.List;

/**
 * Whether a thread is alive, as a variable: {@code isAlive()} reads it, and the end of the thread writes it. So a
 * result that depends on the schedule is a reads-from edge like any other. The end has no instruction of the program,
 * so it has a site of its own, in {@code Thread.exit()}, which is defined with the first class that calls
 * {@code isAlive()}.
 *
 * <p>{@code isAlive()} returns true for some time after that site. The recorder drops such reads, and the director lets
 * the thread really end before another one reads.
 */
public final class ThreadLife {
    /** The {@code what} of a site that accesses it. */
    public static final String VARIABLE = "java.lang.Thread.isAlive()[]";

    private static final Site END =
            new Site("java.lang.Thread", "exit()V", "Thread.java", -1, 0, EventKind.VOLATILE_WRITE, VARIABLE);
    /** Has the site where threads end. */
    public static final ClassInfo CLASS =
            new ClassInfo("java.lang.Thread", "java.lang.Object", List.of(), "0", List.of(), List.of(END));

    private ThreadLife() {}

    /** Whether code of this class calls {@code isAlive()}. */
    public static boolean isReadBy(ClassInfo info) {
        for (Site site : info.sites()) {
            if (site.op() == EventKind.VOLATILE_READ && site.what().equals(VARIABLE)) {
                return true;
            }
        }
        return false;
    }
}
