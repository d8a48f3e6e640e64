// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.io.Predictor;
import dev.foretell.trace.io.TraceFormat;
import java.util.Arrays;

/**
 * Records one thread: the accesses by way of {@link AccessLog}, library calls by way of {@link LibraryCalls}, and here
 * its synchronisation.
 *
 * <p>Calls after which the program may throw instead of coming back (a wait, a volatile access) leave a note, and the
 * thread's next probe of any kind settles it first.
 */
final class RecordingThread extends LibraryCalls {

    final ProgramThreads.Known known;

    /** Monitors and locks held, outermost first; whether they are shared with others; how often each was entered. */
    private Object[] monitors = new Object[8];

    private boolean[] shares = new boolean[8];

    private int[] depths = new int[8];
    private int held;

    /** A wait between its two probes: the site, 0 when there is none; its lock and the lock's class. */
    private int waitSite;

    private long waitId;
    private int waitType;
    /** What it waits for: the lock itself, or a condition of it. */
    private long waitFor;

    RecordingThread(Thread thread, ProgramThreads.Known known, Recorder recorder) {
        super(thread, known.number, recorder);
        this.known = known;
    }

    /** A probe that records nothing, for when there is no memory for a real one. */
    static RecordingThread idle(Recorder recorder) {
        RecordingThread idle = new RecordingThread(null, ProgramThreads.NONE, recorder);
        idle.off = true;
        return idle;
    }

    @Override
    public void beforeEnter(Object monitor, int site) {}

    @Override
    public void afterEnter(Object monitor, int site) {
        entered(monitor, false, site);
    }

    @Override
    public void afterShare(Object lock, boolean waited, int site) {
        entered(lock, true, site);
    }

    private void entered(Object monitor, boolean share, int site) {
        try {
            if (monitor == null || predicted == Predictor.NOWHERE && !settle()) {
                return;
            }
            int place = find(monitor, share);
            if (place >= 0) {
                depths[place]++;
                return;
            }
            if (held == monitors.length) {
                int[] moreDepths = Arrays.copyOf(depths, held * 2);
                boolean[] moreShares = Arrays.copyOf(shares, held * 2);
                monitors = Arrays.copyOf(monitors, held * 2);
                depths = moreDepths;
                shares = moreShares;
            }
            int slot = slot(site);
            if (synchronisation(slot, identify(monitor, slot), recorder.types.lockType(monitor), clock.next())) {
                monitors[held] = monitor;
                shares[held] = share;
                depths[held] = 1;
                held++;
            }
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }

    @Override
    public boolean holds(Object monitor, boolean shared) {
        return find(monitor, shared) >= 0;
    }

    private int find(Object monitor, boolean share) {
        int place = held - 1;
        while (place >= 0 && (monitors[place] != monitor || shares[place] != share)) {
            place--;
        }
        return place;
    }

    @Override
    public void beforeExit(Object monitor, int site) {
        exits(monitor, false, site);
    }

    @Override
    public void beforeUnshare(Object lock, int site) {
        exits(lock, true, site);
    }

    private void exits(Object monitor, boolean share, int site) {
        int place = -1;
        try {
            if (monitor == null || predicted == Predictor.NOWHERE && !settle()) {
                return;
            }
            place = find(monitor, share);
            if (place < 0) {
                return;
            }
            if (depths[place] > 1) {
                depths[place]--;
                return;
            }
            int slot = slot(site);
            synchronisation(slot, identify(monitor, slot), recorder.types.lockType(monitor), clock.next());
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
        if (place >= 0) {
            held--;
            for (int i = place; i < held; i++) {
                monitors[i] = monitors[i + 1];
                shares[i] = shares[i + 1];
                depths[i] = depths[i + 1];
            }
            monitors[held] = null;
        }
    }

    @Override
    public void beforeWait(Object monitor, long millis, int site) {
        try {
            if (monitor == null
                    || millis < 0
                    || predicted == Predictor.NOWHERE && !settle()
                    || find(monitor, false) < 0) {
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

    @Override
    public void beforeCondition(Object lock, Object condition, boolean timed, int site) {
        beforeWait(lock, 0, site);
        if (waitSite == site) {
            waitFor = identify(condition, slot(site + 1));
        }
    }

    @Override
    public void afterCondition(Object lock, Object condition, int site) {
        settle();
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
     * The wait is over and the thread holds the monitor again: until its next probe nobody else can have had it, so
     * numbers taken only now are still in the right order.
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
            if (monitor != null && (predicted != Predictor.NOWHERE || settle()) && find(monitor, false) >= 0) {
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
                beforeAtomic(thread, 0, site + 1, 0);
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
                ProgramThreads.Known asked = recorder.threads.find((Thread) thread);
                // The stripe keeps the thread from passing its end meanwhile, so this is exactly what came too late.
                if (alive && asked != null && asked.leaving) {
                    settle();
                } else {
                    afterAtomic(thread, 0, site + 1, 0);
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
        beforeAtomic(thread, 0, 0, site);
        known.leaving = true;
        afterAtomic(thread, 0, 0, site);
    }

    /** Knows without a call of the program that a thread has ended. */
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
        giveBackStripe();
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
