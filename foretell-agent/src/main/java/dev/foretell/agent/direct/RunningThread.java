// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/**
 * The one thread that may pass probes, and the context switch to and from it. A thread that is stopped has a closed
 * gate and no marks, so it stays at its next probe, and is among the {@link MonitorOwners} if it owns a monitor.
 *
 * <p>Guarded by the scheduler's lock; {@code outOfTurn} is also read without it. What is requested of the running
 * thread is void when it stops.
 */
final class RunningThread {
    final SwitchTimer timer = new SwitchTimer();

    private final MonitorOwners owners;
    /** Null between two context switches, and when no thread can run. */
    private DirectedThread thread;

    private volatile boolean outOfTurn;
    /** The watchdog requested that it stops at its next probe, to see whether it passes one. */
    private boolean stopRequested;
    /** It is to be switched away from at its next probe. */
    private boolean preempted;
    /** What it passes, to detect a spin; null unless it has made no progress for long. */
    private SpinSample sample;

    RunningThread(MonitorOwners owners) {
        this.owners = owners;
    }

    /** Null when none runs. */
    DirectedThread get() {
        return thread;
    }

    boolean is(DirectedThread other) {
        return thread == other;
    }

    /** Whether the running thread is another one than that of the current step. */
    boolean isOutOfTurn() {
        return outOfTurn;
    }

    void setOutOfTurn(boolean now) {
        outOfTurn = now;
    }

    /** Lets a stopped thread run; {@code marks} are the sites at which it reports to the scheduler. */
    void switchTo(DirectedThread next, byte[] marks, boolean isOutOfTurn) {
        set(next, isOutOfTurn);
        next.status.state = ThreadState.RUNNING;
        next.activeMarks = marks;
        timer.restart();
        owners.runs(next);
        next.gate.open();
    }

    /** Stops a thread, whether it is the running one or not. */
    void stop(DirectedThread stopped, ThreadState state) {
        release(stopped);
        stopped.status.stop(state);
        stopped.gate.close();
        stopped.activeMarks = DirectedThread.HALT;
        owners.stops(stopped);
    }

    void ended(DirectedThread ended) {
        owners.runs(ended);
        release(ended);
    }

    private void release(DirectedThread stopped) {
        if (thread == stopped) {
            set(null, false);
            timer.restart();
        }
    }

    private void set(DirectedThread next, boolean isOutOfTurn) {
        thread = next;
        outOfTurn = isOutOfTurn;
        stopRequested = false;
        preempted = false;
        sample = null;
    }

    /** Makes the running thread stop at its next probe, so that another one can run. */
    void preempt() {
        preempted = true;
        thread.activeMarks = DirectedThread.HALT;
    }

    boolean isPreempted() {
        return preempted;
    }

    /** Returns false when an earlier request is pending. */
    boolean requestStop() {
        boolean isFirst = !stopRequested;
        stopRequested = true;
        return isFirst;
    }

    boolean isStopRequested() {
        return stopRequested;
    }

    /** The thread has passed a probe; if it is the running one, it has met the request to stop. */
    void arrived(DirectedThread arrived) {
        if (thread == arrived) {
            stopRequested = false;
        }
    }

    void beginSample() {
        sample = new SpinSample();
    }

    SpinSample sample() {
        return sample;
    }

    void endSample() {
        sample = null;
    }

    /** The thread, running or stopped, that owns the monitor; null when there is none. */
    DirectedThread ownerOf(Object monitor) {
        return thread != null && MonitorOwners.owns(thread, monitor) ? thread : owners.of(monitor);
    }

    /** All threads run free. */
    void clear() {
        set(null, false);
        owners.clear();
    }
}
