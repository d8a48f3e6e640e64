// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.clip.Outcome;
import java.util.List;

/**
 * Decides who runs. All state is guarded by {@code this}; {@code free}, {@code lent}, the owners and each thread's
 * {@code pass} are also read without the lock, by probes.
 *
 * <p>The script is a list of steps "thread T runs until P". The thread of the current step has the baton whenever it
 * can run. When it cannot (a monitor is taken, it waits, joins, blocks somewhere, spins) the baton is lent, see
 * {@link ThreadChoice}. Nobody runs past his own next stop, whoever lent him the baton, so lending never skips a step.
 * When the thread of the step can go on it gets the baton back at the borrower's next probe.
 *
 * <p>Whether this finds the way to the anomaly is a matter of luck where dependencies are unknown; that what it reports
 * is true is not: only {@link SimultaneousCheck} and {@link SequenceCheck} decide on that, looking at threads that
 * stand still.
 */
final class Scheduler {
    final Schedule schedule;
    /**
     * How many methods a thread is in when it is in no atomic one: where all methods are atomic its first is not
     * counted.
     */
    final int rootMethods;

    private final OutcomeFile outcomeFile;
    private final DivergenceText explanation;
    private final long patience;

    /** Read by probes without the lock. */
    private final MonitorOwners owners = new MonitorOwners();

    private final RunningThread running = new RunningThread(owners);
    private final LiveThreads threads = new LiveThreads(running);
    private final ThreadChoice choice = new ThreadChoice(threads);
    private final ScheduleProgress progress;
    private final SiteMarks marks;
    private final EarlyWakeups earlyWakeups = new EarlyWakeups(this, threads);
    private final Aftermath aftermath;
    /** Null unless the anomaly is a sequence of events. */
    private final SequenceCheck sequenceCheck;

    private ReplayPhase phase = ReplayPhase.SCHEDULE;
    private volatile boolean free;

    Scheduler(Schedule schedule, OutcomeFile outcomeFile, long patienceMillis, int rootMethods) {
        this.schedule = schedule;
        this.rootMethods = rootMethods;
        this.outcomeFile = outcomeFile;
        this.explanation = new DivergenceText(schedule, running);
        this.patience = patienceMillis * 1_000_000;
        this.progress = new ScheduleProgress(schedule, outcomeFile);
        this.marks = new SiteMarks(schedule);
        this.aftermath = new Aftermath(schedule, owners);
        this.sequenceCheck = schedule.clip.shape().inOrder() ? new SequenceCheck(schedule) : null;
    }

    // ---- asked by probes without the lock

    boolean isFree() {
        return free;
    }

    /** Somebody runs who is not the thread of the current step. */
    boolean runsOutOfTurn() {
        return running.isOutOfTurn();
    }

    /** The thread that owns the monitor and does not run now; null when there is none. */
    DirectedThread ownerOf(Object monitor) {
        return owners.of(monitor);
    }

    // ---- threads start and end, classes are defined

    synchronized void add(DirectedThread thread) {
        threads.add(thread);
        if (thread.threadSchedule != null) {
            thread.threadSchedule.thread = thread;
        }
        if (free) {
            thread.activeMarks = marks.unmarked();
        }
    }

    /** It will run now, if it may. */
    synchronized void started(DirectedThread thread) {
        if (thread.status.state == ThreadState.NEW) {
            thread.status.state = ThreadState.STARTED;
            proceed();
        }
    }

    synchronized void ended(DirectedThread thread) {
        if (thread.status.state == ThreadState.ENDED) {
            return;
        }
        thread.status.state = ThreadState.ENDED;
        thread.monitors.clear();
        thread.wants = null;
        completeEventAndStep(thread);
        threads.remove(thread);
        choice.setYielded(thread, false);
        running.ended(thread);
        if (phase == ReplayPhase.SCHEDULE && thread.threadSchedule != null && thread.threadSchedule.expectsPoint()) {
            abandon(explanation.endedEarly(thread));
        }
        proceed();
    }

    /**
     * The thread is about to end the program. It has done all it will ever do, so it stands here until the others have
     * done what the script has for them: in the recorded run they did that before the program was over.
     */
    void endsProgram(DirectedThread thread) {
        synchronized (this) {
            if (phase != ReplayPhase.SCHEDULE) {
                return;
            }
            completeEventAndStep(thread);
            running.stop(thread, ThreadState.LEAVING);
            progress.end.endedBy(thread);
            if (thread.threadSchedule != null && thread.threadSchedule.expectsPoint()) {
                abandon(explanation.endedEarly(thread));
            }
            proceed();
        }
        thread.gate.await();
    }

    synchronized List<DirectedThread> threads() {
        return threads.copy();
    }

    synchronized int define(ClassInfo info) {
        return marks.define(info, threads, free);
    }

    // ---- threads arrive at probes

    /**
     * A thread stands at a probe and goes on when this returns. {@code stops} says how many of its stops are here;
     * {@code monitor} is the one it is about to enter, or null.
     */
    void arrive(DirectedThread thread, int stops, Object monitor) {
        synchronized (this) {
            if (free) {
                thread.activeMarks = marks.unmarked();
                return;
            }
            thread.status.stopsReached = stops;
            thread.status.nextMonitor = monitor;
            completeEventAndStep(thread);
            if (running.is(thread) && continues(thread)) {
                running.arrived(thread);
                return;
            }
            running.stop(thread, ThreadState.HELD);
            proceed();
        }
        thread.gate.await();
    }

    private boolean continues(DirectedThread thread) {
        return switch (phase) {
            case SCHEDULE -> thread.status.stopsReached == 0 && keepsRunning(thread);
            case AFTERMATH -> !running.isPreempted() && aftermath.continues(thread);
            case FREE -> true;
        };
    }

    /** Whether the holder of the baton goes on at a place that is no stop. */
    private boolean keepsRunning(DirectedThread thread) {
        SpinSample sample = running.sample();
        if (sample != null) {
            sample.add(thread.pending);
            if (!sample.isFull()) {
                return true; // without marks: it arrives at its next probe again
            }
            running.endSample();
            choice.setYielded(thread, spins(sample, System.nanoTime() - progress.since(), thread));
            if (phase != ReplayPhase.SCHEDULE) {
                return free;
            }
        }
        if (choice.hasYielded(thread)
                || running.isPreempted()
                || thread.status.nextMonitor != null && ownerOf(thread.status.nextMonitor) != null) {
            return false;
        }
        thread.activeMarks = marks.of(thread, free);
        return true;
    }

    /** Whether a thread only runs in circles. If that cannot change any more, the script ends. */
    private boolean spins(SpinSample sample, long sinceProgress, DirectedThread thread) {
        if (thread.approachesStop()) {
            return false;
        }
        boolean overdue = sinceProgress > patience;
        boolean anotherCanRun = threads.anotherCanRun(thread);
        if (sample.isSpin() && overdue && (!anotherCanRun || sinceProgress > 5 * patience)) {
            diverges();
            return false;
        }
        return anotherCanRun && (sample.isSpin() || overdue && sample.isLoop());
    }

    /** The thread will look here at its next probe, whatever that is. */
    synchronized void stopAtNextProbe(DirectedThread thread) {
        if (!free) {
            thread.activeMarks = DirectedThread.HALT;
        }
    }

    /** A monitor was given up while the baton is lent: it may be what the thread of the step needs. */
    synchronized void monitorReleased() {
        switchBack();
    }

    /** The thread does an event that the clip expects; it stops at its next probe. */
    synchronized void reachesExpected(DirectedThread thread, ExpectedEvent expected, AccessSnapshot snapshot) {
        if (phase == ReplayPhase.SCHEDULE && running.is(thread)) {
            expected.passed(thread, snapshot, sequenceCheck);
            stopAtNextProbe(thread);
        }
    }

    /** Its last access has been made; if that was to end its step, it stands at a stop now. */
    private static void completeEventAndStep(DirectedThread thread) {
        SequenceCheck.completeEvent(thread);
        if (thread.threadSchedule != null && thread.status.stopsReached == 0 && thread.threadSchedule.isPassed()) {
            thread.status.stopsReached = 1;
        }
    }

    /** The access has been made. */
    synchronized void completeEvent(DirectedThread thread) {
        SequenceCheck.completeEvent(thread);
    }

    // ---- threads block

    /** The thread is about to wait; {@code stops} are those before the end of the wait. */
    synchronized void beginsWait(DirectedThread thread, int stops, boolean timed) {
        if (!free) {
            thread.status.mayWake = timed;
            thread.status.stopsReached = stops;
            switchFrom(thread, ThreadState.WAITING);
        }
    }

    /** Has come back from waiting, with the monitor. If its turn has not come it must go back and leave the monitor. */
    void returnsFromWait(DirectedThread thread, Object monitor) {
        synchronized (this) {
            if (free || running.is(thread)) {
                thread.status.state = ThreadState.RUNNING;
                running.arrived(thread);
                return;
            }
            thread.status.mayHaveConsumedNotify = false;
            running.stop(thread, ThreadState.WOKEN);
            proceed();
        }
        earlyWakeups.waitOn(thread, monitor);
    }

    void notified(Object monitor, boolean all) {
        if (free) {
            return;
        }
        synchronized (this) {
            earlyWakeups.notified(monitor, all);
        }
    }

    /** Is about to join a thread that lives. */
    synchronized void beginsJoin(DirectedThread thread, Thread other) {
        DirectedThread joined = free ? null : threads.of(other);
        if (joined != null) {
            thread.status.joins = joined;
            switchFrom(thread, ThreadState.JOINING);
        }
    }

    /** Pauses: what it does after that is no longer what comes right after the anomaly. */
    synchronized void pausesInAftermath(DirectedThread thread) {
        if (phase == ReplayPhase.AFTERMATH && running.is(thread)) {
            switchFrom(thread, ThreadState.PAUSED);
        }
    }

    /** Pauses again and again: others may go first. */
    synchronized void pausesRepeatedly(DirectedThread thread) {
        if (!free && running.is(thread) && !thread.approachesStop()) {
            choice.setYielded(thread, true);
            switchFrom(thread, ThreadState.PAUSED);
        }
    }

    private void switchFrom(DirectedThread thread, ThreadState state) {
        completeEventAndStep(thread);
        running.stop(thread, state);
        proceed();
    }

    // ---- the schedule

    /** Advances the schedule as far as the threads' states allow, and switches to a thread if none runs. */
    private void proceed() {
        while (phase == ReplayPhase.SCHEDULE && progress.isStepReached()) {
            completeStep();
        }
        if (phase != ReplayPhase.SCHEDULE) {
            if (phase == ReplayPhase.AFTERMATH && running.is(null)) {
                switchInAftermath();
            }
            return;
        }
        if (progress.isOver()) {
            scheduleOver();
            return;
        }
        if (!running.is(null)) {
            running.setOutOfTurn(isOutOfTurn(running.get()));
            switchBack();
            return;
        }
        ThreadSchedule due = progress.threadSchedule();
        DirectedThread next = isNextStepReady(due) ? null : choice.next(due.thread);
        if (next != null) {
            running.switchTo(next, marks.of(next, free), isOutOfTurn(next));
        } else if (due.thread != null && due.runsToEnd() && threads.isBlockedBeforeEnd(due.thread)) {
            completeStep();
            proceed();
        } else if (due.thread != null && progress.isClipStep() && threads.needsLaterStep(due.thread)) {
            progress.passOver();
            proceed();
        } else if (threads.noneCanContinue(false)) {
            diverges();
        }
    }

    private boolean isOutOfTurn(DirectedThread thread) {
        return thread.threadSchedule != progress.threadSchedule();
    }

    /** Whether a thread that was to run to its end is blocked, and the thread of the next step has reached its stop. */
    private boolean isNextStepReady(ThreadSchedule due) {
        DirectedThread second = due.runsToEnd() ? progress.nextThread() : null;
        return due.thread != null
                && second != null
                && second.status.stopsReached > 0
                && threads.isBlockedBeforeEnd(due.thread);
    }

    private void completeStep() {
        progress.completeStep();
        choice.clearYielded();
    }

    /** Makes a borrower stop at its next probe when the thread of the step can go on. */
    private void switchBack() {
        if (running.isOutOfTurn() && phase == ReplayPhase.SCHEDULE) {
            DirectedThread due = progress.threadSchedule().thread;
            if (due != null && choice.isCandidate(due)) {
                running.preempt();
            }
        }
    }

    private void scheduleOver() {
        if (schedule.clip.anomaly().isEmpty()) {
            runFree();
            return;
        }
        AnomalyVerdict verdict =
                sequenceCheck != null ? sequenceCheck.verdict() : new SimultaneousCheck(schedule, owners).verdict();
        if (verdict.isCreated()) {
            created(verdict);
        } else {
            abandon(verdict.sentence());
        }
    }

    /** The schedule cannot be followed any further. The anomaly may have been created nevertheless. */
    private void diverges() {
        AnomalyVerdict verdict = sequenceCheck == null ? null : sequenceCheck.verdict();
        if (verdict != null && verdict.isCreated()) {
            created(verdict);
        } else {
            abandon(explanation.stuck(progress.step(), threads));
        }
    }

    private void created(AnomalyVerdict verdict) {
        outcomeFile.add(Outcome.CREATED, verdict.sentence());
        if (schedule.isAboutMonitors()) {
            runFree(); // from here on they block, or wait, in the JVM
            return;
        }
        phase = ReplayPhase.AFTERMATH;
        for (DirectedThread thread : threads) {
            thread.activeMarks = DirectedThread.HALT;
        }
        switchInAftermath();
    }

    private void switchInAftermath() {
        DirectedThread next = aftermath.next();
        if (next == null) {
            runFree();
        } else {
            running.switchTo(next, DirectedThread.HALT, false);
        }
    }

    private void runFree() {
        phase = ReplayPhase.FREE;
        free = true;
        running.clear();
        if (sequenceCheck != null) {
            sequenceCheck.clear();
        }
        for (DirectedThread thread : threads) {
            thread.activeMarks = marks.unmarked();
            thread.gate.open();
        }
    }

    private void abandon(String problem) {
        outcomeFile.add(Outcome.PROBLEM, problem);
        runFree();
    }

    /** The JVM shuts down. Returns whether threads can still complete steps of the schedule. */
    synchronized boolean jvmShutsDown() {
        progress.end.jvmShutsDown();
        proceed();
        return phase == ReplayPhase.SCHEDULE && !threads.noneCanContinue(true);
    }

    /** Ends the direction, if it has not ended, because of what happened outside of the script. */
    synchronized void giveUp(String because) {
        while (phase == ReplayPhase.SCHEDULE && progress.threadSchedule().runsToEnd()) {
            completeStep(); // "until the end" is now, for all
            if (progress.isOver()) {
                scheduleOver();
            }
        }
        if (phase == ReplayPhase.SCHEDULE) {
            abandon(because + ' ' + explanation.stuck(progress.step(), threads));
        } else {
            runFree();
        }
    }

    /**
     * Something went wrong in here, if only that the program had used up its memory: let it go. When it has used up its
     * stack it will notice so itself in a moment; the probe just did not happen.
     */
    void internalError(Throwable e) {
        if (e instanceof StackOverflowError) {
            return;
        }
        try {
            giveUp("Foretell's director failed (" + e + ").");
        } catch (Throwable again) {
            free = true; // probes hold no thread any more; the watchdog opens the gates
        }
    }

    /** Completes what {@link #internalError} could only begin. */
    synchronized void completeRelease() {
        if (phase != ReplayPhase.FREE) {
            abandon("Foretell's director failed for lack of memory.");
        }
    }

    // ---- for the watchdog

    /** The thread that has the baton and is not inside the director; null when there is none. */
    synchronized DirectedThread runningThread() {
        DirectedThread thread = running.get();
        return thread == null || thread.gate.isOccupied() ? null : thread;
    }

    /** Makes the runner show up here at its next probe. False when that was asked before and has not happened yet. */
    synchronized boolean requestStop(DirectedThread thread) {
        if (!running.is(thread)) {
            return true;
        }
        boolean isFirst = running.requestStop();
        if (isFirst) {
            stopAtNextProbe(thread);
        }
        return isFirst;
    }

    /** The runner blocks where no probe is, or computes there for too long: others go on meanwhile. */
    synchronized void switchAway(DirectedThread thread, String why) {
        if (!running.is(thread) || !running.isStopRequested()) {
            return;
        }
        outcomeFile.add(Outcome.LENT, DivergenceText.name(thread) + ' ' + why);
        SequenceCheck.switchedAway(thread);
        switchFrom(thread, ThreadState.AWAY);
    }

    /** Whether the runner sits in a wait that its step wants to end by its time limit, and that is not over yet. */
    synchronized boolean awaitsTimeout(DirectedThread thread, long now) {
        return running.is(thread) && thread.awaitsOwnTimeout() && now < thread.waitsUntil + patience;
    }

    /** The JVM reports whether a stopped thread is blocked until another one acts. */
    synchronized void observedWaiting(DirectedThread thread, boolean untilAnotherActs) {
        thread.status.blockedPolls = untilAnotherActs ? thread.status.blockedPolls + 1 : 0;
    }

    /**
     * A thread that lost the baton because it passed no probe for so long is not blocked: it computes, and will be
     * back.
     */
    synchronized void observedComputing(long now) {
        running.timer.computes(now);
    }

    /** Whether the anomaly was created, and the runner is one of its threads. */
    synchronized boolean isPastSchedule() {
        return phase != ReplayPhase.SCHEDULE;
    }

    /** Looks closer at a runner that has made no progress for long, and ends the turn of a borrower. */
    synchronized void supervise(long now) {
        if (phase != ReplayPhase.SCHEDULE) {
            if (!running.is(null) && running.timer.elapsed(now) > Aftermath.ALONE_NANOS) {
                running.preempt();
            }
            return;
        }
        if (running.is(null)) {
            proceed();
        }
        DirectedThread thread = running.get();
        if (phase == ReplayPhase.SCHEDULE && thread == null) {
            if (running.timer.isTooLong(now, patience) || threads.noneCanContinue(false)) {
                diverges();
            }
        } else if (thread != null
                && running.isOutOfTurn()
                && running.timer.elapsed(now) > choice.timeSlice(thread, progress.threadSchedule().thread)) {
            choice.setYielded(thread, true);
            running.preempt();
        } else if (thread != null
                && now - progress.since() > Watchdog.SPIN_NANOS
                && running.sample() == null
                && (threads.anotherCanRun(thread) || now - progress.since() > patience)) {
            running.beginSample();
            stopAtNextProbe(thread);
        }
    }
}
