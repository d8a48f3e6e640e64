// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.agent.model.EffectListener;
import dev.foretell.agent.model.SharedLock;
import java.util.concurrent.Semaphore;

/**
 * What a directed thread does at calls of library methods: those that lock, wait, hand over, or access state. Belongs
 * to that thread, as the thread's own fields do.
 */
final class DirectedCalls implements EffectListener {
    /** How long to wait for the end of a thread that has passed its last probe. */
    private static final long MAX_END_NANOS = 1_000_000_000;

    private final DirectedProbes directed;
    /** The lock or semaphore of the last failed try, and whether the try under way repeats it at once. */
    private Object lastFailedTry;

    private boolean repeatedTry;

    DirectedCalls(DirectedProbes directed) {
        this.directed = directed;
    }

    @Override
    public void beforeEnter(Object lock, int site) {
        directed.beforeEnter(lock, site);
    }

    @Override
    public void afterEnter(Object lock, int site) {
        directed.afterEnter(lock, site);
    }

    @Override
    public void beforeExit(Object lock, int site) {
        directed.beforeExit(lock, site);
    }

    @Override
    public void access(Object target, boolean write, int site) {
        if (write) {
            directed.write(target, site);
        } else {
            directed.read(target, site);
        }
    }

    @Override
    public void accessStatic(boolean write, int site) {
        if (write) {
            directed.writeStatic(site);
        } else {
            directed.readStatic(site);
        }
    }

    @Override
    public void accessElement(Object array, int index, boolean write, int site) {
        if (write) {
            directed.writeElement(array, index, site);
        } else {
            directed.readElement(array, index, site);
        }
    }

    @Override
    public void interruptibly() {
        directed.interruptibleNext = true;
    }

    // ---- tryLock: the thread does not wait for the lock, so {@code wants} is not set

    @Override
    public void beforeTry(Object lock, boolean shared, Tries sites) {
        directed.waitingOn = null;
        repeatedTry = lastFailedTry == lock && directed.lastSite == sites.failed();
        if (!directed.monitors.holds(key(lock, shared))) {
            checkStopBefore(sites, sites.of(shared));
        }
    }

    @Override
    public void afterTry(Object lock, boolean shared, Tries sites) {
        Object key = key(lock, shared);
        if (!directed.monitors.holds(key)) {
            countTry(sites);
        }
        directed.monitors.enter(key);
    }

    @Override
    public void tryAcquireFailed(Object lock, Tries sites) {
        tryFailed(lock, sites);
    }

    private static Object key(Object lock, boolean shared) {
        return shared ? new SharedLock(lock) : lock;
    }

    /** The result of a try is not known yet, so it counts as each of them, as in the clip. */
    private void checkStopBefore(Tries sites, int site) {
        int late = directed.deferredStops;
        directed.deferredStops = directed.here(sites.alone(), false);
        directed.deferredStops = directed.here(sites.shared(), false);
        int stops = directed.here(sites.failed(), false);
        directed.deferredStops = late;
        directed.checkOrDeferStop(site, stops);
    }

    private void countTry(Tries sites) {
        countAfter(sites.alone());
        countAfter(sites.shared());
        countAfter(sites.failed());
    }

    /** As in the recorder, a failed try that is repeated at once is one event. */
    private void tryFailed(Object wanted, Tries sites) {
        if (!repeatedTry) {
            countTry(sites);
        }
        lastFailedTry = wanted;
        directed.lastSite = sites.failed();
    }

    // ---- locks shared with others

    @Override
    public void beforeShare(Object lock, boolean waits, int site) {
        if (waits) {
            directed.beforeEnter(new SharedLock(lock), site);
        } else {
            beforeTry(lock, true, new Tries(0, site, 0));
        }
    }

    @Override
    public void afterShare(Object lock, boolean waited, int site) {
        if (waited) {
            directed.afterEnter(new SharedLock(lock), site);
        } else {
            afterTry(lock, true, new Tries(0, site, 0));
        }
    }

    @Override
    public void beforeUnshare(Object lock, int site) {
        directed.beforeExit(new SharedLock(lock), site);
    }

    @Override
    public boolean holds(Object lock, boolean shared) {
        return directed.monitors.holds(shared ? new SharedLock(lock) : lock);
    }

    @Override
    public void readsOptimistically() {
        directed.optimistic = true;
    }

    // ---- permits: they have no owner, so a thread that waits for one blocks in the library

    @Override
    public void beforePermitAcquire(Semaphore semaphore, Tries sites) {
        repeatedTry = lastFailedTry == semaphore && directed.lastSite == sites.failed();
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
        byte[] table = directed.activeMarks;
        if (site < table.length && table[site] == 0) {
            directed.lastSite = site;
            return;
        }
        for (int i = 0; i < Math.min(permits, EffectListener.MOST_PERMITS); i++) {
            directed.countAndCheckStop(site);
        }
    }

    /** Counts an event after it has happened. */
    private void countAfter(int site) {
        if (site != 0
                && directed.threadSchedule != null
                && directed.initializers == 0
                && directed.threadSchedule.mentions(site)) {
            directed.threadSchedule.count(site);
        }
    }

    // ---- conditions

    @Override
    public void beforeCondition(Object lock, Object condition, boolean timed, int site) {
        directed.beginWait(
                lock, condition, timed ? DirectedProbes.MAX_LIMIT_MILLIS : 0, site); // how long is not known here
    }

    @Override
    public void afterCondition(Object lock, Object condition, int site) {
        directed.waitEnded(lock, site);
    }

    // ---- hand-overs

    @Override
    public void publish(Object channel, int site) {
        byte[] table = directed.activeMarks;
        if (site < table.length && table[site] == 0) {
            directed.lastSite = site;
        } else {
            directed.countAndCheckStop(site);
            directed.reportExpectedOnMonitor(channel, site);
        }
        directed.scheduler.notified(channel, true);
    }

    @Override
    public void beforeObserve(int site) {
        directed.checkStop(site);
    }

    @Override
    public void afterObserve(Object channel, int site) {
        countAfter(site);
    }

    @Override
    public void beforeBlocking(int site) {
        if (directed.inputs != null) {
            directed.inputs.waiting(0);
        }
        if (!directed.runsFree()) {
            directed.blocking = true;
        }
    }

    @Override
    public void afterBlocking(int site) {
        directed.blocking = false;
        if (directed.activeMarks.length == 0 && !directed.runsFree()) {
            directed.checkStop(site); // it was switched away from meanwhile
        }
    }

    // ---- state that the library protects

    @Override
    public void beforeAtomic(Object target, int index, int readSite, int writeSite) {
        if (isUnmarked(readSite) && isUnmarked(writeSite)) {
            directed.lastSite = readSite != 0 ? readSite : writeSite;
            return;
        }
        // The read and the write of an update are one step: first stop before both, then report both.
        atomicStop(target, index, readSite);
        atomicStop(target, index, writeSite);
        if (!directed.runsFree()) {
            atomicWatch(target, index, readSite);
            atomicWatch(target, index, writeSite);
        }
    }

    private boolean isUnmarked(int site) {
        byte[] table = directed.activeMarks;
        return site < table.length && table[site] == 0;
    }

    private void atomicStop(Object target, int index, int site) {
        if (site == 0) {
            return;
        }
        int stops = directed.here(site, false);
        if (!directed.runsFree()) {
            if (stops > 0 || directed.activeMarks.length == 0) {
                directed.pending.beforeAtomic(target, index, site);
                directed.arrive(stops, null);
            }
        } else if (directed.initializers > 0) {
            directed.deferredStops = stops;
        }
        directed.lastSite = site;
    }

    private void atomicWatch(Object target, int index, int site) {
        if (site != 0) {
            directed.reportExpected(target, index, site, false, false);
        }
    }

    @Override
    public void afterAtomic(Object target, int index, int readSite, int writeSite) {
        countAtomic(readSite);
        countAtomic(writeSite);
    }

    private void countAtomic(int site) {
        if (site != 0
                && directed.threadSchedule != null
                && directed.initializers == 0
                && directed.threadSchedule.mentions(site)) {
            directed.threadSchedule.count(site);
            if (directed.eventInProgress != null) {
                directed.scheduler.completeEvent(directed);
            }
        }
    }

    // ---- whether threads are alive

    void beforeIsAlive(Thread other, int site) {
        beforeAtomic(other, 0, site + 1, 0);
        awaitEnd(other);
    }

    /** Waits for a thread that ends by itself, unless another one owns its monitor. */
    private void awaitEnd(Thread other) {
        if (directed.registry.isLeaving(other)) {
            long limit = System.nanoTime() + MAX_END_NANOS;
            while (other.isAlive() && System.nanoTime() < limit) {
                Thread.yield();
            }
        }
    }

    void afterIsAlive(Thread other, int site) {
        afterAtomic(other, 0, site + 1, 0);
    }

    /** The thread is about to end, at this place. */
    void endsAt(int site) {
        beforeAtomic(directed.thread, 0, 0, site);
        directed.registry.leaving(directed.thread);
        afterAtomic(directed.thread, 0, 0, site);
    }

    // ---- plain state inside a monitor of the library

    @Override
    public void beforeAround(Object monitor, Object target, boolean write, Sites sites) {
        if (directed.monitors.holds(monitor) || Thread.holdsLock(monitor)) {
            access(target, write, sites.access());
            return;
        }
        if (isUnmarked(sites.acquire())
                && isUnmarked(sites.access())
                && isUnmarked(sites.release())
                && directed.scheduler.ownerOf(monitor) == null) {
            directed.lastSite = sites.access();
            return;
        }
        if (directed.runsFree()) {
            return;
        }
        // It can stop only once, before it owns the monitor; all three events follow directly.
        int stops = directed.count(sites.acquire());
        directed.deferredStops = stops;
        stops = directed.count(sites.access());
        directed.deferredStops = stops;
        stops = directed.count(sites.release());
        directed.deferredStops = 0;
        if (stops > 0 || directed.activeMarks.length == 0 || directed.scheduler.ownerOf(monitor) != null) {
            directed.pending.beforeAccess(target, -1, sites.access(), write);
            directed.arrive(stops, monitor);
        }
        directed.reportExpected(target, -1, sites.access(), true, write);
        directed.lastSite = sites.access();
    }

    @Override
    public void afterAround(Object monitor, Object target, Sites sites) {}
}
