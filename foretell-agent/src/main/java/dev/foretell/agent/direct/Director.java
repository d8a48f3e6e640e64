// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.agent.mode.AgentMode;
import dev.foretell.agent.mode.ProbeGroup;
import dev.foretell.agent.mode.ProbePlan;
import dev.foretell.agent.runtime.ExceptionText;
import dev.foretell.agent.runtime.Lifeline;
import dev.foretell.probe.Probes;
import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.ThreadLife;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import dev.foretell.trace.clip.Outcome;
import dev.foretell.trace.options.AgentOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The mode that makes a program follow a clip, and writes the result to the file {@code outcome}.
 *
 * <p>Must be created on the program's main thread: that is the root of all creation paths, see {@link ThreadRegistry}.
 */
public final class Director extends AgentMode {
    private final OutcomeFile outcomeFile;
    /** The site at which threads end; 0 when no code calls {@code isAlive}. */
    private volatile int endOfThreads;
    /** Guards the definition of that site; taken before the scheduler's lock. */
    private final Object endOfThreadsLock = new Object();

    private final Scheduler scheduler;
    private final Thread watchdogThread;
    private final Watchdog watchdog;
    private final Shutdown shutdown;
    private final ThreadRegistry registry;
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
            outcomeFile = new OutcomeFile(options.get(AgentOptions.DIRECTORY));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Clip clip;
        String trouble = null;
        try {
            clip = ClipFormat.read(options.get(AgentOptions.CLIP));
        } catch (IOException e) {
            trouble = "The clip cannot be read: " + e.getMessage();
            clip = new Clip(AnomalyKind.SCHEDULE, "", Clip.Program.NONE, List.of(), Clip.Events.NONE);
        }
        int rootMethods = options.get(AgentOptions.REGIONS) == AgentOptions.Regions.METHODS ? 1 : 0;
        long patience = options.get(AgentOptions.PATIENCE_MILLIS);
        scheduler = new Scheduler(new Schedule(clip), outcomeFile, patience, rootMethods);
        if (trouble != null) {
            outcomeFile.add(Outcome.PROBLEM, trouble);
        } else if (clip.steps().isEmpty()) {
            outcomeFile.add(Outcome.FOLLOWED, "");
        }
        shutdown = new Shutdown(scheduler, patience);
        inputs = InputReplay.read(options.get(AgentOptions.INPUTS), outcomeFile);
        registry = new ThreadRegistry(scheduler, this, inputs, new ProgramTimeouts(outcomeFile));
        registry.main(Thread.currentThread());
        Watchdog.Tool tool = new Watchdog.Tool(
                new Lifeline(options.get(AgentOptions.OWNER)), new ToolRequests(options, outcomeFile));
        watchdog = new Watchdog(scheduler, this, patience, tool);
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
        int first = scheduler.define(info);
        if (ThreadLife.isReadBy(info)) {
            synchronized (endOfThreadsLock) {
                endOfThreads = endOfThreads == 0 ? scheduler.define(ThreadLife.CLASS) : endOfThreads;
            }
        }
        if (inputs != null) {
            inputs.define(first, info);
        }
        String otherVersion = scheduler.schedule.otherVersion(info);
        if (otherVersion != null) {
            outcomeFile.add(Outcome.PROBLEM, otherVersion);
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
    public ProbePlan plan() {
        return ProbePlan.of(
                ProbeGroup.VOLATILE, ProbeGroup.LOCK, ProbeGroup.BEFORE_LOCK, ProbeGroup.ORDER, ProbeGroup.TIMED_WAIT);
    }

    /** The watchdog detects that the tool has ended. */
    @Override
    public boolean endsWithTool() {
        return true;
    }

    // ---- threads

    @Override
    public ThreadProbe attach(Thread thread) {
        try {
            return registry.attach(thread);
        } catch (Throwable e) {
            scheduler.internalError(e);
            return new DirectedProbes(thread, "jvm:" + thread.getName(), null, scheduler, registry, this);
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
            DirectedThread parent = registry.attach(Thread.currentThread());
            parent.monitors.endSpan();
            DirectedThread child = registry.announce(thread, parent);
            if (inputs != null) {
                ((ReplayedInputs) parent.inputs).starts((ReplayedInputs) child.inputs);
            }
            scheduler.started(child);
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    /** Whether the current thread starts the JVM's shutdown hooks; from then on no thread is directed. */
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
            DirectedProbes directed = registry.find(thread);
            if (directed != null) {
                if (endOfThreads != 0) {
                    directed.endsAt(endOfThreads);
                }
                ended(directed);
            }
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    /** A thread has ended: called by itself or by the watchdog. */
    void ended(DirectedThread directed) {
        registry.remove(directed.thread);
        scheduler.ended(directed);
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
            registry.checkTimeouts();
            outcomeFile.add(key, ExceptionText.describe(thread.getName(), exception));
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    /** A stall was detected that began at this time. */
    void noteStallTime(long since) {
        StringBuilder times = new StringBuilder().append(since).append(' ').append(System.currentTimeMillis());
        outcomeFile.add(Outcome.STANDS, times.toString());
    }

    /** Searches for directed threads that wait with a time limit which no probe reported. */
    void findUnprobedTimeouts(List<DirectedThread> threads) {
        registry.timeouts.look(threads);
    }

    /**
     * Every thread waits, some of them in a cycle for each other's locks, and an interrupt would have ended that wait.
     * The thread that would have interrupted them may have given up because its time limit expired; then the deadlock
     * is not due to the schedule.
     */
    void noteLastingDeadlock(String cycle) {
        registry.checkTimeouts();
        String met = scheduler.schedule.interruptibleDeadlock;
        if (met != null && !registry.timeouts.anyExpired()) {
            outcomeFile.add(Outcome.CREATED, met);
        }
        noteDeadlock(cycle);
    }

    void noteStall(String stacks) {
        registry.checkTimeouts();
        outcomeFile.add(Outcome.STANDSTILL, stacks);
    }

    void noteDeadlock(String description) {
        outcomeFile.add(Outcome.DEADLOCK, description);
    }

    @Override
    public void shuttingDown() {
        try {
            DirectedThread directed =
                    Thread.currentThread() == watchdogThread ? null : registry.find(Thread.currentThread());
            if (directed != null) {
                scheduler.endsProgram(directed);
            }
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    @Override
    public void close() {
        shutdown.await("The program ended.");
        watchdog.stop();
    }
}
