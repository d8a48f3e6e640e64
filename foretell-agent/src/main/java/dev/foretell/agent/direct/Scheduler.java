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
    final Schedule script;
    private final DivergenceText explanation;
    private final OutcomeFile notes;
    private final ThreadChoice choice;
    private final ScheduleProgress progress;
    private final EarlyWakeups waiters;
    /** Null unless the anomaly's events are in order. */
    private final SequenceCheck succession;

    private final Aftermath aftermath;
    /**
     * How many methods a thread is in when it is in no atomic one: where all methods are atomic its first is not
     * counted.
     */
    final int rootMethods;

    private final long patience;
    private final List<DirectedThread> threads = new ArrayList<>();

    private ReplayPhase phase = ReplayPhase.SCRIPT;
    private volatile boolean free;
    private DirectedThread holder;

    private final SiteMarks tables;
    private final MonitorOwners owners = new MonitorOwners();

    private volatile boolean lent;
    private final SwitchTimer stillness = new SwitchTimer();

    Scheduler(Schedule script, OutcomeFile notes, long patienceMillis, int rootMethods) {
        this.script = script;
        this.tables = new SiteMarks(script);
        this.notes = notes;
        this.patience = patienceMillis * 1_000_000;
        this.explanation = new DivergenceText(script, this);
        this.choice = new ThreadChoice(this, threads);
        this.progress = new ScheduleProgress(script, notes);
        this.waiters = new EarlyWakeups(this, threads);
        this.succession = script.clip.shape().inOrder() ? new SequenceCheck(script) : null;
        this.aftermath = new Aftermath(script, this);
        this.rootMethods = rootMethods;
    }

    // ---- asked by probes without the lock

    boolean isFree() {
        return free;
    }

    /** Somebody runs who is not the thread of the current step. */
    boolean isLent() {
        return lent;
    }

    /** The thread that owns the monitor and does not run now; null when there is none. */
    DirectedThread ownerOf(Object monitor) {
        return owners.of(monitor);
    }

    /** The same, under the lock, with the thread that runs: for a thread that does not run. */
    DirectedThread ownerOrRunner(Object monitor) {
        return holder != null && MonitorOwners.owns(holder, monitor) ? holder : owners.of(monitor);
    }

    // ---- threads and classes come and go

    synchronized void add(DirectedThread thread) {
        threads.add(thread);
        if (thread.part != null) {
            thread.part.thread = thread;
        }
        if (free) {
            thread.pass = tables.unmarked();
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
        settleAndCount(thread);
        threads.remove(thread);
        owners.runs(thread);
        relinquish(thread);
        if (phase == ReplayPhase.SCRIPT && thread.part != null && thread.part.expectsPoint()) {
            fail(explanation.endedEarly(thread));
        }
        proceed();
    }

    /**
     * The thread is about to end the program. It has done all it will ever do, so it stands here until the others have
     * done what the script has for them: in the recorded run they did that before the program was over.
     */
    void leave(DirectedThread thread) {
        synchronized (this) {
            if (phase != ReplayPhase.SCRIPT) {
                return;
            }
            settleAndCount(thread);
            relinquish(thread);
            stopAs(ThreadState.LEAVING, thread);
            progress.leaves(thread);
            if (thread.part != null && thread.part.expectsPoint()) {
                fail(explanation.endedEarly(thread));
            }
            proceed();
        }
        thread.gate.await();
    }

    synchronized List<DirectedThread> threads() {
        return new ArrayList<>(threads);
    }

    synchronized int define(ClassInfo info) {
        return tables.define(info, threads, free);
    }

    // ---- threads arrive at probes

    /**
     * A thread stands at a probe and goes on when this returns. {@code stops} says how many of its stops are here;
     * {@code monitor} is the one it is about to enter, or null.
     */
    void arrive(DirectedThread thread, int stops, Object monitor) {
        synchronized (this) {
            if (free) {
                thread.pass = tables.unmarked();
                return;
            }
            thread.ready = stops;
            thread.monitor = monitor;
            settleAndCount(thread);
            if (holder == thread && goesOn(thread)) {
                thread.poked = false;
                return;
            }
            relinquish(thread);
            stopAs(ThreadState.HELD, thread);
            proceed();
        }
        thread.gate.await();
    }

    private boolean goesOn(DirectedThread thread) {
        return switch (phase) {
            case SCRIPT -> thread.ready == 0 && keeps(thread);
            case AFTERMATH -> !thread.preempted && aftermath.goesOn(thread);
            case FREE -> true;
        };
    }

    /** Whether the holder of the baton goes on at a place that is no stop. */
    private boolean keeps(DirectedThread thread) {
        if (thread.sample != null) {
            thread.sample.add(thread.standing);
            if (!thread.sample.isFull()) {
                return true; // its pass stays empty: it comes back at the next probe
            }
            thread.yielded = isLost(thread.sample, System.nanoTime() - progress.since(), thread);
            thread.sample = null;
            if (phase != ReplayPhase.SCRIPT) {
                return free;
            }
        }
        if (thread.yielded || thread.preempted || thread.monitor != null && ownerOf(thread.monitor) != null) {
            return false;
        }
        thread.pass = tables.of(thread, free);
        return true;
    }

    /** Whether a thread only runs in circles. If that cannot change any more, the script ends. */
    private boolean isLost(SpinSample sample, long sinceProgress, DirectedThread thread) {
        if (thread.nearsItsStop()) {
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
    synchronized void halt(DirectedThread thread) {
        if (!free) {
            thread.pass = DirectedThread.HALT;
        }
    }

    /** A monitor was given up while the baton is lent: it may be what the thread of the step needs. */
    synchronized void released() {
        reclaim();
    }

    /** The thread makes an access that the clip promises; it will show up at its next probe. */
    synchronized void passes(DirectedThread thread, ExpectedEvent watch, AccessSnapshot sighting) {
        if (phase == ReplayPhase.SCRIPT && holder == thread) {
            watch.passed(thread, sighting, succession);
            halt(thread);
        }
    }

    /** Its last access has been made; if that was to end its step, it stands at a stop now. */
    private static void settleAndCount(DirectedThread thread) {
        SequenceCheck.settle(thread);
        if (thread.part != null && thread.ready == 0 && thread.part.isPassed()) {
            thread.ready = 1;
        }
    }

    /** The access has been made. */
    synchronized void settle(DirectedThread thread) {
        SequenceCheck.settle(thread);
    }

    // ---- threads block

    /** Is about to wait; {@code stops} are those before the wait's end. */
    synchronized void waiting(DirectedThread thread, int stops, boolean timed) {
        if (!free) {
            thread.mayWake = timed;
            thread.ready = stops;
            giveAway(thread, ThreadState.WAITING);
        }
    }

    /** Has come back from waiting, with the monitor. If its turn has not come it must go back and leave the monitor. */
    void woken(DirectedThread thread, Object monitor) {
        synchronized (this) {
            if (free || holder == thread) {
                thread.state = ThreadState.RUNNING;
                thread.poked = false;
                return;
            }
            thread.mayHaveEaten = false;
            stopAs(ThreadState.WOKEN, thread);
            proceed();
        }
        waiters.waitOn(thread, monitor);
    }

    void notified(Object monitor, boolean all) {
        if (free) {
            return;
        }
        synchronized (this) {
            waiters.notified(monitor, all);
        }
    }

    /** Is about to join a thread that lives. */
    synchronized void joining(DirectedThread thread, Thread other) {
        if (free) {
            return;
        }
        for (DirectedThread candidate : threads) {
            if (candidate.thread == other) {
                thread.joins = candidate;
                giveAway(thread, ThreadState.JOINING);
                return;
            }
        }
    }

    /** Pauses: what it does after that is no longer what comes right after the anomaly. */
    synchronized void pauses(DirectedThread thread) {
        if (phase == ReplayPhase.AFTERMATH && holder == thread) {
            giveAway(thread, ThreadState.PAUSED);
        }
    }

    /** Pauses again and again: others may go first. */
    synchronized void pausing(DirectedThread thread) {
        if (!free && holder == thread && !thread.nearsItsStop()) {
            thread.yielded = true;
            giveAway(thread, ThreadState.PAUSED);
        }
    }

    private void giveAway(DirectedThread thread, ThreadState state) {
        settleAndCount(thread);
        relinquish(thread);
        stopAs(state, thread);
        proceed();
    }

    private void relinquish(DirectedThread thread) {
        if (holder == thread) {
            holder = null;
            lent = false;
            stillness.ends();
        }
    }

    private void stopAs(ThreadState state, DirectedThread thread) {
        thread.state = state;
        thread.poked = false;
        thread.preempted = false;
        thread.sample = null;
        thread.gate.close();
        thread.pass = DirectedThread.HALT;
        thread.foreverPolls = 0;
        owners.stops(thread);
    }

    // ---- the script

    /** Brings the script forward as far as the threads' states allow, and gives the baton to somebody. */
    private void proceed() {
        while (phase == ReplayPhase.SCRIPT && progress.isStepReached()) {
            stepDone();
        }
        if (phase != ReplayPhase.SCRIPT) {
            if (phase == ReplayPhase.AFTERMATH && holder == null) {
                letNextGo();
            }
            return;
        }
        if (progress.isOver()) {
            scriptOver();
            return;
        }
        if (holder != null) {
            lent = holder.part != progress.part();
            reclaim();
            return;
        }
        ThreadSchedule part = progress.part();
        DirectedThread next = isSecondNext(part) ? null : choice.next(part.thread);
        if (next != null) {
            grant(next);
        } else if (part.thread != null && part.runsToItsEnd() && choice.isDrained(part.thread)) {
            stepDone();
            proceed();
        } else if (part.thread != null && progress.isOwnStep() && choice.isStalled(part.thread)) {
            progress.passOver();
            proceed();
        } else if (choice.isHopeless()) {
            stuck();
        }
    }

    /** A thread that was to run to its end waits, and the thread of the next step stands ready: time to go on. */
    private boolean isSecondNext(ThreadSchedule part) {
        DirectedThread second = part.runsToItsEnd() ? progress.nextThread() : null;
        return part.thread != null && second != null && second.ready > 0 && choice.isDrained(part.thread);
    }

    private void stepDone() {
        progress.stepDone();
        for (DirectedThread thread : threads) {
            thread.yielded = false;
        }
    }

    private void grant(DirectedThread thread) {
        holder = thread;
        lent = thread.part != progress.part();
        thread.state = ThreadState.RUNNING;
        thread.pass = tables.of(thread, free);
        stillness.ends();
        owners.runs(thread);
        thread.gate.open();
    }

    /** Makes a borrower stop at its next probe when the thread of the step can go on. */
    private void reclaim() {
        if (lent && phase == ReplayPhase.SCRIPT) {
            DirectedThread thread = progress.part().thread;
            if (thread != null && !thread.yielded && choice.canRun(thread)) {
                preempt();
            }
        }
    }

    private void preempt() {
        holder.preempted = true;
        holder.pass = DirectedThread.HALT;
    }

    private void scriptOver() {
        if (script.clip.anomaly().isEmpty()) {
            setFree();
            return;
        }
        AnomalyVerdict verdict =
                succession != null ? succession.verdict() : new SimultaneousCheck(script, this).verdict();
        if (verdict.isCreated()) {
            created(verdict);
        } else {
            fail(verdict.sentence());
        }
    }

    /** The script cannot go on. An anomaly that is there all the same needs no more of it. */
    private void stuck() {
        AnomalyVerdict verdict = succession == null ? null : succession.verdict();
        if (verdict != null && verdict.isCreated()) {
            created(verdict);
        } else {
            fail(explanation.stuck(progress.step(), threads));
        }
    }

    private void created(AnomalyVerdict verdict) {
        notes.add(Outcome.CREATED, verdict.sentence());
        if (script.isAboutMonitors()) {
            setFree(); // they block, or wait, for real now
            return;
        }
        phase = ReplayPhase.AFTERMATH;
        for (DirectedThread thread : threads) {
            thread.pass = DirectedThread.HALT;
        }
        letNextGo();
    }

    private void letNextGo() {
        DirectedThread next = aftermath.next();
        if (next == null) {
            setFree();
            return;
        }
        holder = next;
        next.state = ThreadState.RUNNING;
        stillness.ends();
        owners.runs(next);
        next.gate.open();
    }

    private void setFree() {
        phase = ReplayPhase.FREE;
        free = true;
        holder = null;
        lent = false;
        owners.clear();
        if (succession != null) {
            succession.clear();
        }
        for (DirectedThread thread : threads) {
            thread.pass = tables.unmarked();
            thread.sample = null;
            thread.gate.open();
        }
    }

    private void fail(String problem) {
        notes.add(Outcome.PROBLEM, problem);
        setFree();
    }

    /** The JVM shuts down. Whether there are steps for threads that may still take them. */
    synchronized boolean closes() {
        progress.closes();
        proceed();
        return phase == ReplayPhase.SCRIPT && !choice.isHopeless(true);
    }

    /** Ends the direction, if it has not ended, because of what happened outside of the script. */
    synchronized void giveUp(String because) {
        while (phase == ReplayPhase.SCRIPT && progress.part().runsToItsEnd()) {
            stepDone(); // "until the end" is now, for all
            if (progress.isOver()) {
                scriptOver();
            }
        }
        if (phase == ReplayPhase.SCRIPT) {
            fail(because + ' ' + explanation.stuck(progress.step(), threads));
        } else {
            setFree();
        }
    }

    /**
     * Something went wrong in here, if only that the program had used up its memory: let it go. When it has used up its
     * stack it will notice so itself in a moment; the probe just did not happen.
     */
    void broken(Throwable e) {
        if (e instanceof StackOverflowError) {
            return;
        }
        try {
            giveUp("Foretell's director failed (" + e + ").");
        } catch (Throwable again) {
            free = true; // probes that see this let everybody pass; the watchdog opens the gates
        }
    }

    /** Completes what {@link #broken} could only begin. */
    synchronized void freeAll() {
        if (phase != ReplayPhase.FREE) {
            fail("Foretell's director failed for lack of memory.");
        }
    }

    // ---- for the watchdog

    /** The thread that has the baton and is not inside the director; null when there is none. */
    synchronized DirectedThread runner() {
        return holder == null || holder.gate.isOccupied() ? null : holder;
    }

    /** Makes the runner show up here at its next probe. False when that was asked before and has not happened yet. */
    synchronized boolean poke(DirectedThread thread) {
        if (holder != thread || thread.poked) {
            return holder != thread;
        }
        thread.poked = true;
        halt(thread);
        return true;
    }

    /** The runner blocks where no probe is, or computes there for too long: others go on meanwhile. */
    synchronized void lend(DirectedThread thread, String why) {
        if (holder != thread || !thread.poked) {
            return;
        }
        notes.add(Outcome.LENT, DivergenceText.name(thread) + ' ' + why);
        SequenceCheck.interrupted(thread);
        giveAway(thread, ThreadState.AWAY);
    }

    /** Whether the runner sits in a wait that its step wants to end by its time limit, and that is not over yet. */
    synchronized boolean sitsOut(DirectedThread thread, long now) {
        return holder == thread && thread.sitsOutItsWait() && now < thread.waitsUntil + patience;
    }

    /** The JVM says whether a thread that waits or joins will do so until another one acts. */
    synchronized void waits(DirectedThread thread, boolean forever) {
        thread.foreverPolls = forever ? thread.foreverPolls + 1 : 0;
    }

    /**
     * A thread that lost the baton because it passed no probe for so long is not blocked: it computes, and will be
     * back.
     */
    synchronized void moves(long now) {
        stillness.breaks(now);
    }

    /** Whether the anomaly was created, and the runner is one of its threads. */
    synchronized boolean isAfterwards() {
        return phase != ReplayPhase.SCRIPT;
    }

    /** Looks closer at a runner that has made no progress for long, and ends the turn of a borrower. */
    synchronized void supervise(long now) {
        if (phase != ReplayPhase.SCRIPT) {
            if (holder != null && stillness.until(now) > Aftermath.ALONE_NANOS) {
                preempt();
            }
            return;
        }
        if (holder == null) {
            proceed();
        }
        if (phase == ReplayPhase.SCRIPT && holder == null) {
            if (stillness.isTooLong(now, patience) || choice.isHopeless()) {
                stuck();
            }
        } else if (holder != null && lent && stillness.until(now) > choice.turn(holder, progress.part().thread)) {
            holder.yielded = true;
            preempt();
        } else if (holder != null
                && now - progress.since() > Watchdog.SPIN_NANOS
                && holder.sample == null
                && (choice.somebodyElse(holder) || now - progress.since() > patience)) {
            holder.sample = new SpinSample();
            halt(holder);
        }
    }
}
