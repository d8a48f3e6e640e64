// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.clip.Outcome;
import java.util.ArrayList;
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
    private final DivergenceText explanation;
    private final OutcomeFile outcomeFile;
    private final ThreadChoice choice;
    private final ScheduleProgress progress;
    private final EarlyWakeups earlyWakeups;
    /** Null unless the anomaly's events are in order. */
    private final SequenceCheck sequenceCheck;

    private final Aftermath aftermath;
    /**
     * How many methods a thread is in when it is in no atomic one: where all methods are atomic its first is not
     * counted.
     */
    final int rootMethods;

    private final long patience;
    private final List<DirectedThread> threads = new ArrayList<>();

    private ReplayPhase phase = ReplayPhase.SCHEDULE;
    private volatile boolean free;
    private DirectedThread running;

    private final SiteMarks marks;
    private final MonitorOwners owners = new MonitorOwners();

    private volatile boolean lent;
    private final SwitchTimer stillness = new SwitchTimer();

    Scheduler(Schedule schedule, OutcomeFile outcomeFile, long patienceMillis, int rootMethods) {
        this.schedule = schedule;
        this.marks = new SiteMarks(schedule);
        this.outcomeFile = outcomeFile;
        this.patience = patienceMillis * 1_000_000;
        this.explanation = new DivergenceText(schedule, this);
        this.choice = new ThreadChoice(this, threads);
        this.progress = new ScheduleProgress(schedule, outcomeFile);
        this.earlyWakeups = new EarlyWakeups(this, threads);
        this.sequenceCheck = schedule.clip.shape().inOrder() ? new SequenceCheck(schedule) : null;
        this.aftermath = new Aftermath(schedule, this);
        this.rootMethods = rootMethods;
    }

    // ---- asked by probes without the lock

    boolean isFree() {
        return free;
    }

    /** Somebody runs who is not the thread of the current step. */
    boolean runsOutOfTurn() {
        return lent;
    }

    /** The thread that owns the monitor and does not run now; null when there is none. */
    DirectedThread ownerOf(Object monitor) {
        return owners.of(monitor);
    }

    /** The same, under the lock, with the thread that runs: for a thread that does not run. */
    DirectedThread ownerOrRunner(Object monitor) {
        return running != null && MonitorOwners.owns(running, monitor) ? running : owners.of(monitor);
    }

    // ---- threads and classes come and go

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
        if (thread.state == ThreadState.NEW) {
            thread.state = ThreadState.STARTED;
            proceed();
        }
    }

    synchronized void ended(DirectedThread thread) {
        if (thread.state == ThreadState.ENDED) {
            return;
        }
        thread.state = ThreadState.ENDED;
        thread.monitors.clear();
        thread.wants = null;
        completeEventAndStep(thread);
        threads.remove(thread);
        owners.runs(thread);
        relinquish(thread);
        if (phase == ReplayPhase.SCHEDULE && thread.threadSchedule != null && thread.threadSchedule.expectsPoint()) {
            abandon(explanation.endedEarly(thread));
        }
        proceed();
    }

    /**
     * The thread is about to end the program. It has done all it will ever do, so it stands here until the others have
     * done what the script has for them: in the recorded run they did that before the program was over.
     */
    void leave(DirectedThread thread) {
        synchronized (this) {
            if (phase != ReplayPhase.SCHEDULE) {
                return;
            }
            completeEventAndStep(thread);
            relinquish(thread);
            stopAs(ThreadState.LEAVING, thread);
            progress.leaves(thread);
            if (thread.threadSchedule != null && thread.threadSchedule.expectsPoint()) {
                abandon(explanation.endedEarly(thread));
            }
            proceed();
        }
        thread.gate.await();
    }

    synchronized List<DirectedThread> threads() {
        return new ArrayList<>(threads);
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
            thread.ready = stops;
            thread.monitor = monitor;
            completeEventAndStep(thread);
            if (running == thread && continues(thread)) {
                thread.poked = false;
                return;
            }
            relinquish(thread);
            stopAs(ThreadState.HELD, thread);
            proceed();
        }
        thread.gate.await();
    }

    private boolean continues(DirectedThread thread) {
        return switch (phase) {
            case SCHEDULE -> thread.ready == 0 && keepsRunning(thread);
            case AFTERMATH -> !thread.preempted && aftermath.continues(thread);
            case FREE -> true;
        };
    }

    /** Whether the holder of the baton goes on at a place that is no stop. */
    private boolean keepsRunning(DirectedThread thread) {
        if (thread.sample != null) {
            thread.sample.add(thread.pending);
            if (!thread.sample.isFull()) {
                return true; // its pass stays empty: it comes back at the next probe
            }
            thread.yielded = spins(thread.sample, System.nanoTime() - progress.since(), thread);
            thread.sample = null;
            if (phase != ReplayPhase.SCHEDULE) {
                return free;
            }
        }
        if (thread.yielded || thread.preempted || thread.monitor != null && ownerOf(thread.monitor) != null) {
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
        boolean somebodyElse = choice.somebodyElse(thread);
        if (sample.isSpin() && overdue && (!somebodyElse || sinceProgress > 5 * patience)) {
            stuck();
            return false;
        }
        return somebodyElse && (sample.isSpin() || overdue && sample.isLoop());
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

    /** The thread makes an access that the clip promises; it will show up at its next probe. */
    synchronized void reachesExpected(DirectedThread thread, ExpectedEvent watch, AccessSnapshot sighting) {
        if (phase == ReplayPhase.SCHEDULE && running == thread) {
            watch.passed(thread, sighting, sequenceCheck);
            stopAtNextProbe(thread);
        }
    }

    /** Its last access has been made; if that was to end its step, it stands at a stop now. */
    private static void completeEventAndStep(DirectedThread thread) {
        SequenceCheck.completeEvent(thread);
        if (thread.threadSchedule != null && thread.ready == 0 && thread.threadSchedule.isPassed()) {
            thread.ready = 1;
        }
    }

    /** The access has been made. */
    synchronized void completeEvent(DirectedThread thread) {
        SequenceCheck.completeEvent(thread);
    }

    // ---- threads block

    /** Is about to wait; {@code stops} are those before the wait's end. */
    synchronized void waiting(DirectedThread thread, int stops, boolean timed) {
        if (!free) {
            thread.mayWake = timed;
            thread.ready = stops;
            switchFrom(thread, ThreadState.WAITING);
        }
    }

    /** Has come back from waiting, with the monitor. If its turn has not come it must go back and leave the monitor. */
    void returnsFromWait(DirectedThread thread, Object monitor) {
        synchronized (this) {
            if (free || running == thread) {
                thread.state = ThreadState.RUNNING;
                thread.poked = false;
                return;
            }
            thread.mayHaveEaten = false;
            stopAs(ThreadState.WOKEN, thread);
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
        if (free) {
            return;
        }
        for (DirectedThread candidate : threads) {
            if (candidate.thread == other) {
                thread.joins = candidate;
                switchFrom(thread, ThreadState.JOINING);
                return;
            }
        }
    }

    /** Pauses: what it does after that is no longer what comes right after the anomaly. */
    synchronized void pausesInAftermath(DirectedThread thread) {
        if (phase == ReplayPhase.AFTERMATH && running == thread) {
            switchFrom(thread, ThreadState.PAUSED);
        }
    }

    /** Pauses again and again: others may go first. */
    synchronized void pausesRepeatedly(DirectedThread thread) {
        if (!free && running == thread && !thread.approachesStop()) {
            thread.yielded = true;
            switchFrom(thread, ThreadState.PAUSED);
        }
    }

    private void switchFrom(DirectedThread thread, ThreadState state) {
        completeEventAndStep(thread);
        relinquish(thread);
        stopAs(state, thread);
        proceed();
    }

    private void relinquish(DirectedThread thread) {
        if (running == thread) {
            running = null;
            lent = false;
            stillness.restart();
        }
    }

    private void stopAs(ThreadState state, DirectedThread thread) {
        thread.state = state;
        thread.poked = false;
        thread.preempted = false;
        thread.sample = null;
        thread.gate.close();
        thread.activeMarks = DirectedThread.HALT;
        thread.foreverPolls = 0;
        owners.stops(thread);
    }

    // ---- the script

    /** Brings the script forward as far as the threads' states allow, and gives the baton to somebody. */
    private void proceed() {
        while (phase == ReplayPhase.SCHEDULE && progress.isStepReached()) {
            stepDone();
        }
        if (phase != ReplayPhase.SCHEDULE) {
            if (phase == ReplayPhase.AFTERMATH && running == null) {
                switchInAftermath();
            }
            return;
        }
        if (progress.isOver()) {
            scheduleOver();
            return;
        }
        if (running != null) {
            lent = running.threadSchedule != progress.threadSchedule();
            switchBack();
            return;
        }
        ThreadSchedule threadSchedule = progress.threadSchedule();
        DirectedThread next = isNextStepReady(threadSchedule) ? null : choice.next(threadSchedule.thread);
        if (next != null) {
            grant(next);
        } else if (threadSchedule.thread != null
                && threadSchedule.runsToEnd()
                && choice.isDrained(threadSchedule.thread)) {
            stepDone();
            proceed();
        } else if (threadSchedule.thread != null && progress.isClipStep() && choice.isStalled(threadSchedule.thread)) {
            progress.passOver();
            proceed();
        } else if (choice.isHopeless()) {
            stuck();
        }
    }

    /** A thread that was to run to its end waits, and the thread of the next step stands ready: time to go on. */
    private boolean isNextStepReady(ThreadSchedule threadSchedule) {
        DirectedThread second = threadSchedule.runsToEnd() ? progress.nextThread() : null;
        return threadSchedule.thread != null
                && second != null
                && second.ready > 0
                && choice.isDrained(threadSchedule.thread);
    }

    private void stepDone() {
        progress.stepDone();
        for (DirectedThread thread : threads) {
            thread.yielded = false;
        }
    }

    private void grant(DirectedThread thread) {
        running = thread;
        lent = thread.threadSchedule != progress.threadSchedule();
        thread.state = ThreadState.RUNNING;
        thread.activeMarks = marks.of(thread, free);
        stillness.restart();
        owners.runs(thread);
        thread.gate.open();
    }

    /** Makes a borrower stop at its next probe when the thread of the step can go on. */
    private void switchBack() {
        if (lent && phase == ReplayPhase.SCHEDULE) {
            DirectedThread thread = progress.threadSchedule().thread;
            if (thread != null && !thread.yielded && choice.canRun(thread)) {
                preempt();
            }
        }
    }

    private void preempt() {
        running.preempted = true;
        running.activeMarks = DirectedThread.HALT;
    }

    private void scheduleOver() {
        if (schedule.clip.anomaly().isEmpty()) {
            runFree();
            return;
        }
        AnomalyVerdict verdict =
                sequenceCheck != null ? sequenceCheck.verdict() : new SimultaneousCheck(schedule, this).verdict();
        if (verdict.isCreated()) {
            created(verdict);
        } else {
            abandon(verdict.sentence());
        }
    }

    /** The script cannot go on. An anomaly that is there all the same needs no more of it. */
    private void stuck() {
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
            runFree(); // they block, or wait, for real now
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
            return;
        }
        running = next;
        next.state = ThreadState.RUNNING;
        stillness.restart();
        owners.runs(next);
        next.gate.open();
    }

    private void runFree() {
        phase = ReplayPhase.FREE;
        free = true;
        running = null;
        lent = false;
        owners.clear();
        if (sequenceCheck != null) {
            sequenceCheck.clear();
        }
        for (DirectedThread thread : threads) {
            thread.activeMarks = marks.unmarked();
            thread.sample = null;
            thread.gate.open();
        }
    }

    private void abandon(String problem) {
        outcomeFile.add(Outcome.PROBLEM, problem);
        runFree();
    }

    /** The JVM shuts down. Whether there are steps for threads that may still take them. */
    synchronized boolean closes() {
        progress.closes();
        proceed();
        return phase == ReplayPhase.SCHEDULE && !choice.isHopeless(true);
    }

    /** Ends the direction, if it has not ended, because of what happened outside of the script. */
    synchronized void giveUp(String because) {
        while (phase == ReplayPhase.SCHEDULE && progress.threadSchedule().runsToEnd()) {
            stepDone(); // "until the end" is now, for all
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
            free = true; // probes that see this let everybody pass; the watchdog opens the gates
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
        return running == null || running.gate.isOccupied() ? null : running;
    }

    /** Makes the runner show up here at its next probe. False when that was asked before and has not happened yet. */
    synchronized boolean requestStop(DirectedThread thread) {
        if (running != thread || thread.poked) {
            return running != thread;
        }
        thread.poked = true;
        stopAtNextProbe(thread);
        return true;
    }

    /** The runner blocks where no probe is, or computes there for too long: others go on meanwhile. */
    synchronized void switchAway(DirectedThread thread, String why) {
        if (running != thread || !thread.poked) {
            return;
        }
        outcomeFile.add(Outcome.LENT, DivergenceText.name(thread) + ' ' + why);
        SequenceCheck.switchedAway(thread);
        switchFrom(thread, ThreadState.AWAY);
    }

    /** Whether the runner sits in a wait that its step wants to end by its time limit, and that is not over yet. */
    synchronized boolean awaitsTimeout(DirectedThread thread, long now) {
        return running == thread && thread.awaitsOwnTimeout() && now < thread.waitsUntil + patience;
    }

    /** The JVM says whether a thread that waits or joins will do so until another one acts. */
    synchronized void observedWaiting(DirectedThread thread, boolean forever) {
        thread.foreverPolls = forever ? thread.foreverPolls + 1 : 0;
    }

    /**
     * A thread that lost the baton because it passed no probe for so long is not blocked: it computes, and will be
     * back.
     */
    synchronized void observedComputing(long now) {
        stillness.computes(now);
    }

    /** Whether the anomaly was created, and the runner is one of its threads. */
    synchronized boolean isPastSchedule() {
        return phase != ReplayPhase.SCHEDULE;
    }

    /** Looks closer at a runner that has made no progress for long, and ends the turn of a borrower. */
    synchronized void supervise(long now) {
        if (phase != ReplayPhase.SCHEDULE) {
            if (running != null && stillness.elapsed(now) > Aftermath.ALONE_NANOS) {
                preempt();
            }
            return;
        }
        if (running == null) {
            proceed();
        }
        if (phase == ReplayPhase.SCHEDULE && running == null) {
            if (stillness.isTooLong(now, patience) || choice.isHopeless()) {
                stuck();
            }
        } else if (running != null
                && lent
                && stillness.elapsed(now) > choice.turn(running, progress.threadSchedule().thread)) {
            running.yielded = true;
            preempt();
        } else if (running != null
                && now - progress.since() > Watchdog.SPIN_NANOS
                && running.sample == null
                && (choice.somebodyElse(running) || now - progress.since() > patience)) {
            running.sample = new SpinSample();
            stopAtNextProbe(running);
        }
    }
}
