// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent;

import dev.foretell.agent.model.LibraryModel;
import dev.foretell.agent.model.Models;
import dev.foretell.probe.Mode;
import dev.foretell.trace.ClassInfo;
import java.util.function.Consumer;

/** A mode as the agent's other parts see it: besides the probes' calls it hears what became of each class. */
public abstract class AgentMode extends Mode {
    /** What library calls mean. */
    private LibraryModel library = new LibraryModel(Models.none());
    /** Asks whether Foretell is to blame for an error; null when nothing is instrumented. */
    private volatile Consumer<Throwable> linkageErrors;

    /** To be called before any class is instrumented. */
    public final void use(LibraryModel newLibrary) {
        library = newLibrary;
    }

    public final LibraryModel library() {
        return library;
    }

    /** To be called before any class is instrumented. */
    public final void judgeErrors(Consumer<Throwable> judge) {
        linkageErrors = judge;
    }

    @Override
    public final void linkageError(Throwable error) {
        Consumer<Throwable> judge = linkageErrors;
        if (judge != null) {
            judge.accept(error);
        }
    }

    /**
     * A class is about to be instrumented. Its sites get the numbers {@code n, n+1, …} where {@code n} is the result.
     * May be called by several threads at once, and more than once for a class that several loaders define.
     */
    public abstract int define(ClassInfo info);

    /**
     * The internal name of what a class is to call at its accesses, with the methods of {@code Probes}: this, or
     * something that decides whether to pass it on.
     */
    public String accessProbes(String className) {
        return "dev/foretell/probe/Probes";
    }

    /** All is in place; the program begins. */
    public void begin() {}

    /**
     * A class is about to be defined by this loader; called before it is told of, and once for each loader that does.
     */
    public void loadedBy(ClassLoader loader, String className) {}

    /** A class of the program was left alone on purpose. */
    public abstract void skipped(String className);

    /** A class could not be instrumented and runs as it is. */
    public abstract void failed(String className, String reason);

    /** A method was left as it is, in a class that was otherwise instrumented. */
    public abstract void partial(String method, String reason);

    /**
     * The program calls a library method that may block or hand something over, and no model speaks of it; told once.
     */
    public abstract void unmodelled(String method, String place);

    /** Whether calls on objects of the JDK are told that no model speaks of, to name those that threads share. */
    public boolean seesUnmodelled() {
        return false;
    }

    /** Whether threads are held back: then probes also stand before monitors are entered and around pauses. */
    public abstract boolean holdsThreads();

    /** Whether a probe also stands behind each plain access. */
    public boolean seesAccessesEnd() {
        return false;
    }

    /** Whether volatile accesses are told. */
    public boolean seesVolatiles() {
        return true;
    }

    /**
     * Whether a probe is to stand before an instruction of the program.
     *
     * @param firstOfLine whether it is the first one of its line, or of a part of it
     */
    public boolean asksFor(String className, String method, String file, int line, int offset, boolean firstOfLine) {
        return false;
    }

    /** Whether a mode that does not see order is to be told, as of an atomic method, when this one is left. */
    public boolean asksForEndOf(String className, String method, String file) {
        return false;
    }

    /** Whether all that orders threads is told: locks, tasks, atomic methods, and what comes from outside. */
    public boolean seesOrder() {
        return true;
    }

    /** Whether monitors, waits and library calls are told. */
    public boolean seesLocks() {
        return seesOrder();
    }

    /**
     * Whether probes also stand before monitors are entered; then synchronized methods become methods with a
     * synchronized block, so that there is a place to stand before.
     */
    public boolean standsBeforeLocks() {
        return holdsThreads();
    }

    /** The JVM shuts down. Called once, on a thread of its own; the program's other threads may still run. */
    public abstract void close();
}
