// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.probe.ThreadProbe;

/**
 * A directed thread: its state, how it counts its events, and how it stops where the schedule requires it. Its probes
 * are in {@link DirectedProbes}.
 *
 * <p>The fast path of every probe: {@code activeMarks} is the table of marked sites while the thread may run, and empty
 * while it may not, so one load and one compare decide both whether it may continue and whether the schedule mentions
 * the site. The scheduler preempts a thread by emptying {@code activeMarks}; the thread stops at its next probe.
 *
 * <p>Events are counted as the recorder counts them: not for null targets or indices out of range, monitors only when
 * entered first and left last, nothing inside class initialisers but starts and joins. Where the recorder counts after
 * the event (volatiles, starts, joins) so does this, and compares with one more before it.
 *
 * <p>Fields without a comment on it belong to the thread itself.
 */
abstract class DirectedThread extends ThreadProbe {
    /** Several times the stack depth of the scheduler's work when a thread stops. */
    private static final int STACK_TO_STOP = 200;

    /** {@code activeMarks} of a thread that may not run. */
    static final byte[] HALT = new byte[0];

    final Scheduler scheduler;
    final String path;
    /** Its part of the schedule, or null. */
    final ThreadSchedule threadSchedule;

    final ThreadGate gate = new ThreadGate();
    final HeldMonitors monitors = new HeldMonitors();

    /** Written under the scheduler's lock; read by the thread without it. */
    volatile byte[] activeMarks = HALT;

    /** The last site passed; other threads read it, racily, for messages and to see whether it moves. */
    int lastSite;
    /**
     * The monitor it is about to enter; other threads read it without a lock and rely on it only while it does not
     * change.
     */
    Object wants;
    /** Whether an interrupt ends its wait for that monitor; other threads read it likewise. */
    boolean wantsInterruptibly;
    /** The same for the monitor of its next probe. */
    boolean interruptibleNext;
    /**
     * The monitor it waits on, which it does not own although it is among {@code monitors}; other threads read it
     * likewise.
     */
    Object waitingOn;
    /** What it waits for there: the monitor itself, or a condition of the lock. */
    Object waitingFor;
    /** When the time limit of that wait is over, if it has one; read under the scheduler's lock while it waits. */
    long waitsUntil;
    /** Of the call it is in. */
    final TimeLimit timeLimit = new TimeLimit(this);
    /** The sum of all time limits that expired. */
    long timedOutNanos;
    /** Between beforePause and afterPause: the watchdog does not switch away from it. */
    volatile boolean pausing;
    /** Its reads are not counted, until its next probe of another kind: the recorder does not record them either. */
    boolean optimistic;
    /** In a call that may block: the watchdog switches away from it as soon as the JVM reports it blocked. */
    volatile boolean blocking;

    /** In such a call, the thread that it waits for, if that is known. */
    volatile DirectedThread awaits;

    /** Class initialisers it is in. */
    int initializers;
    /** Stops reached inside a class initialiser, where no thread is held: it stops at the next probe outside. */
    int deferredStops;

    private int children;

    /** What it does next; valid while it is held. */
    final PendingEvent pending = new PendingEvent();

    final ThreadStatus status = new ThreadStatus();

    private int visitsSeen;

    /**
     * The expected event whose probe it passed last; written under the scheduler's lock, read by the thread without it.
     */
    ExpectedEvent eventInProgress;
    /** Counts executions of atomic methods, the outermost ones. */
    int methodSpans;

    DirectedThread(Thread thread, String path, ThreadSchedule threadSchedule, Scheduler scheduler) {
        super(thread);
        this.path = path;
        this.threadSchedule = threadSchedule;
        this.scheduler = scheduler;
    }

    /** The path of the next thread it starts. */
    String nextChild() {
        return path + '/' + children++;
    }

    /** Whether this is the path of a thread that it has not started yet, or of a descendant of one. */
    final boolean isYetToStart(String other) {
        if (!other.startsWith(path) || other.length() < path.length() + 2 || other.charAt(path.length()) != '/') {
            return false;
        }
        int end = other.indexOf('/', path.length() + 1);
        String number = other.substring(path.length() + 1, end < 0 ? other.length() : end);
        try {
            return Integer.parseInt(number) >= children;
        } catch (NumberFormatException e) {
            return false; // a clip can name anything
        }
    }

    /**
     * Whether it has been at the place of its next stop since the last call of this method: then it will reach the
     * stop. Called by the thread.
     */
    boolean approachesStop() {
        int visits = threadSchedule == null ? 0 : threadSchedule.visitsOfNextStop();
        boolean nearer = visits > visitsSeen;
        visitsSeen = visits;
        return nearer;
    }

    /** Whether it waits and its step ends when this wait ends, at the latest by its time limit. */
    final boolean awaitsOwnTimeout() {
        return waitingOn != null && threadSchedule != null && threadSchedule.awaitsEndOfWait();
    }

    /** Identifies the execution of the outermost atomic method it is in; 0 outside of all. */
    final int methodSpan() {
        return regions <= scheduler.rootMethods ? 0 : methodSpans;
    }

    /** The event that it does next. */
    final AccessSnapshot snapshot() {
        PendingEvent s = pending;
        return new AccessSnapshot(s.target, s.index, s.site, s.access, s.write, monitors.span(), methodSpan());
    }

    /** Reports an access that comes next to the scheduler, when the clip expects it. */
    final void reportExpected(Object target, int index, int site, boolean plain, boolean write) {
        ExpectedEvent expected = threadSchedule == null || threadSchedule.expectedEvents.length == 0
                ? null
                : threadSchedule.expectedEventHere(site, plain);
        if (expected == null || runsFree()) {
            return;
        }
        try {
            monitors.verify();
            AccessSnapshot snapshot =
                    new AccessSnapshot(target, index, site, plain, write, monitors.span(), methodSpan());
            scheduler.reachesExpected(this, expected, snapshot);
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    /** The same for an event on a monitor, which is counted by now. */
    final void reportExpectedOnMonitor(Object monitor, int site) {
        ExpectedEvent expected = threadSchedule == null || threadSchedule.expectedEvents.length == 0
                ? null
                : threadSchedule.expectedEventHere(site, true);
        if (expected != null && !runsFree()) {
            monitors.verify();
            scheduler.reachesExpected(
                    this, expected, new AccessSnapshot(monitor, -1, site, false, false, monitors.span(), methodSpan()));
        }
    }

    /** Whether it is inside a class initialiser, or all threads run free: then it is not held. */
    final boolean runsFree() {
        return initializers > 0 || scheduler.isFree();
    }

    /** Counts an event at a site, unless inside a class initialiser, and returns how many stops are here. */
    final int count(int site) {
        return initializers > 0 ? deferredStops : countAnywhere(site);
    }

    final int countAnywhere(int site) {
        if (threadSchedule == null || !threadSchedule.mentions(site)) {
            return deferredStops;
        }
        threadSchedule.count(site);
        return here(site, true);
    }

    /** How many stops are here, with those reached inside a class initialiser. */
    final int here(int site, boolean counted) {
        return threadSchedule == null || !threadSchedule.mentions(site)
                ? deferredStops
                : deferredStops + threadSchedule.stopsHere(site, counted, deferredStops);
    }

    /** Counts the event that comes next, and stops before it if the thread is to stop. */
    final void countAndCheckStop(int site) {
        if (!runsFree()) {
            checkStopAt(site, count(site));
        }
        lastSite = site;
    }

    /** The same for an event on a monitor. */
    final void countAndCheckStop(Object monitor, int site) {
        if (!runsFree()) {
            int stops = count(site);
            if (stops > 0 || activeMarks.length == 0) {
                pending.beforeMonitor(monitor, site);
                arrive(stops, null);
            }
        }
        lastSite = site;
    }

    /** The same for an event that is counted after it has happened, or for no event at all. */
    final void checkStop(int site) {
        checkOrDeferStop(site, here(site, false));
    }

    final void checkOrDeferStop(int site, int stops) {
        if (!runsFree()) {
            checkStopAt(site, stops);
        } else if (initializers > 0) {
            deferredStops = stops;
        }
        lastSite = site;
    }

    private void checkStopAt(int site, int stops) {
        if (stops > 0 || activeMarks.length == 0) {
            pending.elsewhere(site);
            arrive(stops, null);
        }
    }

    final void arrive(int stops, Object monitor) {
        try {
            needStack(STACK_TO_STOP);
            monitors.verify();
            deferredStops = 0;
            waitingOn = null;
            if (inputs != null) {
                inputs.waited(); // a wait that ended by an exception
            }
            long since = inputs == null ? 0 : System.nanoTime();
            scheduler.arrive(this, stops, monitor);
            if (inputs != null) {
                ((ReplayedInputs) inputs).held(System.nanoTime() - since);
            }
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
        pending.clear();
    }

    /** Overflows the stack here, where nothing has changed yet, rather than inside the scheduler. */
    private static int needStack(int frames) {
        return frames == 0 ? 0 : 1 + needStack(frames - 1);
    }
}
