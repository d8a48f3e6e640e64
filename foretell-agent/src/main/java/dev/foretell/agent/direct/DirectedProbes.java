// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.agent.mode.AgentMode;
import dev.foretell.agent.model.LockIdentity;
import dev.foretell.agent.model.SharedLock;
import java.lang.reflect.Array;
import java.util.concurrent.TimeUnit;

/**
 * What a directed thread does at the probes of the program's own instructions; {@link DirectedCalls} has the library's.
 *
 * <p>It inherits the thread's state instead of referring to it, because each probe loads {@code activeMarks}: with the
 * state in an object of its own a probe that is passed takes 0.67 ns instead of 0.58 ns (processor time, Java 17, best
 * of four alternating runs; {@code foretell-bench/run probes} measures it).
 */
final class DirectedProbes extends DirectedThread {
    /** The longest time limit of a wait that the director waits for. */
    static final long MAX_LIMIT_MILLIS = 60_000;

    final ThreadRegistry registry;

    private final AgentMode mode;
    private final DirectedCalls calls = new DirectedCalls(this);

    private final RepeatedPauses pauses = new RepeatedPauses();

    /** Where its last wait began. */
    private int waitSite;
    /** A wait of it ends by an InterruptedException. */
    private boolean endsByInterrupt;

    DirectedProbes(
            Thread thread,
            String path,
            ThreadSchedule threadSchedule,
            Scheduler scheduler,
            ThreadRegistry registry,
            AgentMode mode) {
        super(thread, path, threadSchedule, scheduler);
        this.registry = registry;
        this.mode = mode;
    }

    // ---- accesses

    @Override
    public void read(Object target, int site) {
        byte[] table = activeMarks;
        if (site < table.length && table[site] == 0) {
            lastSite = site;
        } else if (target != null) {
            access(target, -1, site, false);
        }
    }

    @Override
    public void write(Object target, int site) {
        byte[] table = activeMarks;
        if (site < table.length && table[site] == 0) {
            lastSite = site;
        } else if (target != null) {
            access(target, -1, site, true);
        }
    }

    @Override
    public void readStatic(int site) {
        byte[] table = activeMarks;
        if (site < table.length && table[site] == 0) {
            lastSite = site;
        } else {
            access(null, -1, site, false);
        }
    }

    @Override
    public void writeStatic(int site) {
        byte[] table = activeMarks;
        if (site < table.length && table[site] == 0) {
            lastSite = site;
        } else {
            access(null, -1, site, true);
        }
    }

    @Override
    public void readElement(Object array, int index, int site) {
        byte[] table = activeMarks;
        if (site < table.length && table[site] == 0) {
            lastSite = site;
        } else {
            element(array, index, site, false);
        }
    }

    @Override
    public void writeElement(Object array, int index, int site) {
        byte[] table = activeMarks;
        if (site < table.length && table[site] == 0) {
            lastSite = site;
        } else {
            element(array, index, site, true);
        }
    }

    private void element(Object array, int index, int site, boolean write) {
        if (array != null && index >= 0 && index < Array.getLength(array)) {
            access(array, index, site, write);
        }
    }

    private void access(Object target, int index, int site, boolean write) {
        if (runsFree() || optimistic) {
            return;
        }
        int stops = count(site);
        if (stops > 0 || activeMarks.length == 0) {
            pending.beforeAccess(target, index, site, write);
            arrive(stops, null);
        }
        reportExpected(target, index, site, true, write);
        lastSite = site;
    }

    @Override
    public void beforeVolatile(Object target, int site) {
        byte[] table = activeMarks;
        if (site < table.length && table[site] == 0) {
            lastSite = site;
        } else {
            volatileAccess(target, site);
        }
    }

    private void volatileAccess(Object target, int site) {
        optimistic = false;
        int stops = here(site, false);
        if (!runsFree()) {
            if (stops > 0 || activeMarks.length == 0) {
                pending.beforeVolatile(target, site);
                arrive(stops, null);
            }
            reportExpected(target, -1, site, false, false);
        } else if (initializers > 0) {
            deferredStops = stops;
        }
        lastSite = site;
    }

    @Override
    public void afterVolatile(Object target, int site) {
        if (threadSchedule != null && initializers == 0 && threadSchedule.mentions(site)) {
            threadSchedule.count(site);
            if (eventInProgress != null) {
                scheduler.completeEvent(this);
            }
        }
    }

    // ---- monitors

    @Override
    public void beforeEnter(Object monitor, int site) {
        try {
            enter(monitor, site);
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    private void enter(Object monitor, int site) {
        boolean interruptible = interruptibleNext;
        interruptibleNext = false;
        if (monitor == null || monitors.holds(monitor)) {
            return;
        }
        waitingOn = null;
        optimistic = false;
        wantsInterruptibly = interruptible;
        wants = monitor;
        byte[] table = activeMarks;
        if (site < table.length && table[site] == 0 && scheduler.ownerOf(monitor) == null) {
            lastSite = site;
            return;
        }
        if (runsFree()) {
            return;
        }
        int stops = count(site);
        if (stops > 0 || activeMarks.length == 0 || scheduler.ownerOf(monitor) != null) {
            pending.beforeMonitor(monitor, site);
            boolean isOwn = monitor instanceof SharedLock share && monitors.holds(share.lock());
            arrive(stops, isOwn ? null : monitor);
        }
        lastSite = site;
    }

    @Override
    public void afterEnter(Object monitor, int site) {
        try {
            entered(monitor, site);
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    private void entered(Object monitor, int site) {
        wants = null;
        if (monitors.enter(monitor)) {
            reportExpectedOnMonitor(monitor, site);
        }
    }

    @Override
    public void beforeExit(Object monitor, int site) {
        try {
            exit(monitor, site);
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    private void exit(Object monitor, int site) {
        waitingOn = null;
        optimistic = false;
        int depth = monitors.depth(monitor);
        if (depth == 1) {
            byte[] table = activeMarks;
            if (site < table.length && table[site] == 0) {
                lastSite = site;
            } else {
                countAndCheckStop(site);
            }
        }
        monitors.exit(monitor);
        if (depth == 1 && scheduler.runsOutOfTurn()) {
            scheduler.monitorReleased();
        }
    }

    @Override
    public void beforeWait(Object monitor, long millis, int site) {
        try {
            if (monitor != null && millis >= 0) {
                beginWait(monitor, null, millis, site);
            }
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    /** {@code condition} is null for a monitor, {@code millis} 0 without time limit. */
    final void beginWait(Object monitor, Object condition, long millis, int site) {
        if (!LockIdentity.isHeld(monitor)) {
            return; // the call throws IllegalMonitorStateException
        }
        if (!runsFree()) {
            int stops = 0;
            if (monitors.holds(monitor)) {
                countAndCheckStop(monitor, site);
                deferredStops = count(site + 1);
                stops = count(site + 2);
                deferredStops = 0;
            }
            monitors.verify();
            monitors.endSpan();
            waitingOn = monitor;
            waitingFor = condition == null ? monitor : condition;
            pending.beforeMonitor(monitor, site + 1);
            waitsUntil = System.nanoTime() + Math.min(millis, MAX_LIMIT_MILLIS) * 1_000_000;
            scheduler.beginsWait(this, stops, millis > 0);
        }
        waitingOn = monitor;
        waitSite = site;
        if (inputs != null && (condition == null || millis == 0)) {
            inputs.waiting(TimeUnit.MILLISECONDS.toNanos(millis)); // the limit of a condition is known at its call
        }
        if (condition == null && millis > 0) {
            limited(TimeUnit.MILLISECONDS.toNanos(millis));
        }
    }

    @Override
    public void afterWait(Object monitor, int site) {
        try {
            limitOver();
            if (inputs != null) {
                inputs.waited();
            }
            waitEnded(monitor, site);
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    final void waitEnded(Object monitor, int site) {
        if (waitingOn != null) {
            if (initializers == 0) {
                scheduler.returnsFromWait(this, monitor);
                pending.clear();
                reportExpectedOnMonitor(monitor, site + 1);
            }
            waitingOn = null;
        }
        lastSite = site;
    }

    @Override
    public void beforeNotify(Object monitor, boolean all, int site) {
        try {
            notify(monitor, all, site);
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    private void notify(Object monitor, boolean all, int site) {
        if (monitor == null || !Thread.holdsLock(monitor)) {
            return;
        }
        byte[] table = activeMarks;
        if (site < table.length && table[site] == 0) {
            lastSite = site;
        } else if (monitors.holds(monitor)) {
            countAndCheckStop(monitor, site);
            reportExpectedOnMonitor(monitor, site);
        }
        monitors.endSpan();
        scheduler.notified(monitor, all);
    }

    // ---- other threads

    @Override
    public void beforeStart(Object thread, int site) {
        try {
            start(thread, site);
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    private void start(Object thread, int site) {
        if (thread instanceof Thread && ((Thread) thread).getState() == Thread.State.NEW) {
            checkOrDeferStop(site, countAnywhere(site));
            monitors.endSpan();
            registry.announce((Thread) thread, this);
        }
    }

    @Override
    public void beforeJoin(Object thread, int site) {
        try {
            join(thread, site);
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    private void join(Object thread, int site) {
        if (!(thread instanceof Thread) || thread == this.thread) {
            return;
        }
        checkStop(site);
        Thread other = (Thread) thread;
        if (initializers == 0 && other.isAlive()) {
            monitors.verify();
            scheduler.beginsJoin(this, other);
        }
        if (inputs != null) {
            inputs.waiting(0);
        }
    }

    @Override
    public void afterJoin(Object thread, int site) {
        try {
            joined(thread, site);
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    private void joined(Object thread, int site) {
        if (!(thread instanceof Thread)) {
            return;
        }
        boolean over = ((Thread) thread).getState() == Thread.State.TERMINATED;
        if (inputs != null) {
            inputs.waited();
        }
        checkOrDeferStop(site, over ? countAnywhere(site) : deferredStops);
        if (over) {
            monitors.endSpan();
        }
    }

    @Override
    public void beforePause(int site) {
        timeLimit.beforePause(site);
        try {
            pause(site);
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    private void pause(int site) {
        if (runsFree()) {
            return;
        }
        checkStop(site);
        scheduler.pausesInAftermath(this);
        pausing = true;
        if (pauses.becomeBusyWait(site, System.nanoTime())) {
            scheduler.pausesRepeatedly(this);
        }
    }

    @Override
    public void afterPause(int site) {
        timeLimit.afterPause();
        pausing = false;
        if (activeMarks.length == 0 && !runsFree()) {
            checkStop(site);
        }
    }

    // ---- hand-overs and interrupts

    /** Interrupts are hand-overs, too: the task is the interrupted thread. */
    @Override
    public void handOver(Object task) {
        if (task instanceof Thread) {
            scheduler.notified(task, true); // an interrupt ends a wait
        }
    }

    /**
     * Also called where an InterruptedException is created, by the thread that throws it: its wait is over then, and it
     * owns the monitor, as when the call returns.
     */
    @Override
    public void beginTask(Object task) {
        Object monitor = waitingOn;
        if (task == thread && monitor != null && !endsByInterrupt && LockIdentity.isHeld(monitor)) {
            endsByInterrupt = true; // while it waits on it may be interrupted again
            waitEndedByInterrupt(monitor);
            endsByInterrupt = false;
        }
    }

    private void waitEndedByInterrupt(Object monitor) {
        try {
            if (inputs != null) {
                inputs.waited();
            }
            waitEnded(monitor, waitSite);
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    @Override
    public void endTask(Object task) {}

    // ---- calls of the library

    @Override
    public void beforeCall(Object receiver, Object argument, int number, int site) {
        try {
            optimistic = false;
            mode.library().before(calls, receiver, argument, number, site);
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    @Override
    public void afterCall(Object receiver, Object argument, int number, Object result, int site) {
        try {
            if (inputs != null) {
                inputs.waited();
            }
            mode.library().after(calls, receiver, argument, number, result, site);
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    @Override
    public void beforeIsAlive(Object thread, int site) {
        try {
            if (thread instanceof Thread other) {
                calls.beforeIsAlive(other, site);
            }
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    @Override
    public void afterIsAlive(Object thread, boolean alive, int site) {
        try {
            if (thread instanceof Thread other) {
                calls.afterIsAlive(other, site);
            }
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
        if (!alive) {
            afterJoin(thread, site);
        }
    }

    /** The thread is about to end, at this place. */
    void endsAt(int site) {
        calls.endsAt(site);
    }

    // ---- time limits

    @Override
    public void limited(long nanos) {
        timeLimit.begin(nanos, registry.timeouts);
    }

    @Override
    public void limitOver() {
        timeLimit.end(registry.timeouts);
    }

    // ---- class initialisers

    @Override
    public void enterInitializer(int site) {
        try {
            initialize(site);
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    private void initialize(int site) {
        deferredStops = countAnywhere(site);
        initializers++;
    }

    @Override
    public void exitInitializer(int site) {
        try {
            initialized(site);
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    private void initialized(int site) {
        deferredStops = countAnywhere(site + 1);
        initializers = Math.max(0, initializers - 1);
        if (initializers == 0 && deferredStops > 0) {
            scheduler.stopAtNextProbe(this);
        }
    }

    // ---- atomic regions: no thread stops there, but expected events record the region they are in

    @Override
    public void regionBegin(int site) {
        if (regions == scheduler.rootMethods) {
            methodSpans++;
        }
    }

    @Override
    public void regionEnd(int site) {}

    @Override
    public void cloned(Object original, Object copy) {}
}
