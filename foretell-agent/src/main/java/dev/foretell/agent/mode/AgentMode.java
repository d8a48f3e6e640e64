// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.mode;

import dev.foretell.agent.model.LibraryModel;
import dev.foretell.agent.model.Models;
import dev.foretell.probe.Mode;
import java.util.function.Consumer;

/**
 * A mode of the agent: which probes it needs, what they do, and what it does with the outcome of each class. To be
 * listed in {@code agent.ModeRegistry}.
 */
public abstract class AgentMode extends Mode implements ClassListener {
    private LibraryModel library = new LibraryModel(Models.none());
    /** Decides whether an error is due to the probes; null when nothing is instrumented. */
    private volatile Consumer<Throwable> linkageErrors;

    /** To be called before any class is instrumented. */
    public final void use(LibraryModel newLibrary) {
        library = newLibrary;
    }

    /** What library calls mean. */
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

    /** The probes to insert. */
    public abstract ProbePlan plan();

    /** Everything is installed; the program begins. */
    public void begin() {}

    /** Whether the mode itself ends the run when the tool that started it is gone. */
    public boolean endsWithTool() {
        return false;
    }

    /** The JVM shuts down. Called once, on a thread of its own; the program's other threads may still run. */
    public abstract void close();
}
