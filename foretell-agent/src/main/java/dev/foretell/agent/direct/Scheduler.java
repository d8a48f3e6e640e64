// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.clip.Outcome;
import java.util.List;

/**
 * Decides which thread runs. The state it decides on is that of its parts, each guarded by the lock of this object:
 * {@link RunningThread} (context switches, monitor owners), {@link ScheduleProgress} (the position in the schedule),
 * {@link LiveThreads} with each thread's {@link ThreadStatus} (which threads are blocked, and by what),
 * {@link ThreadChoice} (which have yielded), {@link EarlyWakeups}, {@link SequenceCheck}, {@link Aftermath} and
 * {@link SiteMarks}.
 *
 * <p>The schedule is a list of steps "thread T runs until P". The thread of the current step runs whenever it can. When
 * it cannot (a monitor is owned, it waits, joins, blocks elsewhere, spins) another thread runs out of turn, see
 * {@link ThreadChoice}. No thread runs past its own next stop, in turn or out of turn, so no step is skipped. When the
 * thread of the step can run again, the scheduler switches back to it at the next probe.
 *
 * <p>Where dependencies are unknown, the schedule may miss the anomaly. A reported anomaly is always real: only
 * {@link SimultaneousCheck} and {@link SequenceCheck} decide that, on threads that are held.
 */
final class Scheduler {
    final Schedule schedule;
    /**
     * How many atomic methods a thread is in outside of all atomic regions: 1 where every method is atomic, because the
     * outermost method of a thread is no region; else 0.
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
    /** Whether all threads run free; probes read it without the lock. */
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

    // ---- called by probes without the lock

    boolean isFree() {
        return free;
    }

    /** Whether the running thread is another one than that of the current step. */
    boolean runsOutOfTurn() {
        return running.isOutOfTurn();
    }

    /** The stopped thread that owns the monitor; null when there is none. */
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

    /** The thread is started; from now on it can be chosen to run. */
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
     * The thread is about to end the program and does nothing else any more, so it is held until the other threads have
     * completed their steps: in the recorded run they did that before the program was over.
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
     * A thread is at a probe and continues when this returns. {@code stops} is how many of its stops are here;
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

    /** Whether the running thread continues at a place that is no stop. */
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

    /** Whether a thread spins and has to yield. If that cannot change any more, the replay diverges. */
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

    /** The thread arrives here at its next probe, whatever that is. */
    synchronized void stopAtNextProbe(DirectedThread thread) {
        if (!free) {
            thread.activeMarks = DirectedThread.HALT;
        }
    }

    /** A thread that runs out of turn released a monitor: the thread of the step may be blocked on it. */
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

    /** Its expected event, if any, has happened; if that ends its step, it has reached a stop. */
    private static void completeEventAndStep(DirectedThread thread) {
        SequenceCheck.completeEvent(thread);
        if (thread.threadSchedule != null && thread.status.stopsReached == 0 && thread.threadSchedule.isPassed()) {
            thread.status.stopsReached = 1;
        }
    }

    /** The expected event has happened. */
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

    /**
     * The thread owns the monitor again. Unless the scheduler switches to it, it waits on, which releases the monitor.
     */
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

    /** The thread is about to join another one that is alive. */
    synchronized void beginsJoin(DirectedThread thread, Thread other) {
        DirectedThread joined = free ? null : threads.of(other);
        if (joined != null) {
            thread.status.joins = joined;
            switchFrom(thread, ThreadState.JOINING);
        }
    }

    /** The thread sleeps or yields: what it does after that no longer follows directly on the anomaly. */
    synchronized void pausesInAftermath(DirectedThread thread) {
        if (phase == ReplayPhase.AFTERMATH && running.is(thread)) {
            switchFrom(thread, ThreadState.PAUSED);
        }
    }

    /** The thread sleeps or yields again and again at one place: it may wait for another thread, so it yields. */
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

    /** Preempts a thread that runs out of turn when the thread of the step can run again. */
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

    /** Ends the schedule, with the reason in the outcome. */
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

    /** Ends the schedule, if it has not ended, because of what happened outside of it. */
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
     * An error inside the director, possibly because the program has used up its memory: all threads run free. When the
     * stack is full only this probe is skipped; the program gets its own error in a moment.
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

    /** The running thread, unless it is still inside the director; null when there is none. */
    synchronized DirectedThread runningThread() {
        DirectedThread thread = running.get();
        return thread == null || thread.gate.isOccupied() ? null : thread;
    }

    /** Makes the running thread arrive at its next probe. False when an earlier request has not been met yet. */
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

    /** The running thread blocks, or computes for too long, in code without probes: others run meanwhile. */
    synchronized void switchAway(DirectedThread thread, String why) {
        if (!running.is(thread) || !running.isStopRequested()) {
            return;
        }
        outcomeFile.add(Outcome.SWITCHED_AWAY, DivergenceText.name(thread) + ' ' + why);
        SequenceCheck.switchedAway(thread);
        switchFrom(thread, ThreadState.AWAY);
    }

    /** Whether the running thread is in a wait whose time limit ends its step, and that limit is not over yet. */
    synchronized boolean awaitsTimeout(DirectedThread thread, long now) {
        return running.is(thread) && thread.awaitsOwnTimeout() && now < thread.waitsUntil + patience;
    }

    /** The JVM reports whether a stopped thread is blocked until another one acts. */
    synchronized void observedWaiting(DirectedThread thread, boolean untilAnotherActs) {
        thread.status.blockedPolls = untilAnotherActs ? thread.status.blockedPolls + 1 : 0;
    }

    /** A thread that passed no probe for so long that it was switched away from computes: it will come to a probe. */
    synchronized void observedComputing(long now) {
        running.timer.computes(now);
    }

    /** Whether the anomaly was created, or all threads run free. */
    synchronized boolean isPastSchedule() {
        return phase != ReplayPhase.SCHEDULE;
    }

    /** Samples a running thread that has made no progress for long, and ends the time slice of one out of turn. */
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
