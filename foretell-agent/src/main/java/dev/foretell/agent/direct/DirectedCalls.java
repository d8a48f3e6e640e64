// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.agent.mode.AgentMode;
import dev.foretell.agent.model.EffectListener;
import dev.foretell.agent.model.LockIdentity;
import dev.foretell.agent.model.SharedLock;
import java.util.concurrent.Semaphore;

/** What a directed thread does at calls of library methods: those that lock, wait, hand over, or access state. */
final class DirectedCalls extends DirectedProbes implements EffectListener {
    /** As long a thread that has nothing more to do is given to end. */
    private static final long MAX_END_NANOS = 1_000_000_000;

    private final AgentMode directed;
    /** What was tried in vain last, and whether the try under way is the next thing the thread does. */
    private Object lastFailedTry;

    private boolean repeatedTry;
    /** A wait of it ends by an InterruptedException. */
    private boolean endsByInterrupt;

    DirectedCalls(
            Thread thread,
            String path,
            ThreadSchedule threadSchedule,
            Scheduler scheduler,
            ThreadRegistry registry,
            AgentMode directed) {
        super(thread, path, threadSchedule, scheduler, registry);
        this.directed = directed;
    }

    @Override
    public void beforeCall(Object receiver, Object argument, int number, int site) {
        try {
            optimistic = false;
            directed.library().before(this, receiver, argument, number, site);
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    @Override
    public void afterCall(Object receiver, Object argument, int number, Object result, int site) {
        try {
            if (inputs != null) {
                inputs.waited();
            }
            directed.library().after(this, receiver, argument, number, result, site);
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    @Override
    public void access(Object target, boolean write, int site) {
        if (write) {
            write(target, site);
        } else {
            read(target, site);
        }
    }

    @Override
    public void accessStatic(boolean write, int site) {
        if (write) {
            writeStatic(site);
        } else {
            readStatic(site);
        }
    }

    @Override
    public void accessElement(Object array, int index, boolean write, int site) {
        if (write) {
            writeElement(array, index, site);
        } else {
            readElement(array, index, site);
        }
    }

    @Override
    public void interruptibly() {
        interruptibleNext = true;
    }

    // ---- locks that may be refused: the thread does not wait for them, so it is not said to want them

    @Override
    public void beforeTry(Object lock, boolean shared, Tries sites) {
        waitingOn = null;
        repeatedTry = lastFailedTry == lock && lastSite == sites.failed();
        if (!monitors.holds(key(lock, shared))) {
            checkStopBefore(sites, sites.of(shared));
        }
    }

    @Override
    public void afterTry(Object lock, boolean shared, Tries sites) {
        Object key = key(lock, shared);
        if (!monitors.holds(key)) {
            countTry(sites);
        }
        monitors.enter(key);
    }

    @Override
    public void tryAcquireFailed(Object lock, Tries sites) {
        tryFailed(lock, sites);
    }

    private static Object key(Object lock, boolean shared) {
        return shared ? new SharedLock(lock) : lock;
    }

    /** Nobody knows yet what will come of a try, so it counts as each of them: the clip's maker does the same. */
    private void checkStopBefore(Tries sites, int site) {
        int late = deferredStops;
        deferredStops = here(sites.alone(), false);
        deferredStops = here(sites.shared(), false);
        int stops = here(sites.failed(), false);
        deferredStops = late;
        checkOrDeferStop(site, stops);
    }

    private void countTry(Tries sites) {
        countAfter(sites.alone());
        countAfter(sites.shared());
        countAfter(sites.failed());
    }

    /** As for the recorder, what is refused again at once has not happened again. */
    private void tryFailed(Object wanted, Tries sites) {
        if (!repeatedTry) {
            countTry(sites);
        }
        lastFailedTry = wanted;
        lastSite = sites.failed();
    }

    // ---- locks shared with others

    @Override
    public void beforeShare(Object lock, boolean waits, int site) {
        if (waits) {
            beforeEnter(new SharedLock(lock), site);
        } else {
            beforeTry(lock, true, new Tries(0, site, 0));
        }
    }

    @Override
    public void afterShare(Object lock, boolean waited, int site) {
        if (waited) {
            afterEnter(new SharedLock(lock), site);
        } else {
            afterTry(lock, true, new Tries(0, site, 0));
        }
    }

    @Override
    public void beforeUnshare(Object lock, int site) {
        beforeExit(new SharedLock(lock), site);
    }

    @Override
    public boolean holds(Object lock, boolean shared) {
        return monitors.holds(shared ? new SharedLock(lock) : lock);
    }

    @Override
    public void readsOptimistically() {
        optimistic = true;
    }

    // ---- permits: nobody owns them, so whoever waits for one blocks in the library

    @Override
    public void beforePermitAcquire(Semaphore semaphore, Tries sites) {
        repeatedTry = lastFailedTry == semaphore && lastSite == sites.failed();
        checkStopBefore(sites, sites.alone());
    }

    @Override
    public void afterPermitAcquire(Semaphore semaphore, int permits, Tries sites) {
        for (int i = 0; i < Math.min(permits, EffectListener.MOST_PERMITS); i++) {
            countTry(sites);
        }
    }

    @Override
    public void tryPermitFailed(Semaphore semaphore, Tries sites) {
        tryFailed(semaphore, sites);
    }

    @Override
    public void beforePermitRelease(Semaphore semaphore, int permits, int site) {
        byte[] table = activeMarks;
        if (site < table.length && table[site] == 0) {
            lastSite = site;
            return;
        }
        for (int i = 0; i < Math.min(permits, EffectListener.MOST_PERMITS); i++) {
            countAndCheckStop(site);
        }
    }

    /** Counts an event that has happened before it was known that it would. */
    private void countAfter(int site) {
        if (site != 0 && threadSchedule != null && initializers == 0 && threadSchedule.mentions(site)) {
            threadSchedule.count(site);
        }
    }

    // ---- conditions

    @Override
    public void beforeCondition(Object lock, Object condition, boolean timed, int site) {
        beginWait(lock, condition, timed ? MAX_LIMIT_MILLIS : 0, site); // the limit is the call's own business
    }

    @Override
    public void afterCondition(Object lock, Object condition, int site) {
        waitEnded(lock, site);
    }

    // ---- hand-overs

    @Override
    public void publish(Object channel, int site) {
        byte[] table = activeMarks;
        if (site < table.length && table[site] == 0) {
            lastSite = site;
        } else {
            countAndCheckStop(site);
            reportExpectedOnMonitor(channel, site);
        }
        scheduler.notified(channel, true);
    }

    @Override
    public void beforeObserve(int site) {
        checkStop(site);
    }

    @Override
    public void afterObserve(Object channel, int site) {
        countAfter(site);
    }

    /** Among what is handed over are interrupts: the thread that is interrupted is the task. */
    @Override
    public void handOver(Object task) {
        if (task instanceof Thread) {
            scheduler.notified(task, true); // it ends a wait, too
        }
    }

    /**
     * Also where an InterruptedException is made, for the thread that gets it: a wait of the program is over then, with
     * the monitor, as it is when the call returns.
     */
    @Override
    public void beginTask(Object task) {
        Object monitor = waitingOn;
        if (task == thread && monitor != null && !endsByInterrupt && LockIdentity.isHeld(monitor)) {
            endsByInterrupt = true; // while it is kept in its wait it may be interrupted once more
            awaitedByInterrupt(monitor);
            endsByInterrupt = false;
        }
    }

    private void awaitedByInterrupt(Object monitor) {
        try {
            if (inputs != null) {
                inputs.waited();
            }
            waitEnded(monitor, waitSite);
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    @Override
    public void endTask(Object task) {}

    @Override
    public void beforeBlocking(int site) {
        if (inputs != null) {
            inputs.waiting(0);
        }
        if (!runsFree()) {
            blocking = true;
        }
    }

    @Override
    public void afterBlocking(int site) {
        blocking = false;
        if (activeMarks.length == 0 && !runsFree()) {
            checkStop(site); // the baton was lent meanwhile
        }
    }

    // ---- state that the library protects

    @Override
    public void beforeAtomic(Object target, int index, int readSite, int writeSite) {
        if (isUnmarked(readSite) && isUnmarked(writeSite)) {
            lastSite = readSite != 0 ? readSite : writeSite;
            return;
        }
        // The two parts of an update are one step: first stand before both, then tell that both happen now.
        atomicStop(target, index, readSite);
        atomicStop(target, index, writeSite);
        if (!runsFree()) {
            atomicWatch(target, index, readSite);
            atomicWatch(target, index, writeSite);
        }
    }

    private boolean isUnmarked(int site) {
        byte[] table = activeMarks;
        return site < table.length && table[site] == 0;
    }

    private void atomicStop(Object target, int index, int site) {
        if (site == 0) {
            return;
        }
        int stops = here(site, false);
        if (!runsFree()) {
            if (stops > 0 || activeMarks.length == 0) {
                pending.beforeAtomic(target, index, site);
                arrive(stops, null);
            }
        } else if (initializers > 0) {
            deferredStops = stops;
        }
        lastSite = site;
    }

    private void atomicWatch(Object target, int index, int site) {
        if (site != 0) {
            reportExpected(target, index, site, false, false);
        }
    }

    @Override
    public void afterAtomic(Object target, int index, int readSite, int writeSite) {
        countAtomic(readSite);
        countAtomic(writeSite);
    }

    private void countAtomic(int site) {
        if (site != 0 && threadSchedule != null && initializers == 0 && threadSchedule.mentions(site)) {
            threadSchedule.count(site);
            if (eventInProgress != null) {
                scheduler.completeEvent(this);
            }
        }
    }

    // ---- whether threads are alive

    @Override
    public void beforeIsAlive(Object thread, int site) {
        try {
            if (thread instanceof Thread other) {
                beforeAtomic(other, 0, site + 1, 0);
                awaitEnd(other);
            }
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
    }

    /** It ends by itself, unless another thread is inside its monitor. */
    private void awaitEnd(Thread other) {
        if (registry.isLeaving(other)) {
            long limit = System.nanoTime() + MAX_END_NANOS;
            while (other.isAlive() && System.nanoTime() < limit) {
                Thread.yield();
            }
        }
    }

    @Override
    public void afterIsAlive(Object thread, boolean alive, int site) {
        try {
            if (thread instanceof Thread) {
                afterAtomic(thread, 0, site + 1, 0);
            }
        } catch (Throwable e) {
            scheduler.internalError(e);
        }
        if (!alive) {
            afterJoin(thread, site);
        }
    }

    /** The thread is about to end, at this place. */
    void leave(int site) {
        beforeAtomic(thread, 0, 0, site);
        registry.leaving(thread);
        afterAtomic(thread, 0, 0, site);
    }

    // ---- plain state inside a monitor of the library

    @Override
    public void beforeAround(Object monitor, Object target, boolean write, Sites sites) {
        if (monitors.holds(monitor) || Thread.holdsLock(monitor)) {
            access(target, write, sites.access());
            return;
        }
        if (isUnmarked(sites.acquire())
                && isUnmarked(sites.access())
                && isUnmarked(sites.release())
                && scheduler.ownerOf(monitor) == null) {
            lastSite = sites.access();
            return;
        }
        if (runsFree()) {
            return;
        }
        // It can stand at one place only, before it has the monitor; all three events come right after it.
        int stops = count(sites.acquire());
        deferredStops = stops;
        stops = count(sites.access());
        deferredStops = stops;
        stops = count(sites.release());
        deferredStops = 0;
        if (stops > 0 || activeMarks.length == 0 || scheduler.ownerOf(monitor) != null) {
            pending.beforeAccess(target, -1, sites.access(), write);
            arrive(stops, monitor);
        }
        reportExpected(target, -1, sites.access(), true, write);
        lastSite = sites.access();
    }

    @Override
    public void afterAround(Object monitor, Object target, Sites sites) {}
}
