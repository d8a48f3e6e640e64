// SPDX-License-Identifier: Apache-2.0
package dev.foretell.probe;

import java.util.Collection;

/**
 * The inputs of one thread: each mode records the real value or returns another one in its place. Only the thread it
 * belongs to calls it, through {@link Inputs}. No method may throw.
 */
public abstract class ThreadInputs {
    /** {@code System.nanoTime} has returned. */
    public abstract long nanos(long real, int site);

    /** The time of day, in nanoseconds since 1970; the program sees multiples of {@code unit}. */
    public abstract long wall(long real, long unit, int site);

    /** What has to be added to a time of day that the program got, to get the real one, in nanoseconds. */
    public abstract long realWallOffset();

    /** A random number, or a seed. Several in a row at one place may be one result. */
    public abstract long value(long real, int site);

    /**
     * The last value cannot be the result, because the call has other arguments than recorded; the real one is used.
     */
    public abstract void unfit(int site);

    /** Random bytes, to be overwritten in place. */
    public abstract void bytes(byte[] real, int site);

    /** The identity hash code of an object. */
    public abstract int hash(Object object, int real, int site);

    /** An input was read that is not replayed; {@code print} is a hash of it, by which runs are compared. */
    public abstract void outside(long print, int site);

    /** The thread is about to wait, for at most this time; 0 when there is no limit. For modes that replay the time. */
    public void waiting(long nanos) {}

    /**
     * The thread is about to wait until a time of day that it computed from times it got, in nanoseconds since 1970.
     */
    public void waitingUntil(long wall) {}

    /** The wait has returned; not called when an exception was thrown. */
    public void waited() {}

    /** The thread is about to submit a task to a pool whose idle workers end, and may be held before it does. */
    public void submits(Object pool, Object task) {}

    /**
     * The pool has taken or rejected the task. Called only in modes that hold threads back, and not when an exception
     * comes before.
     */
    public void submitted() {}

    /** The thread is a worker of this pool from now on. */
    public void works(Object pool) {}

    /** As a worker it is about to get its next task, or to end. */
    public void getsNextTask() {}

    /**
     * As a worker it is about to wait for a task, and may be held back before. {@code nanos} is the limit of that wait,
     * 0 when it has none. {@code tasks} are those that could be taken at once; null when that is not known.
     */
    public void idles(Object pool, Collection<?> tasks, long nanos) {}

    /**
     * How much longer it waits for a task before the next call of this; 0 or less when it has waited long enough. It
     * has waited for {@code waited} since {@link #idles}, and must wait for {@code nanos} at least. Called only in
     * modes that hold threads back.
     */
    public long keepsAlive(long nanos, long waited) {
        return nanos - waited;
    }

    /** That wait is over, with a task, or by its limit or an exception. Called only in modes that hold threads back. */
    public void idled(boolean gotTask) {}

    /** As a worker it has got a task directly from the submitting thread: the queue of the pool keeps no tasks. */
    public void takes(Object pool, Object task) {}

    /** As a worker it is about to try and leave its pool for lack of tasks. */
    public void tryToLeave(Object pool) {}

    /** As a worker it has left its pool for lack of tasks: the pool does not count it any more. */
    public void leaves(Object pool) {}
}
