// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.io.Predictor;
import dev.foretell.trace.io.TraceFormat;

/**
 * Records one thread: its accesses by {@link AccessLog}, library calls by {@link LibraryCalls}, and here its
 * synchronisation.
 *
 * <p>Calls after which the program may throw instead of returning (a wait, a volatile access) leave a note, which the
 * thread's next probe of any kind settles first.
 */
final class RecordingThread extends AccessLog {

    final ProgramThreads.Known known;

    private final RecordedLocks locks = new RecordedLocks();
    private final HeldStripe stripe;
    private final LibraryCalls calls;

    /** A wait between its two probes: the site, 0 when there is none; its lock and the lock's class. */
    private int waitSite;

    private long waitId;
    private int waitType;
    /** What it waits for: the lock itself, or a condition of it. */
    private long waitFor;

    RecordingThread(Thread thread, ProgramThreads.Known known, Recorder recorder) {
        super(thread, known.number, recorder);
        this.known = known;
        this.stripe = new HeldStripe(recorder.stripes, recorder.events, known.number);
        this.calls = new LibraryCalls(this, recorder);
    }

    /** A probe that records nothing, for when there is no memory for a real one. */
    static RecordingThread idle(Recorder recorder) {
        RecordingThread idle = new RecordingThread(null, ProgramThreads.NONE, recorder);
        idle.off = true;
        return idle;
    }

    @Override
    public void beforeVolatile(Object target, int site) {
        try {
            if (predicted != Predictor.NOWHERE || settle()) {
                int slot = slot(site);
                long id = target == null ? 0 : identify(target, slot);
                beforeStep(id, target == null ? recorder.stripes.ofStatic(site) : recorder.stripes.ofObject(id), slot);
            }
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }

    @Override
    public void afterVolatile(Object target, int site) {
        try {
            int slot = stripe.slot();
            if (slot != Predictor.NOWHERE && Predictor.site(slots[slot]) == site) {
                long order = clock.next();
                stripe.releaseNumbered();
                synchronisation(slot, stripe.id(), 0, order);
            } else if (predicted != Predictor.NOWHERE || settle()) {
                // A class initialiser ran in between, and another probe has released the stripe.
                slot = slot(site);
                long id = target == null ? 0 : identify(target, slot);
                recorder.events.addUnsure();
                synchronisation(slot, id, 0, clock.next());
            }
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }

    @Override
    public void beforeCall(Object receiver, Object argument, int number, int site) {
        try {
            optimistic = false;
            recorder.library().before(calls, receiver, argument, number, site);
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }

    @Override
    public void afterCall(Object receiver, Object argument, int number, Object result, int site) {
        try {
            recorder.library().after(calls, receiver, argument, number, result, site);
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }

    @Override
    public void use(Object receiver, int site) {
        if (calls.usedLast(receiver)) {
            return;
        }
        try {
            recorder.library().use(calls, receiver, site);
        } catch (Throwable failure) {
            failed(failure); // it is no event
        }
    }

    /** Holds a stripe until {@link #afterStep}, so that what is done meanwhile and its number are one step. */
    void beforeStep(long id, int wanted, int slot) {
        stripe.acquire(wanted, slot, id);
        predicted = Predictor.NOWHERE;
    }

    /** The first of some numbers for what was done since {@link #beforeStep}; 0 when nothing is recorded. */
    long afterStep(long id, int slot, int events) {
        if (stripe.isHeldFor(slot, id)) {
            long order = clock.take(events);
            stripe.releaseNumbered();
            return order;
        }
        if (predicted != Predictor.NOWHERE || settle()) {
            // The call has run code of the program, and another probe has released the stripe.
            recorder.events.addUnsure();
            return clock.take(events);
        }
        return 0;
    }

    @Override
    public void handOver(Object task) {
        task(task, EventKind.PUBLISH);
    }

    @Override
    public void beginTask(Object task) {
        task(task, EventKind.OBSERVE);
    }

    @Override
    public void endTask(Object task) {
        task(task, EventKind.PUBLISH);
    }

    private void task(Object task, EventKind kind) {
        try {
            if (task != null) {
                calls.handOver(task, TraceFormat.placeless(kind));
            }
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }

    @Override
    public void beforeEnter(Object monitor, int site) {}

    @Override
    public void afterEnter(Object monitor, int site) {
        entered(monitor, false, site);
    }

    /** A monitor or lock was acquired, re-entrantly or not. */
    void entered(Object monitor, boolean share, int site) {
        try {
            if (monitor == null || predicted == Predictor.NOWHERE && !settle() || locks.reenter(monitor, share)) {
                return;
            }
            locks.reserve();
            int slot = slot(site);
            if (synchronisation(slot, identify(monitor, slot), recorder.types.lockType(monitor), clock.next())) {
                locks.add(monitor, share);
            }
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }

    boolean holds(Object monitor, boolean share) {
        return locks.contains(monitor, share);
    }

    @Override
    public void beforeExit(Object monitor, int site) {
        exits(monitor, false, site);
    }

    /** A monitor or lock is about to be released. */
    void exits(Object monitor, boolean share, int site) {
        int place = -1;
        try {
            if (monitor == null || predicted == Predictor.NOWHERE && !settle()) {
                return;
            }
            place = locks.find(monitor, share);
            if (place < 0 || locks.exitReentrant(place)) {
                return;
            }
            int slot = slot(site);
            synchronisation(slot, identify(monitor, slot), recorder.types.lockType(monitor), clock.next());
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
        if (place >= 0) {
            locks.remove(place);
        }
    }

    @Override
    public void beforeWait(Object monitor, long millis, int site) {
        try {
            if (monitor == null
                    || millis < 0
                    || predicted == Predictor.NOWHERE && !settle()
                    || !locks.contains(monitor, false)) {
                return;
            }
            int slot = slot(site);
            long id = identify(monitor, slot);
            int type = recorder.types.lockType(monitor);
            if (synchronisation(slot, id, type, clock.next())) {
                waitId = id;
                waitFor = id;
                waitType = type;
                waitSite = site;
                predicted = Predictor.NOWHERE;
            }
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }

    /** The lock is about to be released, to wait for a condition of it. */
    void beforeCondition(Object lock, Object condition, int site) {
        beforeWait(lock, 0, site);
        if (waitSite == site) {
            waitFor = identify(condition, slot(site + 1));
        }
    }

    @Override
    public void afterWait(Object monitor, int site) {
        try {
            settle();
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }

    /**
     * The wait is over and the thread holds the monitor again: until its next probe no other thread can have owned it,
     * so numbers taken only now are still in the right order.
     */
    private void finishWait() {
        int site = waitSite;
        int over = slot(site + 1);
        int again = slot(site + 2);
        long order = clock.take(2);
        waitSite = 0;
        synchronisation(over, waitFor, waitType, order);
        synchronisation(again, waitId, waitType, order + 1);
    }

    @Override
    public void beforeNotify(Object monitor, boolean all, int site) {
        try {
            if (monitor != null && (predicted != Predictor.NOWHERE || settle()) && locks.contains(monitor, false)) {
                int slot = slot(site);
                synchronisation(slot, identify(monitor, slot), recorder.types.lockType(monitor), clock.next());
            }
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }

    @Override
    public void beforeStart(Object thread, int site) {
        if (thread instanceof Thread) {
            start((Thread) thread, site);
        }
    }

    /** A thread is about to be started; {@code site} is placeless when the code that does it is not instrumented. */
    void start(Thread thread, int site) {
        try {
            if (!off && thread.getState() == Thread.State.NEW) {
                settle();
                ProgramThreads.Known child = recorder.threads.announce(thread, known);
                synchronisation(slot(site), child.number, 0, clock.next());
            }
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }

    @Override
    public void beforeJoin(Object thread, int site) {}

    @Override
    public void afterJoin(Object thread, int site) {
        try {
            if (!off && thread instanceof Thread) {
                ProgramThreads.Known joined = recorder.threads.find((Thread) thread);
                if (joined != null && ((Thread) thread).getState() == Thread.State.TERMINATED) {
                    settle();
                    synchronisation(slot(site), joined.number, 0, clock.next());
                }
            }
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }

    @Override
    public void beforeIsAlive(Object thread, int site) {
        try {
            if (thread instanceof Thread) {
                calls.beforeAtomic(thread, 0, site + 1, 0);
            }
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }

    @Override
    public void afterIsAlive(Object thread, boolean alive, int site) {
        try {
            if (thread instanceof Thread) {
                ProgramThreads.Known target = recorder.threads.find((Thread) thread);
                // The stripe keeps the thread from passing its end meanwhile, so this is exactly what came too late.
                if (alive && target != null && target.leaving) {
                    settle();
                } else {
                    calls.afterAtomic(thread, 0, site + 1, 0);
                }
            }
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
        if (!alive) {
            afterJoin(thread, site);
        }
    }

    /** The thread is about to end, at this place. */
    void leave(Thread thread, int site) {
        calls.beforeAtomic(thread, 0, 0, site);
        known.leaving = true;
        calls.afterAtomic(thread, 0, 0, site);
    }

    /** A thread has ended, which is known without a call of the program. */
    void sawEnd(int thread) {
        if (!off) {
            settle();
            synchronisation(slot(TraceFormat.placeless(EventKind.JOIN)), thread, 0, clock.next());
        }
    }

    @Override
    public void beforePause(int site) {}

    @Override
    public void afterPause(int site) {
        // What the thread does next may come long after what it did last: others may have run in between.
        try {
            if (predicted != Predictor.NOWHERE || settle()) {
                noteClock(true);
            }
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void enterInitializer(int site) {
        try {
            if (!off) {
                settle();
                synchronisation(slot(site), 0, 0, clock.next());
            }
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
        initialisers++;
        predicted = Predictor.NOWHERE;
    }

    @Override
    public void exitInitializer(int site) {
        try {
            if (!off) {
                settle();
                synchronisation(slot(site + 1), 0, 0, clock.next());
            }
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
        initialisers = Math.max(0, initialisers - 1);
    }

    @Override
    boolean settle() {
        optimistic = false;
        stripe.release();
        if (waitSite != 0) {
            finishWait();
        }
        if (off || initialisers > 0) {
            return false;
        }
        predicted = Predictor.next(slots[last]);
        return true;
    }

    /** The first event. */
    void begin() {
        placeless(EventKind.BEGIN);
    }

    /** The last event; nothing is recorded after it. */
    void end() {
        // A closed log without END would look as if its rest were missing.
        if (placeless(EventKind.END)) {
            closeLog();
        }
        reportLosses();
    }

    private boolean placeless(EventKind kind) {
        try {
            if (!off) {
                settle();
                initialisers = 0;
                return synchronisation(slot(TraceFormat.placeless(kind)), 0, 0, clock.next());
            }
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
        return false;
    }
}
