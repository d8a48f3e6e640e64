// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import dev.foretell.agent.model.EffectListener;
import dev.foretell.trace.io.Predictor;
import java.util.concurrent.Semaphore;

/** Records the effects of one thread's calls of library methods. */
final class LibraryCalls implements EffectListener {
    private final RecordingThread thread;
    private final Recorder recorder;
    /** The lock or semaphore of the last failed try. */
    private long failedId;

    private final RecentUses uses;

    LibraryCalls(RecordingThread thread, Recorder recorder) {
        this.thread = thread;
        this.recorder = recorder;
        this.uses = new RecentUses(thread.number);
    }

    @Override
    public void beforeEnter(Object lock, int site) {}

    @Override
    public void afterEnter(Object lock, int site) {
        thread.entered(lock, false, site);
    }

    @Override
    public void beforeExit(Object lock, int site) {
        thread.exits(lock, false, site);
    }

    @Override
    public void afterShare(Object lock, boolean waited, int site) {
        thread.entered(lock, true, site);
    }

    @Override
    public void beforeUnshare(Object lock, int site) {
        thread.exits(lock, true, site);
    }

    @Override
    public boolean holds(Object lock, boolean shared) {
        return thread.holds(lock, shared);
    }

    @Override
    public void beforeCondition(Object lock, Object condition, boolean timed, int site) {
        thread.beforeCondition(lock, condition, site);
    }

    @Override
    public void afterCondition(Object lock, Object condition, int site) {
        thread.settle();
    }

    /** Whether this object was used last, so that {@link #uses} need not be called. */
    boolean usedLast(Object object) {
        return uses.wasLast(object);
    }

    @Override
    public boolean uses(Object target) {
        return !thread.off && uses.isShared(target, recorder.used);
    }

    @Override
    public void unmodelled(String type, int site) {
        if (!thread.off) {
            recorder.unmodelled(type, site);
        }
    }

    @Override
    public void access(Object target, boolean write, int site) {
        thread.accessContent(target, site);
    }

    @Override
    public void accessStatic(boolean write, int site) {
        thread.readStatic(site);
    }

    @Override
    public void accessElement(Object array, int index, boolean write, int site) {
        thread.readElement(array, index, site);
    }

    @Override
    public void beforeTry(Object lock, boolean shared, Tries sites) {}

    @Override
    public void afterTry(Object lock, boolean shared, Tries sites) {
        if (shared) {
            afterShare(lock, false, sites.shared());
        } else {
            afterEnter(lock, sites.alone());
        }
    }

    @Override
    public void tryAcquireFailed(Object lock, Tries sites) {
        if (thread.predicted != Predictor.NOWHERE || thread.settle()) {
            int slot = thread.slot(sites.failed());
            failedTry(slot, thread.identify(lock, slot), lock);
        }
    }

    /** A thread that retries until it succeeds would fill the disk: of equal failures in a row one is recorded. */
    private void failedTry(int slot, long id, Object wanted) {
        if (thread.last != slot || failedId != id) {
            failedId = id;
            thread.synchronisation(slot, id, recorder.types.lockType(wanted), thread.clock.next());
        }
    }

    @Override
    public void beforeShare(Object lock, boolean waits, int site) {}

    @Override
    public void readsOptimistically() {
        if (thread.predicted != Predictor.NOWHERE || thread.settle()) {
            thread.optimistic = true;
            thread.predicted = Predictor.NOWHERE;
        }
    }

    @Override
    public void beforePermitAcquire(Semaphore semaphore, Tries sites) {
        if (thread.predicted != Predictor.NOWHERE || thread.settle()) {
            semaphore(semaphore, sites.alone());
        }
    }

    @Override
    public void afterPermitAcquire(Semaphore semaphore, int permits, Tries sites) {
        permits(semaphore, permits, sites.alone());
    }

    @Override
    public void tryPermitFailed(Semaphore semaphore, Tries sites) {
        if (thread.predicted != Predictor.NOWHERE || thread.settle()) {
            failedTry(thread.slot(sites.failed()), semaphore(semaphore, sites.failed()), semaphore);
        }
    }

    @Override
    public void beforePermitRelease(Semaphore semaphore, int permits, int site) {
        permits(semaphore, permits, site);
    }

    private long semaphore(Semaphore semaphore, int site) {
        long id = thread.identify(semaphore, thread.slot(site));
        recorder.semaphores.meet(id, semaphore);
        return id;
    }

    /** One event for each, with numbers in a row: a release is recorded before the call, an acquisition after it. */
    private void permits(Semaphore semaphore, int permits, int site) {
        if (permits > 0 && (thread.predicted != Predictor.NOWHERE || thread.settle())) {
            long id = semaphore(semaphore, site);
            int type = recorder.types.lockType(semaphore);
            int events = Math.min(permits, MOST_PERMITS);
            long order = thread.clock.take(events);
            for (int i = 0; i < events; i++) {
                thread.synchronisation(thread.slot(site), id, type, order + i);
            }
        }
    }

    @Override
    public void publish(Object channel, int site) {
        handOver(channel, site);
    }

    @Override
    public void beforeObserve(int site) {}

    @Override
    public void afterObserve(Object channel, int site) {
        handOver(channel, site);
    }

    void handOver(Object channel, int site) {
        if (thread.predicted != Predictor.NOWHERE || thread.settle()) {
            int slot = thread.slot(site);
            long id = thread.identify(channel, slot);
            if (channel instanceof Thread) {
                recorder.threads.identify((Thread) channel, id);
            }
            thread.synchronisation(slot, id, 0, thread.clock.next());
        }
    }

    @Override
    public void beforeAtomic(Object target, int index, int readSite, int writeSite) {
        if (thread.predicted != Predictor.NOWHERE || thread.settle()) {
            int site = readSite != 0 ? readSite : writeSite;
            int slot = thread.slot(site);
            long id = idOf(target, slot);
            thread.beforeStep(
                    id, target == null ? recorder.stripes.ofStatic(site) : recorder.stripes.ofObject(id), slot);
        }
    }

    /** Static fields have no object. */
    private long idOf(Object target, int slot) {
        return target == null ? 0 : thread.identify(target, slot);
    }

    @Override
    public void afterAtomic(Object target, int index, int readSite, int writeSite) {
        int slot = thread.slot(readSite != 0 ? readSite : writeSite);
        int events = readSite != 0 && writeSite != 0 ? 2 : 1;
        long order = thread.afterStep(idOf(target, slot), slot, events);
        if (order > 0) {
            int place = Math.max(index, 0);
            thread.synchronisation(slot, idOf(target, slot), place, order);
            if (events == 2) {
                int second = thread.slot(writeSite);
                thread.synchronisation(second, idOf(target, second), place, order + 1);
            }
        }
    }

    @Override
    public void beforeAround(Object monitor, Object target, boolean write, Sites sites) {
        if (holds(monitor, false) || Thread.holdsLock(monitor)) {
            thread.accessContent(target, sites.access());
        } else if (thread.predicted != Predictor.NOWHERE || thread.settle()) {
            int slot = thread.slot(sites.acquire());
            long id = thread.identify(monitor, slot);
            thread.beforeStep(id, recorder.stripes.ofObject(id), slot);
        }
    }

    @Override
    public void afterAround(Object monitor, Object target, Sites sites) {
        if (holds(monitor, false) || Thread.holdsLock(monitor)) {
            return;
        }
        int slot = thread.slot(sites.acquire());
        long id = thread.identify(monitor, slot);
        long order = thread.afterStep(id, slot, 3);
        if (order > 0) {
            int type = recorder.types.lockType(monitor);
            thread.synchronisation(slot, id, type, order);
            slot = thread.slot(sites.access());
            thread.synchronisation(slot, thread.identify(target, slot), 0, order + 1);
            slot = thread.slot(sites.release());
            thread.synchronisation(slot, thread.identify(monitor, slot), type, order + 2);
        }
    }

    @Override
    public void beforeBlocking(int site) {}

    @Override
    public void afterBlocking(int site) {}
}
