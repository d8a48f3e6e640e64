// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.probe.ThreadProbe;

/**
 * A thread under direction, as others see it, and how it counts its events and stands where it must. What it says at
 * its probes is in {@link DirectedProbes}.
 *
 * <p>The fast path of every probe: {@code pass} is the table of marked sites while the thread may run, and empty while
 * it may not, so one load and one compare answer both "may I go on?" and "is this a place the script mentions?". Others
 * take the baton away by emptying {@code pass}; the thread notices at its next probe.
 *
 * <p>Events are counted as the recorder counts them: not for null targets or indices out of range, monitors only when
 * entered first and left last, nothing inside class initialisers but starts and joins. Where the recorder counts after
 * the fact (volatiles, starts, joins) so does this, and looks one ahead before.
 *
 * <p>Fields without a word about it belong to the thread itself.
 */
abstract class DirectedThread extends ThreadProbe {
    /** Several times the depth of what happens when a thread stands. */
    private static final int STACK_TO_STOP = 200;

    /** {@code pass} of a thread that may not run. */
    static final byte[] HALT = new byte[0];

    final Scheduler scheduler;
    final String path;
    /** Its part in the script, or null. */
    final ThreadSchedule threadSchedule;

    final ThreadGate gate = new ThreadGate();
    final HeldMonitors monitors = new HeldMonitors();

    /** Written by all under the baton's lock. */
    volatile byte[] activeMarks = HALT;

    /** The last site passed; others read it for explanations. */
    int lastSite;
    /** The monitor it is about to enter; others look at it, and believe it when it stays. */
    Object wants;
    /** Whether an interrupt ends its wait for that; seen by others likewise. */
    boolean wantsInterruptibly;
    /** Whether that is so for the monitor which its next probe is about. */
    boolean interruptibleNext;
    /** The monitor it waits on, and so does not own although it is among {@code monitors}; seen by others likewise. */
    Object waitingOn;
    /** What it waits for there: the monitor itself, or a condition of the lock. */
    Object waitingFor;
    /** When that wait is over at the latest, if it has a limit; others read it while it waits. */
    long waitsUntil;
    /** How long the call that it makes may wait, 0 for ever or when it makes none, and since when; others read them. */
    volatile long limit;

    volatile long limitSince;
    /** The sum of all limits that ran out. */
    long timedOutNanos;
    /** Between beforePause and afterPause: the watchdog leaves it the baton. */
    volatile boolean pausing;
    /** What it reads is not counted, until its next probe of another kind: the recorder left it out. */
    boolean optimistic;
    /** In a call that may block: the watchdog takes the baton as soon as the JVM says that it does. */
    volatile boolean blocking;

    /** In such a call, the thread without which it does not go on, if that is known. */
    volatile DirectedThread awaits;

    /** Class initialisers it is in. */
    int initializers;
    /** Stops reached inside a class initialiser, where nobody may be held: due at the next probe outside. */
    int deferredStops;

    private int children;

    /** Where it stands; valid while it is held. */
    final PendingEvent pending = new PendingEvent();

    final ThreadStatus status = new ThreadStatus();

    private int visitsSeen;

    /** The promised event that it passed at its last probe; written by the thread, under the baton's lock. */
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

    /** Whether this is the path of a thread that it has not started, or of a descendant of one. */
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

    /** Whether it has been at the place of its next stop since this was last asked: then it will get there. */
    boolean approachesStop() {
        int visits = threadSchedule == null ? 0 : threadSchedule.visitsOfNextStop();
        boolean nearer = visits > visitsSeen;
        visitsSeen = visits;
        return nearer;
    }

    /** Whether it waits, and its step wants this wait to be over, by its limit if need be. */
    final boolean awaitsOwnTimeout() {
        return waitingOn != null && threadSchedule != null && threadSchedule.awaitsEndOfWait();
    }

    /** A number for the execution of the outermost atomic method it is in; 0 outside of all. */
    final int methodSpan() {
        return regions <= scheduler.rootMethods ? 0 : methodSpans;
    }

    /** What it stands before. */
    final AccessSnapshot snapshot() {
        PendingEvent s = pending;
        return new AccessSnapshot(s.target, s.index, s.site, s.access, s.write, monitors.span(), methodSpan());
    }

    /** Tells the baton of an access that comes right now, when it is one that the clip promises. */
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

    /** The same for what it does to a monitor, which is counted by now. */
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

    /** Inside a class initialiser, or after the script: nobody is held. */
    final boolean runsFree() {
        return initializers > 0 || scheduler.isFree();
    }

    /** Counts an event at a site, unless inside a class initialiser, and says how many stops are here. */
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

    /** How many stops are here, with those that were due inside a class initialiser. */
    final int here(int site, boolean counted) {
        return threadSchedule == null || !threadSchedule.mentions(site)
                ? deferredStops
                : deferredStops + threadSchedule.stopsHere(site, counted, deferredStops);
    }

    /** Stands before an event that counts now. */
    final void countAndCheckStop(int site) {
        if (!runsFree()) {
            checkStopAt(site, count(site));
        }
        lastSite = site;
    }

    /** Stands before something done to a monitor, which counts now. */
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

    /** Stands before an event that is counted later, when it has happened, or before no event at all. */
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

    /** Overflows the stack here, where nothing has changed yet, rather than amid the baton's work. */
    private static int needStack(int frames) {
        return frames == 0 ? 0 : 1 + needStack(frames - 1);
    }
}
