package dev.foretell.agent.record;

import static dev.foretell.trace.io.Predictor.ID;
import static dev.foretell.trace.io.Predictor.ID_STRIDE;
import static dev.foretell.trace.io.Predictor.INDEX;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.io.Predictor;
import dev.foretell.trace.io.TraceFormat;
import java.util.Arrays;

/**
 * Records one thread.
 *
 * <p>An access that the predictor foretold costs a few loads and comparisons here and a few stores to this object and
 * its slots: no allocation, no shared write, no reference store (which would cost a barrier of the garbage collector).
 * Everything unusual makes {@code predicted} point nowhere, so that the fast path needs no test for it: a volatile
 * access under way, a wait under way, a class initialiser, the end of recording.
 *
 * <p>Calls after which the program may throw instead of coming back (a wait, a volatile access) leave a note, and the
 * thread's next probe of any kind settles it first.
 */
final class RecordingThread extends EventLog {
    private static final int CACHE = 256;
    private static final int FIELD = -1;
    private static final int STATIC = -2;

    private final Recorder recorder;
    final ProgramThreads.Known known;
    /** Entries of objects without an identity field, by identity hash. */
    private final IdentityTable.Entry[] cache = new IdentityTable.Entry[CACHE];

    private long nextId;
    private long idLimit;

    /** Monitors held, outermost first, and how often each was entered. */
    private Object[] monitors = new Object[8];

    private int[] depths = new int[8];
    private int held;

    /** A volatile access between its two probes: its slot, its object, and the stripe held. */
    private int volatileSlot;

    private long volatileId;
    private int stripe = VolatileStripes.NONE;

    /** A wait between its two probes: the site, 0 when there is none; its lock and the lock's class. */
    private int waitSite;

    private long waitId;
    private int waitType;

    RecordingThread(Thread thread, ProgramThreads.Known known, Recorder recorder) {
        super(thread, known.number, recorder.clock, recorder.events, recorder);
        this.known = known;
        this.recorder = recorder;
        Arrays.fill(cache, IdentityTable.Entry.NONE);
    }

    /** A probe that records nothing, for when there is no memory for a real one. */
    static RecordingThread idle(Recorder recorder) {
        RecordingThread idle = new RecordingThread(null, ProgramThreads.NOBODY, recorder);
        idle.off = true;
        return idle;
    }

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
     * An access that was not foretold, or not quite; {@code index} is {@link #FIELD} or {@link #STATIC} where there is
     * none. Long on purpose: the compiler must not inline it into the fast path, or the fast path becomes too large to
     * be inlined into the program's methods.
     */
    private void slow(Object target, int index, int site) {
        if (target == null && index != STATIC) {
            return;
        }
        try {
            if (predicted == Predictor.NOWHERE && !settle()) {
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
            if ((left == 0 || !sameClock()) && !noteClock()) {
                return;
            }
            int place = Math.max(index, 0);
            long[] s = slots;
            int flags = slot == Predictor.next(s[last]) ? 0 : TraceFormat.FLAG_SITE;
            flags |= s[slot + ID] == id ? 0 : TraceFormat.FLAG_ID;
            flags |= (int) (s[slot + INDEX] >> 32) == place ? 0 : TraceFormat.FLAG_INDEX;
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
    private long identify(Object object, int slot) {
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
    public void beforeEnter(Object monitor, int site) {}

    @Override
    public void afterEnter(Object monitor, int site) {
        try {
            if (monitor == null || predicted == Predictor.NOWHERE && !settle()) {
                return;
            }
            int place = find(monitor);
            if (place >= 0) {
                depths[place]++;
                return;
            }
            if (held == monitors.length) {
                int[] moreDepths = Arrays.copyOf(depths, held * 2);
                monitors = Arrays.copyOf(monitors, held * 2);
                depths = moreDepths;
            }
            int slot = slot(site);
            if (synchronisation(slot, identify(monitor, slot), recorder.types.lockType(monitor), clock.next())) {
                monitors[held] = monitor;
                depths[held] = 1;
                held++;
            }
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }

    private int find(Object monitor) {
        int place = held - 1;
        while (place >= 0 && monitors[place] != monitor) {
            place--;
        }
        return place;
    }

    @Override
    public void beforeExit(Object monitor, int site) {
        int place = -1;
        try {
            if (monitor == null || predicted == Predictor.NOWHERE && !settle()) {
                return;
            }
            place = find(monitor);
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
                depths[i] = depths[i + 1];
            }
            monitors[held] = null;
        }
    }

    @Override
    public void beforeWait(Object monitor, long millis, int site) {
        try {
            if (monitor == null || millis < 0 || predicted == Predictor.NOWHERE && !settle() || find(monitor) < 0) {
                return;
            }
            int slot = slot(site);
            long id = identify(monitor, slot);
            int type = recorder.types.lockType(monitor);
            if (synchronisation(slot, id, type, clock.next())) {
                waitId = id;
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
        long order = clock.nextTwo();
        waitSite = 0;
        synchronisation(over, waitId, waitType, order);
        synchronisation(again, waitId, waitType, order + 1);
    }

    @Override
    public void beforeNotify(Object monitor, boolean all, int site) {
        try {
            if (monitor != null && (predicted != Predictor.NOWHERE || settle()) && find(monitor) >= 0) {
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
    public void beforePause(int site) {}

    @Override
    public void afterPause(int site) {}

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

    /** Ends what an exception may have left behind. True when events are to be recorded now. */
    private boolean settle() {
        if (stripe != VolatileStripes.NONE) {
            recorder.stripes.release(stripe, number);
            stripe = VolatileStripes.NONE;
        }
        volatileSlot = Predictor.NOWHERE;
        if (waitSite != 0) {
            finishWait();
        }
        if (off || initialisers > 0) {
            return false;
        }
        predicted = Predictor.next(slots[last]);
        return true;
    }

    /**
     * A probe failed. Running out of stack loses one event. Running out of memory would come again with each object that
     * needs an identity, and each time the whole heap would be searched for memory: better to stop.
     */
    private void failed(Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            off = true;
            predicted = Predictor.NOWHERE;
            recorder.outOfMemory();
        }
    }

    /** The first event. */
    void begin() {
        placeless(EventKind.BEGIN);
    }

    /** The last event; nothing is recorded after it. */
    void end() {
        placeless(EventKind.END);
        closeLog();
        reportLosses();
    }

    private void placeless(EventKind kind) {
        try {
            if (!off) {
                settle();
                initialisers = 0;
                synchronisation(slot(TraceFormat.placeless(kind)), 0, 0, clock.next());
            }
        } catch (Throwable failure) {
            lost++;
            failed(failure);
        }
    }
}
