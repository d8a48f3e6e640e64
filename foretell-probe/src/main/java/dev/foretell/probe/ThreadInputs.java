package dev.foretell.probe;

/**
 * What a thread asks its surroundings for: each mode notes the real answer or gives another one in its place. Only the thread
 * it belongs to calls it, through {@link Inputs}. No method may throw.
 */
public abstract class ThreadInputs {
    /** {@code System.nanoTime} has answered. */
    public abstract long nanos(long real, int site);

    /** The time of day, in nanoseconds since 1970; the program sees multiples of {@code unit}. */
    public abstract long wall(long real, long unit, int site);

    /** What has to be added to a time of day that the program was told, to get the real one, in nanoseconds. */
    public abstract long realWallOffset();

    /** A random number, or a seed. Several in a row at one place may be one answer. */
    public abstract long value(long real, int site);

    /** The last value cannot be the answer after all, because the question is another one; the real answer is used. */
    public abstract void unfit(int site);

    /** Random bytes, to be overwritten in place. */
    public abstract void bytes(byte[] real, int site);

    /** The identity hash code of an object. */
    public abstract int hash(Object object, int real, int site);

    /** Something was read from outside that is not given again; {@code print} sums it up. */
    public abstract void outside(long print, int site);

    /** It is about to wait, for at most so long; 0 when there is no limit. For who tells the time. */
    public void waiting(long nanos) {}

    /** It is about to wait until a time of day that it made of what it was told, in nanoseconds since 1970. */
    public void waitingUntil(long wall) {}

    /** It has come back from there; not called when an exception was thrown. */
    public void waited() {}
}
