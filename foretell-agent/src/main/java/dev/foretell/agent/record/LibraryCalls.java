// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import dev.foretell.agent.model.EffectListener;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.io.Predictor;
import dev.foretell.trace.io.TraceFormat;
import java.util.concurrent.Semaphore;

/**
 * The part of a thread's probe that sees volatile accesses, and calls of library methods that do such things: whatever
 * must take its number together with what it does. Between the two probes of such an access the thread holds a stripe.
 */
abstract class LibraryCalls extends AccessLog implements EffectListener {
    /** An access between its two probes: its slot, its object, and the stripe held. */
    private int volatileSlot;

    private long volatileId;
    private int stripe = VolatileStripes.NONE;
    /** The lock or semaphore of the last try in vain. */
    private long failedId;

    private final RecentUses uses;

    LibraryCalls(Thread thread, int number, Recorder recorder) {
        super(thread, number, recorder);
        this.uses = new RecentUses(number);
    }

    final void giveBackStripe() {
        if (stripe != VolatileStripes.NONE) {
            recorder.stripes.release(stripe, number);
            stripe = VolatileStripes.NONE;
        }
        volatileSlot = Predictor.NOWHERE;
    }

    @Override
    public void beforeVolatile(Object target, int site) {
        try {
            if (predicted != Predictor.NOWHERE || settle()) {
                int slot = slot(site);
                long id = target == null ? 0 : identify(target, slot);
                int wanted = target == null ? recorder.stripes.ofStatic(site) : recorder.stripes.ofObject(id);
                recorder.stripes.acquire(wanted, number);
                stripe = wanted;
                volatileId = id;
                volatileSlot = slot;
                predicted = Predictor.NOWHERE;
            }
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }

    @Override
    public void afterVolatile(Object target, int site) {
        try {
            int slot = volatileSlot;
            if (slot != Predictor.NOWHERE && Predictor.site(slots[slot]) == site) {
                long order = clock.next();
                boolean certain = recorder.stripes.release(stripe, number);
                stripe = VolatileStripes.NONE;
                volatileSlot = Predictor.NOWHERE;
                if (!certain) {
                    recorder.events.addUnsure();
                }
                synchronisation(slot, volatileId, 0, order);
            } else if (predicted != Predictor.NOWHERE || settle()) {
                // A class initialiser ran in between and another probe has given the stripe back.
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
            recorder.library().before(this, receiver, argument, number, site);
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }

    @Override
    public void afterCall(Object receiver, Object argument, int number, Object result, int site) {
        try {
            recorder.library().after(this, receiver, argument, number, result, site);
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }

    @Override
    public void use(Object receiver, int site) {
        if (uses.wasLast(receiver)) {
            return;
        }
        try {
            recorder.library().use(this, receiver, site);
        } catch (Throwable failure) {
            failed(failure); // it was no event
        }
    }

    @Override
    public boolean uses(Object target) {
        return !off && uses.isShared(target, recorder.used);
    }

    @Override
    public void unmodelled(String type, int site) {
        if (!off) {
            recorder.unmodelled(type, site);
        }
    }

    @Override
    public void access(Object target, boolean write, int site) {
        accessContent(target, site);
    }

    @Override
    public void accessStatic(boolean write, int site) {
        readStatic(site);
    }

    @Override
    public void accessElement(Object array, int index, boolean write, int site) {
        readElement(array, index, site);
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
        if (predicted != Predictor.NOWHERE || settle()) {
            int slot = slot(sites.failed());
            failedTry(slot, identify(lock, slot), lock);
        }
    }

    /** Who tries until it succeeds would fill the disk: what is refused again at once is told once. */
    private void failedTry(int slot, long id, Object wanted) {
        if (last != slot || failedId != id) {
            failedId = id;
            synchronisation(slot, id, recorder.types.lockType(wanted), clock.next());
        }
    }

    @Override
    public void beforeShare(Object lock, boolean waits, int site) {}

    @Override
    public void readsOptimistically() {
        if (predicted != Predictor.NOWHERE || settle()) {
            optimistic = true;
            predicted = Predictor.NOWHERE;
        }
    }

    @Override
    public void beforePermitAcquire(Semaphore semaphore, Tries sites) {
        if (predicted != Predictor.NOWHERE || settle()) {
            semaphore(semaphore, sites.alone());
        }
    }

    @Override
    public void afterPermitAcquire(Semaphore semaphore, int permits, Tries sites) {
        permits(semaphore, permits, sites.alone());
    }

    @Override
    public void tryPermitFailed(Semaphore semaphore, Tries sites) {
        if (predicted != Predictor.NOWHERE || settle()) {
            failedTry(slot(sites.failed()), semaphore(semaphore, sites.failed()), semaphore);
        }
    }

    @Override
    public void beforePermitRelease(Semaphore semaphore, int permits, int site) {
        permits(semaphore, permits, site);
    }

    private long semaphore(Semaphore semaphore, int site) {
        long id = identify(semaphore, slot(site));
        recorder.semaphores.meet(id, semaphore);
        return id;
    }

    /** One event for each, with numbers in a row: what is given is told before the call, what is taken after it. */
    private void permits(Semaphore semaphore, int permits, int site) {
        if (permits > 0 && (predicted != Predictor.NOWHERE || settle())) {
            long id = semaphore(semaphore, site);
            int type = recorder.types.lockType(semaphore);
            int events = Math.min(permits, MOST_PERMITS);
            long order = clock.take(events);
            for (int i = 0; i < events; i++) {
                synchronisation(slot(site), id, type, order + i);
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

    private void handOver(Object channel, int site) {
        if (predicted != Predictor.NOWHERE || settle()) {
            int slot = slot(site);
            long id = identify(channel, slot);
            if (channel instanceof Thread) {
                recorder.threads.identify((Thread) channel, id);
            }
            synchronisation(slot, id, 0, clock.next());
        }
    }

    @Override
    public void beforeAtomic(Object target, int index, int readSite, int writeSite) {
        if (predicted != Predictor.NOWHERE || settle()) {
            int site = readSite != 0 ? readSite : writeSite;
            int slot = slot(site);
            long id = idOf(target, slot);
            take(id, target == null ? recorder.stripes.ofStatic(site) : recorder.stripes.ofObject(id), slot);
        }
    }

    /** Static fields have no object. */
    private long idOf(Object target, int slot) {
        return target == null ? 0 : identify(target, slot);
    }

    private void take(long id, int wanted, int slot) {
        recorder.stripes.acquire(wanted, number);
        stripe = wanted;
        volatileId = id;
        volatileSlot = slot;
        predicted = Predictor.NOWHERE;
    }

    @Override
    public void afterAtomic(Object target, int index, int readSite, int writeSite) {
        int slot = slot(readSite != 0 ? readSite : writeSite);
        int events = readSite != 0 && writeSite != 0 ? 2 : 1;
        long order = after(idOf(target, slot), slot, events);
        if (order > 0) {
            int place = Math.max(index, 0);
            synchronisation(slot, idOf(target, slot), place, order);
            if (events == 2) {
                int second = slot(writeSite);
                synchronisation(second, idOf(target, second), place, order + 1);
            }
        }
    }

    /** The first of some numbers for what was done since {@link #take}; 0 when nothing is recorded. */
    private long after(long id, int slot, int events) {
        if (stripe != VolatileStripes.NONE && volatileSlot == slot && volatileId == id) {
            long order = clock.take(events);
            boolean certain = recorder.stripes.release(stripe, number);
            stripe = VolatileStripes.NONE;
            volatileSlot = Predictor.NOWHERE;
            if (!certain) {
                recorder.events.addUnsure();
            }
            return order;
        }
        if (predicted != Predictor.NOWHERE || settle()) {
            // The call has run code of the program, and another probe has given the stripe back.
            recorder.events.addUnsure();
            return clock.take(events);
        }
        return 0;
    }

    @Override
    public void beforeAround(Object monitor, Object target, boolean write, Sites sites) {
        if (holds(monitor, false) || Thread.holdsLock(monitor)) {
            accessContent(target, sites.access());
        } else if (predicted != Predictor.NOWHERE || settle()) {
            int slot = slot(sites.acquire());
            long id = identify(monitor, slot);
            take(id, recorder.stripes.ofObject(id), slot);
        }
    }

    @Override
    public void afterAround(Object monitor, Object target, Sites sites) {
        if (holds(monitor, false) || Thread.holdsLock(monitor)) {
            return;
        }
        int slot = slot(sites.acquire());
        long id = identify(monitor, slot);
        long order = after(id, slot, 3);
        if (order > 0) {
            int type = recorder.types.lockType(monitor);
            synchronisation(slot, id, type, order);
            slot = slot(sites.access());
            synchronisation(slot, identify(target, slot), 0, order + 1);
            slot = slot(sites.release());
            synchronisation(slot, identify(monitor, slot), type, order + 2);
        }
    }

    @Override
    public void beforeBlocking(int site) {}

    @Override
    public void afterBlocking(int site) {}

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
                handOver(task, TraceFormat.placeless(kind));
            }
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }
}
