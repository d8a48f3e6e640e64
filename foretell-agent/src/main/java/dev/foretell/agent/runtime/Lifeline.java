// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.runtime;

import dev.foretell.trace.options.AgentOptions;
import dev.foretell.trace.options.Owner;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Ties a run to the tool that started it: when the tool is killed, the run ends too, because nothing else would end a
 * program that never ends. A run that belongs to no tool is left alone, and so is one that the tool gave up before it
 * ended, like a server that a script leaves behind.
 *
 * <p>Belongs to one thread.
 */
public final class Lifeline implements Runnable {
    public static final String NAME = "foretell-lifeline";

    private static final long LOOK_MILLIS = 250;
    private static final long LOOK_NANOS = LOOK_MILLIS * 1_000_000;
    /** As if the tool had ended the run itself. */
    private static final int TERMINATED = 143;

    private final Owner owner;
    /** Null when the tool never gives the run up. */
    private final Path optionsFile;
    /** Null before it was seen. */
    private ProcessHandle tool;

    private long lastLook = System.nanoTime();

    /** For a run that never outlives its tool. */
    public Lifeline(Owner owner) {
        this(owner, null);
    }

    private Lifeline(Owner owner, Path optionsFile) {
        this.owner = owner;
        this.optionsFile = optionsFile;
    }

    /**
     * For a run that the tool gives up by changing this file; null when no tool is tied to it, or its process cannot be
     * seen.
     */
    public static Lifeline of(AgentOptions options, String optionsFile) {
        Owner owner = options.get(AgentOptions.OWNER);
        return owner.isHere() ? new Lifeline(owner, Path.of(optionsFile)) : null;
    }

    /** The group of the JVM's own threads, where the program does not see this one among its own. */
    public static ThreadGroup group() {
        ThreadGroup top = Thread.currentThread().getThreadGroup();
        while (top.getParent() != null) {
            top = top.getParent();
        }
        return top;
    }

    @Override
    public void run() {
        try {
            while (!isGone()) {
                Thread.sleep(LOOK_MILLIS);
            }
            if (!isGivenUp()) {
                end();
            }
        } catch (Throwable e) {
            return; // nothing that goes wrong here may reach the program
        }
    }

    /** To be called often; ends the run when the tool has ended. */
    public void look(long now) {
        if (now - lastLook >= LOOK_NANOS) {
            lastLook = now;
            if (owner.isHere() && isGone()) {
                end();
            }
        }
    }

    private boolean isGone() {
        if (tool == null) {
            tool = owner.process().orElse(null);
        }
        return tool == null || !tool.isAlive();
    }

    /**
     * The tool writes its options again without an owner, or has moved them, when it does not wait for the run any
     * more.
     */
    private boolean isGivenUp() {
        try {
            return !AgentOptions.read(optionsFile).get(AgentOptions.OWNER).equals(owner);
        } catch (IOException | RuntimeException e) {
            return true;
        }
    }

    /** With all that the program has started, as the tool does it. */
    private static void end() {
        for (Object child : ProcessHandle.current().descendants().toArray()) {
            ((ProcessHandle) child).destroyForcibly();
        }
        Runtime.getRuntime().halt(TERMINATED);
    }
}
