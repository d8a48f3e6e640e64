// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.mode;

import dev.foretell.trace.ClassInfo;

/** Receives each class of the program: instrumented, wholly or in part, or not. */
public interface ClassListener {
    /**
     * A class is about to be instrumented. Its sites get the numbers {@code n, n+1, …} where {@code n} is the result.
     * May be called by several threads at once, and more than once for a class that several loaders define.
     */
    int define(ClassInfo info);

    /** A class is about to be defined by this loader; called before {@link #define}, once for each such loader. */
    default void loadedBy(ClassLoader loader, String className) {}

    /** A class of the program is excluded. */
    void skipped(String className);

    /** A class could not be instrumented and runs as it is. */
    void failed(String className, String reason);

    /** A method was left as it is, in a class that was otherwise instrumented. */
    void partial(String method, String reason);

    /** The program calls a library method that may block or hand an object over, and has no model; called once. */
    void unmodelled(String method, String place);
}
