// SPDX-License-Identifier: Apache-2.0
package dev.foretell.probe;

/**
 * What the agent does with a program: record it, direct it, or watch it. One instance serves the whole JVM; all that
 * happens often goes to the {@link ThreadProbe} that {@link #attach} makes for each thread.
 *
 * <p>No method may throw: an exception here would surface in the middle of the program under test.
 */
public abstract class Mode {
    /** Makes the probe of a thread that meets instrumented code for the first time; called on that thread. */
    public abstract ThreadProbe attach(Thread thread);

    /**
     * A thread is about to be started, by whatever code; called on the starting thread from within
     * {@code Thread.start}. The call site, when it is instrumented, has announced itself before by
     * {@link ThreadProbe#beforeStart}.
     */
    public abstract void starting(Thread thread);

    /** A thread has run its last instruction of user code; called on that thread. */
    public abstract void exiting(Thread thread);

    /** An exception has left a thread's {@code run} method; called on that thread, before its handler. */
    public abstract void leaving(Thread thread, Throwable exception);

    /**
     * No handler of the program has handled an exception, neither the thread's nor its group's nor the default one: the
     * JVM is about to print it. Follows {@link #leaving} when the exception ends the thread.
     */
    public abstract void uncaught(Thread thread, Throwable exception);

    /** The current thread is about to end the program, by {@code exit} or {@code halt}. */
    public void shuttingDown() {}

    /**
     * The JVM, or the program, is about to throw a {@code LinkageError}; called on that thread, from its constructor.
     */
    public void linkageError(Throwable error) {}
}
