// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.probe.ThreadInputs;
import java.lang.ref.WeakReference;
import java.util.Collection;

/**
 * Returns to one thread the inputs that it got in the recorded run. Inputs belong to a thread, a place and an
 * occurrence, as events do: a thread that takes another branch for a while finds the right ones again where it comes
 * back. Where nothing was recorded it gets real inputs. Belongs to its thread.
 */
final class ReplayedInputs extends ThreadInputs {
    private final InputReplay inputReplay;
    /** Null for the inputs that class initialisers share; these are guarded by themselves. */
    private final DirectedThread thread;

    private final String path;
    /** By number of the place in the recorded run; null until first used. */
    private final long[][] recorded;

    private final int[] taken;

    private final ReplayedClock.ThreadTime nanos = new ReplayedClock.ThreadTime();
    private final ReplayedClock.ThreadTime wall = new ReplayedClock.ThreadTime();

    /** What {@link #takeRecorded} found. */
    private long found;

    private boolean waits;
    /**
     * How long the wait may last, 0 if for ever, and how much time has then gone by on the clock that the program sees.
     */
    private long waitLimit;

    private long waitPasses;
    /** When it began: in real time, and on both replayed clocks. */
    private long waitSince;

    private long nanosThen;
    private long wallThen;
    /** The last site of an input, in this run's numbers; 0 before the first. Others read it, racily, for messages. */
    int lastSite;
    /** The thread as a worker of a pool; null when it is none, or the recording has no workers. */
    private PoolWorker worker;
    /** The pool to which it last submitted a task; null when it submitted none. */
    private WeakReference<Object> submitsTo;

    /** The call that submits that task has not returned. */
    private boolean submits;

    ReplayedInputs(InputReplay inputReplay, DirectedThread thread, String path) {
        this.inputReplay = inputReplay;
        this.thread = thread;
        this.path = path;
        recorded = new long[inputReplay.recorded.siteLimit()][];
        taken = new int[recorded.length];
    }

    /** All inputs that it got at a place in the recorded run. */
    private long[] recorded(int place) {
        long[] all = recorded[place];
        if (all == null) {
            all = inputReplay.recorded.answers(path, place);
            recorded[place] = all;
        }
        return all;
    }

    /** Whether there is a recorded input for this place; it is left in {@code found}. */
    private boolean takeRecorded(int site) {
        lastSite = site;
        if (thread != null && thread.initializers > 0) {
            ReplayedInputs shared = inputReplay.shared;
            synchronized (shared) {
                boolean there = shared.takeOwnRecorded(site);
                found = shared.found;
                return there;
            }
        }
        return takeOwnRecorded(site);
    }

    private boolean takeOwnRecorded(int site) {
        int place = inputReplay.number(site);
        if (place == 0 || taken[place] == recorded(place).length) {
            String why = place == 0 || taken[place] == 0
                    ? "where it did not in the recorded run"
                    : "once more than in the recorded run";
            inputReplay.fresh(thread, site, why + "; it gets fresh values there");
            return false;
        }
        found = recorded[place][taken[place]++];
        return true;
    }

    @Override
    public long nanos(long real, int site) {
        try {
            waited();
            return takeRecorded(site)
                    ? noteMove(inputReplay.nanos.replay(found, 1, real, nanos), site)
                    : inputReplay.nanos.continued(1, real, nanos);
        } catch (Throwable failure) {
            return real;
        }
    }

    @Override
    public long wall(long real, long unit, int site) {
        try {
            waited();
            return takeRecorded(site)
                    ? noteMove(inputReplay.wall.replay(found, unit, real, wall), site)
                    : inputReplay.wall.continued(unit, real, wall);
        } catch (Throwable failure) {
            return real;
        }
    }

    @Override
    public long realWallOffset() {
        return inputReplay.wall.realOffset(wall);
    }

    private long noteMove(long answer, int site) {
        if (answer != found) {
            inputReplay.fresh(thread, site, "later than in the recorded run; times are moved");
        }
        return answer;
    }

    @Override
    public long value(long real, int site) {
        try {
            return takeRecorded(site) ? found : real;
        } catch (Throwable failure) {
            return real;
        }
    }

    @Override
    public void unfit(int site) {
        inputReplay.fresh(thread, site, "with other bounds than in the recorded run; it gets a fresh value");
    }

    @Override
    public void bytes(byte[] real, int site) {
        try {
            if (!takeRecorded(site)) {
                return;
            }
            long length = found;
            byte[] then = new byte[(int) length];
            for (int at = 0; at < then.length; at += Long.BYTES) {
                if (!takeRecorded(site)) {
                    return;
                }
                for (int i = 0; i < Long.BYTES && at + i < then.length; i++) {
                    then[at + i] = (byte) (found >>> 8 * i);
                }
            }
            if (length == real.length) {
                System.arraycopy(then, 0, real, 0, real.length);
            } else {
                unfit(site);
            }
        } catch (Throwable failure) {
            return;
        }
    }

    @Override
    public int hash(Object object, int real, int site) {
        try {
            return inputReplay.hashes.of(object, real, takeRecorded(site) ? (int) found : real);
        } catch (Throwable failure) {
            return real;
        }
    }

    @Override
    public void outside(long print, int site) {
        try {
            lastSite = site;
            int place = inputReplay.number(site);
            boolean own = thread == null || thread.initializers == 0;
            if (own
                    && place != 0
                    && taken[place] < recorded(place).length
                    && recorded[place][taken[place]++] != print) {
                inputReplay.differed(thread, site, "and got another answer than in the recorded run");
            }
        } catch (Throwable failure) {
            return;
        }
    }

    /** Its last input. */
    String last() {
        return inputReplay.describe(lastSite);
    }

    /** The thread was held for this time, which does not count: the program did not wait. */
    void held(long nanos) {
        this.nanos.held(nanos);
        this.wall.held(nanos);
    }

    @Override
    public void waiting(long nanos) {
        begin(nanos, inputReplay.wall.latest(), nanos);
    }

    @Override
    public void waitingUntil(long to) {
        long wallNow = inputReplay.wall.latest();
        begin(Math.max(1, to + realWallOffset() - InputReplay.realWall()), wallNow, to - wallNow);
    }

    private void begin(long limit, long wallNow, long passes) {
        waited();
        waitLimit = limit;
        waitPasses = passes;
        nanosThen = inputReplay.nanos.latest();
        wallThen = wallNow;
        waitSince = System.nanoTime();
        waits = true;
    }

    /**
     * The wait is over, now or, when it ended by an exception, some time before. If it lasted until its time limit, the
     * program may depend on how long that was, in other threads too. Otherwise another thread ended it, which might
     * have happened at any time.
     */
    @Override
    public void waited() {
        if (waits) {
            waits = false;
            long now = System.nanoTime();
            long time = now - waitSince;
            if (waitLimit > 0 && time >= waitLimit) {
                inputReplay.nanos.passed(nanosThen, waitPasses, now);
                inputReplay.wall.passed(wallThen, waitPasses, InputReplay.realWall());
                held(time - waitLimit);
            } else {
                held(time);
            }
        }
    }

    // ---- pools; what fails here fails for lack of stack or memory, which the program will run into by itself

    @Override
    public void submits(Object pool, Object task) {
        try {
            submitted(); // a call that threw an exception
            submitsTo = new WeakReference<>(pool);
            long since = System.nanoTime();
            inputReplay.keepAlives.submits(thread, pool, task);
            submits = true;
            held(System.nanoTime() - since);
        } catch (Throwable failure) {
            return;
        }
    }

    @Override
    public void submitted() {
        try {
            Object pool = submits ? submitsTo.get() : null;
            submits = false;
            if (pool != null) {
                inputReplay.keepAlives.submitted(pool);
            }
        } catch (Throwable failure) {
            return;
        }
    }

    @Override
    public void works(Object pool) {
        try {
            if (worker == null || worker.pool != pool) {
                worker = inputReplay.keepAlives.worker(thread, path, pool);
            }
        } catch (Throwable failure) {
            return;
        }
    }

    /** It is about to start another thread. If that is a worker of a pool, it has to be known before it runs. */
    void starts(ReplayedInputs other) {
        Object pool = submitsTo == null ? null : submitsTo.get();
        if (pool != null && other.worker == null && inputReplay.keepAlives.isWorker(other.path)) {
            other.worker = inputReplay.keepAlives.worker(other.thread, other.path, pool);
        }
    }

    @Override
    public void getsNextTask() {
        try {
            if (worker != null) {
                inputReplay.keepAlives.getsNextTask(worker);
            }
        } catch (Throwable failure) {
            return;
        }
    }

    @Override
    public void idles(Object pool, Collection<?> tasks, long limit) {
        try {
            waiting(0); // a task might arrive at once; a worker that leaves reads no clock any more
            if (worker != null) {
                thread.blocking = worker.isKept() && !thread.runsFree();
                inputReplay.keepAlives.idles(worker, tasks, limit);
            }
        } catch (Throwable failure) {
            return;
        }
    }

    @Override
    public long keepsAlive(long limit, long waitedSoFar) {
        try {
            return worker == null ? limit - waitedSoFar : inputReplay.keepAlives.keepsAlive(worker, limit, waitedSoFar);
        } catch (Throwable failure) {
            return limit - waitedSoFar;
        }
    }

    @Override
    public void idled(boolean gotTask) {
        try {
            thread.blocking = false;
            if (worker != null && gotTask) {
                inputReplay.keepAlives.takes(worker);
            }
            waited();
        } catch (Throwable failure) {
            return;
        }
    }

    @Override
    public void leaves(Object pool) {
        try {
            if (worker != null) {
                inputReplay.keepAlives.leaves(worker);
            }
        } catch (Throwable failure) {
            return;
        }
    }
}
