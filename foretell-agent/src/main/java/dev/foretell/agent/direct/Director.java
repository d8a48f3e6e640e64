// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.agent.AgentMode;
import dev.foretell.agent.runtime.ExceptionText;
import dev.foretell.agent.runtime.Lifeline;
import dev.foretell.probe.Probes;
import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.ThreadLife;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import dev.foretell.trace.clip.Outcome;
import dev.foretell.trace.options.AgentOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/**
 * The mode that makes a program follow a clip, and notes in the file {@code outcome} what came of it.
 *
 * <p>Must be made on the program's main thread: that is the root of all creation paths, see {@link ThreadRegistry}.
 */
public final class Director extends AgentMode {
    private final OutcomeFile notes;
    /** The site at which threads end; 0 when no code asks whether they have. */
    private volatile int endOfThreads;

    private final Scheduler baton;
    private final Thread watchdogThread;
    private final Watchdog watchdog;
    private final Shutdown shutdown;
    private final ThreadRegistry family;
    /** Null when there are none. */
    private final InputReplay inputs;

    private final boolean inJvm;

    public Director(AgentOptions options) {
        this(options, true);
    }

    /** {@code inJvm} is false in tests that have no agent, so that there is no table of probes to clean up. */
    Director(AgentOptions options, boolean inJvm) {
        this.inJvm = inJvm;
        try {
            notes = new OutcomeFile(options.directory());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Clip clip;
        String trouble = null;
        try {
            clip = ClipFormat.read(options.clip());
        } catch (IOException e) {
            trouble = "The clip cannot be read: " + e.getMessage();
            clip = new Clip("schedule", "", List.of(), Map.of(), Map.of(), List.of(), List.of(), List.of());
        }
        int rootMethods = options.regions() == AgentOptions.Regions.METHODS ? 1 : 0;
        baton = new Scheduler(new Schedule(clip), notes, options.patienceMillis(), rootMethods);
        if (trouble != null) {
            notes.add(Outcome.PROBLEM, trouble);
        } else if (clip.steps().isEmpty()) {
            notes.add(Outcome.FOLLOWED, "");
        }
        shutdown = new Shutdown(baton, options.patienceMillis());
        inputs = InputReplay.read(options.inputs(), notes);
        family = new ThreadRegistry(baton, this, inputs, new ProgramTimeouts(notes));
        family.main(Thread.currentThread());
        Watchdog.Tool tool = new Watchdog.Tool(new Lifeline(options.owner()), new ToolRequests(options, notes));
        watchdog = new Watchdog(baton, this, options.patienceMillis(), tool);
        ThreadGroup top = Thread.currentThread().getThreadGroup();
        while (top.getParent() != null) {
            top = top.getParent();
        }
        watchdogThread = new Thread(top, watchdog, "foretell-watchdog", 0, false);
        watchdogThread.setDaemon(true);
        watchdogThread.setContextClassLoader(null);
        watchdogThread.start();
    }

    // ---- classes

    @Override
    public int define(ClassInfo info) {
        int first = baton.define(info);
        if (ThreadLife.isAskedBy(info)) {
            synchronized (notes) {
                endOfThreads = endOfThreads == 0 ? baton.define(ThreadLife.CLASS) : endOfThreads;
            }
        }
        if (inputs != null) {
            inputs.define(first, info);
        }
        String otherVersion = baton.script.otherVersion(info);
        if (otherVersion != null) {
            notes.add(Outcome.PROBLEM, otherVersion);
        }
        return first;
    }

    @Override
    public void skipped(String className) {}

    @Override
    public void failed(String className, String reason) {}

    @Override
    public void partial(String method, String reason) {}

    @Override
    public void unmodelled(String method, String place) {}

    @Override
    public boolean holdsThreads() {
        return true;
    }

    // ---- threads

    @Override
    public ThreadProbe attach(Thread thread) {
        try {
            return family.attach(thread);
        } catch (Throwable e) {
            baton.broken(e);
            return new DirectedCalls(thread, "jvm:" + thread.getName(), null, baton, family, this);
        }
    }

    @Override
    public void starting(Thread thread) {
        if (thread == watchdogThread) {
            return;
        }
        try {
            if (isShutdown()) {
                shutdown.await("The program began to shut down.");
            }
            DirectedThread parent = family.attach(Thread.currentThread());
            parent.monitors.endSpan();
            DirectedThread child = family.announce(thread, parent);
            if (inputs != null) {
                ((ReplayedInputs) parent.inputs).starts((ReplayedInputs) child.inputs);
            }
            baton.started(child);
        } catch (Throwable e) {
            baton.broken(e);
        }
    }

    /** Threads that are started by the JVM's shutdown are its hooks; from here on nothing is directed. */
    private static boolean isShutdown() {
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            if (frame.getClassName().equals("java.lang.ApplicationShutdownHooks")) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void exiting(Thread thread) {
        try {
            DirectedThread directed = family.find(thread);
            if (directed != null) {
                if (endOfThreads != 0) {
                    ((DirectedCalls) directed).leave(endOfThreads);
                }
                ended(directed);
            }
        } catch (Throwable e) {
            baton.broken(e);
        }
    }

    /** A thread has ended, as it says itself or as the watchdog saw. */
    void ended(DirectedThread directed) {
        family.remove(directed.thread);
        baton.ended(directed);
        if (inJvm) {
            Probes.detach(directed);
        }
    }

    @Override
    public void leaving(Thread thread, Throwable exception) {
        note(Outcome.LEFT, thread, exception);
    }

    @Override
    public void uncaught(Thread thread, Throwable exception) {
        note(Outcome.UNCAUGHT, thread, exception);
    }

    private void note(String key, Thread thread, Throwable exception) {
        try {
            family.checkLimits();
            notes.add(key, ExceptionText.describe(thread.getName(), exception));
        } catch (Throwable e) {
            baton.broken(e);
        }
    }

    /** A verdict falls on what was first seen at this time. */
    void stands(long since) {
        StringBuilder times = new StringBuilder().append(since).append(' ').append(System.currentTimeMillis());
        notes.add(Outcome.STANDS, times.toString());
    }

    /** Threads are directed: whether one of them waits with a time limit that no probe tells of. */
    void lookForLimits(List<DirectedThread> threads) {
        family.limits.look(threads);
    }

    /**
     * Every thread waits, some of them in a circle for each other's locks, and an interrupt would have ended that. A
     * thread that was to interrupt them may have given up because its time limit was over; then it is not created.
     */
    void lasts(String circle) {
        family.checkLimits();
        String met = baton.script.metInterruptibly;
        if (met != null && !family.limits.anyRanOut()) {
            notes.add(Outcome.CREATED, met);
        }
        deadlock(circle);
    }

    void standstill(String stacks) {
        family.checkLimits();
        notes.add(Outcome.STANDSTILL, stacks);
    }

    void deadlock(String description) {
        notes.add(Outcome.DEADLOCK, description);
    }

    @Override
    public void shuttingDown() {
        try {
            DirectedThread directed =
                    Thread.currentThread() == watchdogThread ? null : family.find(Thread.currentThread());
            if (directed != null) {
                baton.leave(directed);
            }
        } catch (Throwable e) {
            baton.broken(e);
        }
    }

    @Override
    public void close() {
        shutdown.await("The program ended.");
        watchdog.stop();
    }
}
