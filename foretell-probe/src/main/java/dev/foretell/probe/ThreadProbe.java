// SPDX-License-Identifier: Apache-2.0
package dev.foretell.probe;

/**
 * The events of one thread of the program under test, one method for each kind of probe. Only the thread it belongs to
 * calls it, through {@link Probes}.
 *
 * <p>Each JVM loads exactly one concrete subclass, so the compiler binds and inlines these calls. Targets may be null
 * and indices out of range (the program is about to throw): implementations ignore such calls. No method may throw.
 *
 * <p>{@code site} is the number the instrumenter gave to the instruction.
 */
public abstract class ThreadProbe {
    /** The thread this probe belongs to. Null once it has ended. */
    public Thread thread;

    /**
     * How many atomic regions the thread is in. Instrumented code puts it back itself when it leaves one: that needs no
     * stack, while the call of a probe may fail for lack of it and leave the thread in its region.
     */
    public int regions;

    /** Its inputs; null when the mode does not use them. */
    public ThreadInputs inputs;

    /**
     * The object of the call into the JDK that it is about to make, where the JDK is instrumented; see
     * {@link JdkEntry}.
     */
    Object callee;

    protected ThreadProbe(Thread thread) {
        this.thread = thread;
    }

    /** Before a plain instance field is read. */
    public abstract void read(Object target, int site);

    /** Before a plain instance field is written. */
    public abstract void write(Object target, int site);

    /** Before a plain static field is read; the site determines the field. */
    public abstract void readStatic(int site);

    /** Before a plain static field is written. */
    public abstract void writeStatic(int site);

    /** Before an array element is read. */
    public abstract void readElement(Object array, int index, int site);

    /** Before an array element is written. */
    public abstract void writeElement(Object array, int index, int site);

    /**
     * After a plain instance field was read. This and the five like it are called only in modes that observe how long
     * an access takes, and on the normal path only; nothing of the program comes between the access and them.
     */
    public void afterRead(Object target, int site) {}

    /** After a plain instance field was written. */
    public void afterWrite(Object target, int site) {}

    /** After a plain static field was read; its class may have been initialised in between. */
    public void afterReadStatic(int site) {}

    /** After a plain static field was written; likewise. */
    public void afterWriteStatic(int site) {}

    /** After an array element was read. */
    public void afterReadElement(Object array, int index, int site) {}

    /** After an array element was written. */
    public void afterWriteElement(Object array, int index, int site) {}

    /** Before a volatile field is read or written; {@code target} is null for a static field. */
    public abstract void beforeVolatile(Object target, int site);

    /** After that access, on the normal path only. */
    public abstract void afterVolatile(Object target, int site);

    /** Before an instruction among the {@code ProbePlaces} of the mode. */
    public void comesTo(int site) {}

    /** Before a monitor is entered. Called only in modes that hold threads back. */
    public abstract void beforeEnter(Object monitor, int site);

    /** After a monitor was entered, re-entrantly or not. */
    public abstract void afterEnter(Object monitor, int site);

    /** Before a monitor is left, while it is still held. */
    public abstract void beforeExit(Object monitor, int site);

    /** Before {@code Object.wait}; {@code millis} is 0 for the untimed form. The call may still throw. */
    public abstract void beforeWait(Object monitor, long millis, int site);

    /** After {@code Object.wait} returned normally. After an exceptional return nothing is called. */
    public abstract void afterWait(Object monitor, int site);

    /** Before {@code notify} (or {@code notifyAll}). */
    public abstract void beforeNotify(Object monitor, boolean all, int site);

    /** Before a call of a method {@code start()}; the receiver need not be a thread. */
    public abstract void beforeStart(Object thread, int site);

    /** Before a call of a method {@code join(...)}; the receiver need not be a thread. */
    public abstract void beforeJoin(Object thread, int site);

    /** After {@code join} returned, or {@code isAlive} returned false; the receiver need not be a thread. */
    public abstract void afterJoin(Object thread, int site);

    /** Before a call of a method {@code isAlive()}; the receiver need not be a thread. */
    public void beforeIsAlive(Object thread, int site) {}

    /** It has returned; false is a happens-before edge as after {@code join}. */
    public void afterIsAlive(Object thread, boolean alive, int site) {
        if (!alive) {
            afterJoin(thread, site);
        }
    }

    /**
     * Before {@code Thread.sleep}, {@code yield} or {@code onSpinWait}. Called only in modes that hold threads back.
     */
    public abstract void beforePause(int site);

    /** After such a pause; in modes that do not hold threads back, after sleeps only. */
    public abstract void afterPause(int site);

    /** Before a call that waits for at most so long, more than 0. Called only in modes that hold threads back. */
    public void limited(long nanos) {}

    /** That call has returned; not called when it has thrown. */
    public void limitOver() {}

    /** A class initialiser begins; {@code site} identifies the class. */
    public abstract void enterInitializer(int site);

    /** A class initialiser has ended, normally or not. */
    public abstract void exitInitializer(int site);

    /** A method that has to be atomic begins; {@link #regions} does not count it yet. */
    public abstract void regionBegin(int site);

    /** It is over, normally or not; {@link #regions} does not count it any more. */
    public abstract void regionEnd(int site);

    /** A call of {@code clone()} has returned; a raw copy must not inherit its original's identity. */
    public abstract void cloned(Object original, Object copy);

    /**
     * Before a call of a library method with a model. {@code receiver} is null for a static method; {@code argument}
     * and {@code number} are the first arguments of those types that the models use, if any.
     */
    public abstract void beforeCall(Object receiver, Object argument, int number, int site);

    /** After it returned normally; a {@code result} that is a truth value or a number comes as a Boolean. */
    public abstract void afterCall(Object receiver, Object argument, int number, Object result, int site);

    /** Before a call on an object of the JDK without a model. Called only in modes whose plan has it. */
    public void use(Object receiver, int site) {}

    /** Another thread will run this task: all that happened before is visible to it. */
    public abstract void handOver(Object task);

    /** This thread begins a task that was handed over. */
    public abstract void beginTask(Object task);

    /** It has ended the task; a thread that waits for the task sees what was done. */
    public abstract void endTask(Object task);
}
