// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import static dev.foretell.trace.io.Predictor.COUNT;
import static dev.foretell.trace.io.Predictor.ID;
import static dev.foretell.trace.io.Predictor.ID_STRIDE;
import static dev.foretell.trace.io.Predictor.INDEX;

import dev.foretell.trace.io.Predictor;
import dev.foretell.trace.io.TraceFormat;
import java.util.Arrays;

/**
 * The part of a thread's probe that sees its plain accesses, and gives objects their identity.
 *
 * <p>An access that the predictor has predicted costs a few loads and comparisons here and a few stores to this object
 * and its slots: no allocation, no shared write, no reference store (which would cost a barrier of the garbage
 * collector). Everything unusual makes {@code predicted} point nowhere, so that the fast path needs no test for it: a
 * volatile access under way, a wait under way, a class initialiser, the end of recording.
 *
 * <p>It inherits the log instead of referring to it, because each access loads five of its fields: with the log in an
 * object of its own an access takes 2.94 ns instead of 2.54 ns in a loop over an array, 2.73 instead of 2.59 with the
 * fields of changing objects, 2.59 instead of 2.18 with those of one object (processor time, Java 17, best of five
 * alternating runs; {@code foretell-bench/run probes} measures it). Library calls, held locks and held stripes cost
 * nothing as objects of their own: {@link RecordingThread} refers to them.
 */
abstract class AccessLog extends EventLog {
    private static final int CACHE = 256;
    /** In place of an index. */
    private static final int FIELD = -1;

    private static final int STATIC = -2;

    final Recorder recorder;
    /** Entries of objects without an identity field, by identity hash. */
    private final IdentityTable.Entry[] cache = new IdentityTable.Entry[CACHE];

    private long nextId;
    private long idLimit;
    /**
     * The thread reads optimistically: what it reads may be inconsistent, and the program validates it. Plain accesses
     * are left out until its next probe of another kind.
     */
    boolean optimistic;

    AccessLog(Thread thread, int number, Recorder recorder) {
        super(thread, number, recorder.clock, recorder.events, recorder);
        this.recorder = recorder;
        Arrays.fill(cache, IdentityTable.Entry.NONE);
    }

    /** Ends what an exception may have left behind. True when events are to be recorded now. */
    abstract boolean settle();

    @Override
    public void read(Object target, int site) {
        access(target, site);
    }

    @Override
    public void write(Object target, int site) {
        access(target, site);
    }

    private void access(Object target, int site) {
        int at = predicted;
        long[] s = slots;
        long head = s[at];
        if (Predictor.site(head) == site && target != null) {
            ObjectTypes.Type type = types[at / Predictor.WORDS];
            if (type.refersTo(target.getClass())) {
                long id = UNSAFE.getLong(target, type.offset);
                int remaining = left;
                if (id == s[at + ID] && id != 0 && remaining > 0 && sameClock()) {
                    s[at + ID] = id + s[at + ID_STRIDE];
                    left = remaining - 1;
                    last = at;
                    predicted = Predictor.next(head);
                    return;
                }
            }
        }
        slow(target, FIELD, site);
    }

    /** The content of a library object: as for a field, but such objects have no identity field. */
    final void accessContent(Object target, int site) {
        int at = predicted;
        long[] s = slots;
        long head = s[at];
        if (Predictor.site(head) == site) {
            IdentityTable.Entry entry = entries[at / Predictor.WORDS];
            int remaining = left;
            if (entry.refersTo(target) && entry.id == s[at + ID] && remaining > 0 && sameClock()) {
                s[at + ID] = entry.id + s[at + ID_STRIDE];
                left = remaining - 1;
                last = at;
                predicted = Predictor.next(head);
                return;
            }
        }
        slow(target, FIELD, site);
    }

    @Override
    public void readStatic(int site) {
        accessStatic(site);
    }

    @Override
    public void writeStatic(int site) {
        accessStatic(site);
    }

    private void accessStatic(int site) {
        int at = predicted;
        long head = slots[at];
        int remaining = left;
        if (Predictor.site(head) == site && remaining > 0 && sameClock()) {
            left = remaining - 1;
            last = at;
            predicted = Predictor.next(head);
            return;
        }
        slow(null, STATIC, site);
    }

    /** Regions concern their own thread only, so they need a place in its order but none in that of all. */
    @Override
    public void regionBegin(int site) {
        accessStatic(site);
    }

    @Override
    public void regionEnd(int site) {
        accessStatic(site);
    }

    @Override
    public void readElement(Object array, int index, int site) {
        accessElement(array, index, site);
    }

    @Override
    public void writeElement(Object array, int index, int site) {
        accessElement(array, index, site);
    }

    private void accessElement(Object array, int index, int site) {
        int at = predicted;
        long[] s = slots;
        long head = s[at];
        if (Predictor.site(head) == site && array != null) {
            IdentityTable.Entry entry = entries[at / Predictor.WORDS];
            long expected = s[at + INDEX];
            int remaining = left;
            if (entry.refersTo(array)
                    && entry.id == s[at + ID]
                    && index == (int) (expected >> 32)
                    && index >= 0
                    && index < entry.length
                    && remaining > 0
                    && sameClock()) {
                s[at + ID] = entry.id + s[at + ID_STRIDE];
                s[at + INDEX] = expected + (expected << 32);
                left = remaining - 1;
                last = at;
                predicted = Predictor.next(head);
                return;
            }
        }
        if (index >= 0) {
            slow(array, index, site);
        }
    }

    /**
     * An access that was mispredicted, at least in part; {@code index} is {@link #FIELD} or {@link #STATIC} where there
     * is none. Long on purpose: the compiler must not inline it into the fast path, or the fast path becomes too large
     * to be inlined into the program's methods.
     */
    private void slow(Object target, int index, int site) {
        if (target == null && index != STATIC) {
            return;
        }
        try {
            if (predicted == Predictor.NOWHERE && (optimistic || !settle())) {
                return;
            }
            int slot = Predictor.next(slots[last]);
            if (Predictor.site(slots[slot]) != site) {
                slot = slot(site);
            }
            long id = 0;
            if (index == FIELD) {
                Class<?> runtime = target.getClass();
                ObjectTypes.Type type = types[slot / Predictor.WORDS];
                if (!type.refersTo(runtime)) {
                    type = recorder.types.get(runtime);
                    types[slot / Predictor.WORDS] = type.offset == 0 ? ObjectTypes.Type.NONE : type;
                }
                id = type.offset == 0 ? 0 : UNSAFE.getLong(target, type.offset);
                if (id == 0) {
                    id = identify(target, slot);
                }
            } else if (index != STATIC) {
                IdentityTable.Entry entry = entries[slot / Predictor.WORDS];
                if (!entry.refersTo(target)) {
                    entry = entry(target, slot);
                }
                if (index >= entry.length) {
                    return;
                }
                id = entry.id;
            }
            int place = Math.max(index, 0);
            long[] s = slots;
            int flags = slot == Predictor.next(s[last]) ? 0 : TraceFormat.FLAG_SITE;
            flags |= s[slot + ID] == id ? 0 : TraceFormat.FLAG_ID;
            flags |= (int) (s[slot + INDEX] >> 32) == place ? 0 : TraceFormat.FLAG_INDEX;
            if (flags != 0 && s[slot + COUNT] < YOUNG) {
                s[slot + COUNT]++;
                append(flags | TraceFormat.FLAG_SYNC, slot, id, place, clock.next());
                return;
            }
            if ((left == 0 || !sameClock()) && !noteClock(left == 0)) {
                return;
            }
            if (flags != 0) {
                append(flags, slot, id, place, 0);
                return;
            }
            s[slot + ID] = id + s[slot + ID_STRIDE];
            s[slot + INDEX] += s[slot + INDEX] << 32;
            left--;
            last = slot;
            predicted = Predictor.next(s[slot]);
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }

    /** The number of an object, given to it now when it has none. */
    final long identify(Object object, int slot) {
        Class<?> runtime = object.getClass();
        ObjectTypes.Type type = types[slot / Predictor.WORDS];
        if (!type.refersTo(runtime)) {
            type = recorder.types.get(runtime);
            if (type.offset == 0) {
                return entry(object, slot).id;
            }
            types[slot / Predictor.WORDS] = type;
        }
        long id = UNSAFE.getLong(object, type.offset);
        if (id != 0) {
            return id;
        }
        long fresh = freshId();
        if (UNSAFE.compareAndSetLong(object, type.offset, 0, fresh)) {
            nextId = fresh + 1;
            return fresh;
        }
        return UNSAFE.getLong(object, type.offset);
    }

    private IdentityTable.Entry entry(Object object, int slot) {
        IdentityTable.Entry entry = entries[slot / Predictor.WORDS];
        if (entry.refersTo(object)) {
            return entry;
        }
        int hash = System.identityHashCode(object);
        int place = hash & CACHE - 1;
        entry = cache[place];
        if (!entry.refersTo(object)) {
            long fresh = freshId();
            entry = recorder.identities.entry(object, hash, fresh);
            if (entry.id == fresh) {
                nextId = fresh + 1;
            }
            cache[place] = entry;
        }
        entries[slot / Predictor.WORDS] = entry;
        return entry;
    }

    /** A number that no object has; it counts as used once {@code nextId} has passed it. */
    private long freshId() {
        if (nextId == idLimit) {
            long block = recorder.idBlock();
            idLimit = block + Recorder.ID_BLOCK;
            nextId = block;
        }
        return nextId;
    }

    @Override
    public void cloned(Object original, Object copy) {
        try {
            if (original != null && copy != null && original != copy && original.getClass() == copy.getClass()) {
                long offset = recorder.types.get(copy.getClass()).offset;
                long id = offset == 0 ? 0 : UNSAFE.getLong(copy, offset);
                if (id != 0 && id == UNSAFE.getLong(original, offset)) {
                    UNSAFE.compareAndSetLong(copy, offset, id, 0);
                }
            }
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }

    /**
     * A probe failed. Running out of stack loses one event. Running out of memory would come again with each object
     * that needs an identity, and each time the whole heap would be searched for memory: better to stop.
     */
    final void failed(Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            off = true;
            predicted = Predictor.NOWHERE;
            recorder.outOfMemory();
        }
    }
}
