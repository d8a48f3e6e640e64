package dev.foretell.agent.direct;

import dev.foretell.probe.ThreadProbe;
import java.lang.reflect.Array;

/**
 * A thread under direction.
 *
 * <p>The fast path of every probe: {@code pass} is the table of marked sites while the thread may run, and empty while
 * it may not, so one load and one compare answer both "may I go on?" and "is this a place the script mentions?". Others
 * take the baton away by emptying {@code pass}; the thread notices at its next probe.
 *
 * <p>Events are counted as the recorder counts them: not for null targets or indices out of range, monitors only when
 * entered first and left last, nothing inside class initialisers but starts and joins. Where the recorder counts after
 * the fact (volatiles, starts, joins) so does this, and looks one ahead before.
 *
 * <p>Fields without a word about it belong to the thread itself.
 */
final class DirectedThread extends ThreadProbe {
    /** So many pauses at one place, and nothing else for a while, are a busy wait. */
    private static final int PAUSES_OF_A_SPIN = 8;

    /** Several times the depth of what happens when a thread stands. */
    private static final int STACK_TO_STAND = 200;

    /** {@code pass} of a thread that may not run. */
    static final byte[] HALT = new byte[0];

    private final Family family;
    private final Baton baton;
    final String path;
    /** Its part in the script, or null. */
    final Part part;

    final Gate gate = new Gate();
    final HeldMonitors monitors = new HeldMonitors();

    /** Written by all under the baton's lock. */
    volatile byte[] pass = HALT;

    /** The last site passed; others read it for explanations. */
    int lastSite;
    /** The monitor it is about to enter; others look at it, and believe it when it stays. */
    Object wants;
    /** The monitor it waits on, and so does not own although it is among {@code monitors}; seen by others likewise. */
    Object waitingOn;
    /** Between beforePause and afterPause: the watchdog leaves it the baton. */
    volatile boolean pausing;

    private int initializers;
    /** Stops reached inside a class initialiser, where nobody may be held: due at the next probe outside. */
    private int lateStops;

    private int children;

    /** Where it stands; valid while it is held. */
    final Standing standing = new Standing();

    // Guarded by the baton's lock.
    State state = State.NEW;
    /** How many of its stops are exactly where it stands. */
    int ready;
    /** The monitor it stands before, or null. */
    Object monitor;
    /** The thread it joins. */
    DirectedThread joins;
    /** How often in a row it was seen to wait or join without time limit and without an interrupt. */
    int foreverPolls;
    /** Its wait may be over, or ends by itself. */
    boolean mayWake;
    /** A single notify came while it was {@link State#WOKEN}; it may have eaten it. */
    boolean mayHaveEaten;
    /** Has had its turn and got nowhere; others come first. */
    boolean yielded;
    /** The watchdog emptied {@code pass} to see whether a probe is passed. */
    boolean poked;
    /** Others want the baton. */
    boolean preempted;
    /** Looks for a busy wait; null most of the time. */
    Sample sample;

    private int pauseSite;
    private int pauses;
    private long firstPause;
    private long lastPause;
    private int visitsSeen;

    DirectedThread(Thread thread, String path, Part part, Baton baton, Family family) {
        super(thread);
        this.path = path;
        this.part = part;
        this.baton = baton;
        this.family = family;
    }

    /** The path of the next thread it starts. */
    String nextChild() {
        return path + '/' + children++;
    }

    // ---- accesses

    @Override
    public void read(Object target, int site) {
        byte[] table = pass;
        if (site < table.length && table[site] == 0) {
            lastSite = site;
        } else if (target != null) {
            access(target, -1, site, false);
        }
    }

    @Override
    public void write(Object target, int site) {
        byte[] table = pass;
        if (site < table.length && table[site] == 0) {
            lastSite = site;
        } else if (target != null) {
            access(target, -1, site, true);
        }
    }

    @Override
    public void readStatic(int site) {
        byte[] table = pass;
        if (site < table.length && table[site] == 0) {
            lastSite = site;
        } else {
            access(null, -1, site, false);
        }
    }

    @Override
    public void writeStatic(int site) {
        byte[] table = pass;
        if (site < table.length && table[site] == 0) {
            lastSite = site;
        } else {
            access(null, -1, site, true);
        }
    }

    @Override
    public void readElement(Object array, int index, int site) {
        byte[] table = pass;
        if (site < table.length && table[site] == 0) {
            lastSite = site;
        } else {
            element(array, index, site, false);
        }
    }

    @Override
    public void writeElement(Object array, int index, int site) {
        byte[] table = pass;
        if (site < table.length && table[site] == 0) {
            lastSite = site;
        } else {
            element(array, index, site, true);
        }
    }

    private void element(Object array, int index, int site, boolean write) {
        if (array != null && index >= 0 && index < Array.getLength(array)) {
            access(array, index, site, write);
        }
    }

    private void access(Object target, int index, int site, boolean write) {
        if (runsFree()) {
            return;
        }
        int stops = count(site);
        if (stops > 0 || pass.length == 0) {
            standing.beforeAccess(target, index, site, write);
            arrive(stops, null);
        }
        lastSite = site;
    }

    @Override
    public void beforeVolatile(Object target, int site) {
        byte[] table = pass;
        if (site < table.length && table[site] == 0) {
            lastSite = site;
        } else {
            stand(site);
        }
    }

    @Override
    public void afterVolatile(Object target, int site) {
        if (part != null && initializers == 0 && part.mentions(site)) {
            part.count(site);
        }
    }

    // ---- monitors

    @Override
    public void beforeEnter(Object monitor, int site) {
        try {
            enter(monitor, site);
        } catch (Throwable e) {
            baton.broken(e);
        }
    }

    private void enter(Object monitor, int site) {
        if (monitor == null || monitors.holds(monitor)) {
            return;
        }
        waitingOn = null;
        wants = monitor;
        byte[] table = pass;
        if (site < table.length && table[site] == 0 && !baton.isOwned(monitor)) {
            lastSite = site;
            return;
        }
        if (runsFree()) {
            return;
        }
        int stops = count(site);
        if (stops > 0 || pass.length == 0 || baton.isOwned(monitor)) {

            standing.elsewhere(site);
            arrive(stops, monitor);
        }
        lastSite = site;
    }

    @Override
    public void afterEnter(Object monitor, int site) {
        try {
            entered(monitor);
        } catch (Throwable e) {
            baton.broken(e);
        }
    }

    private void entered(Object monitor) {
        wants = null;
        monitors.enter(monitor);
    }

    @Override
    public void beforeExit(Object monitor, int site) {
        try {
            exit(monitor, site);
        } catch (Throwable e) {
            baton.broken(e);
        }
    }

    private void exit(Object monitor, int site) {
        waitingOn = null;
        int depth = monitors.depth(monitor);
        if (depth == 1) {
            byte[] table = pass;
            if (site < table.length && table[site] == 0) {
                lastSite = site;
            } else {
                standCounting(site);
            }
        }
        monitors.exit(monitor);
        if (depth == 1 && baton.isLent()) {
            baton.released();
        }
    }

    @Override
    public void beforeWait(Object monitor, long millis, int site) {
        try {
            await(monitor, millis, site);
        } catch (Throwable e) {
            baton.broken(e);
        }
    }

    private void await(Object monitor, long millis, int site) {
        if (monitor == null || millis < 0 || !Thread.holdsLock(monitor)) {
            return; // the program is about to get an exception
        }
        if (!runsFree()) {
            int stops = 0;
            if (monitors.holds(monitor)) {
                standCounting(site);
                lateStops = count(site + 1);
                stops = count(site + 2);
                lateStops = 0;
            }
            monitors.verify();
            waitingOn = monitor;
            baton.waiting(this, stops, millis > 0);
        }
        waitingOn = monitor;
    }

    @Override
    public void afterWait(Object monitor, int site) {
        try {
            awaited(monitor, site);
        } catch (Throwable e) {
            baton.broken(e);
        }
    }

    private void awaited(Object monitor, int site) {
        if (waitingOn != null) {
            if (initializers == 0) {
                baton.woken(this, monitor);
            }
            waitingOn = null;
        }
        lastSite = site;
    }

    @Override
    public void beforeNotify(Object monitor, boolean all, int site) {
        try {
            notify(monitor, all, site);
        } catch (Throwable e) {
            baton.broken(e);
        }
    }

    private void notify(Object monitor, boolean all, int site) {
        if (monitor == null || !Thread.holdsLock(monitor)) {
            return;
        }
        byte[] table = pass;
        if (site < table.length && table[site] == 0) {
            lastSite = site;
        } else if (monitors.holds(monitor)) {
            standCounting(site);
        }
        baton.notified(monitor, all);
    }

    // ---- other threads

    @Override
    public void beforeStart(Object thread, int site) {
        try {
            start(thread, site);
        } catch (Throwable e) {
            baton.broken(e);
        }
    }

    private void start(Object thread, int site) {
        if (thread instanceof Thread && ((Thread) thread).getState() == Thread.State.NEW) {
            standOrRemember(site, countAnywhere(site));
            family.announce((Thread) thread, this);
        }
    }

    @Override
    public void beforeJoin(Object thread, int site) {
        try {
            join(thread, site);
        } catch (Throwable e) {
            baton.broken(e);
        }
    }

    private void join(Object thread, int site) {
        if (!(thread instanceof Thread) || thread == this.thread) {
            return;
        }
        stand(site);
        Thread other = (Thread) thread;
        if (initializers == 0 && other.isAlive()) {
            monitors.verify();
            baton.joining(this, other);
        }
    }

    @Override
    public void afterJoin(Object thread, int site) {
        try {
            joined(thread, site);
        } catch (Throwable e) {
            baton.broken(e);
        }
    }

    private void joined(Object thread, int site) {
        if (!(thread instanceof Thread)) {
            return;
        }
        boolean over = ((Thread) thread).getState() == Thread.State.TERMINATED;
        standOrRemember(site, over ? countAnywhere(site) : lateStops);
    }

    @Override
    public void beforePause(int site) {
        try {
            pause(site);
        } catch (Throwable e) {
            baton.broken(e);
        }
    }

    private void pause(int site) {
        if (runsFree()) {
            return;
        }
        stand(site);
        pausing = true;
        long now = System.nanoTime();
        if (site != pauseSite || now - lastPause > Watchdog.SPIN_NANOS) {
            pauses = 0;
            firstPause = now;
            pauseSite = site;
        }
        lastPause = now;
        if (++pauses >= PAUSES_OF_A_SPIN && now - firstPause > Watchdog.SPIN_NANOS) {
            pauses = 0;
            firstPause = now;
            baton.pausing(this);
        }
    }

    /** Whether it has been at the place of its next stop since this was last asked: then it will get there. */
    boolean nearsItsStop() {
        int visits = part == null ? 0 : part.visitsOfNextStop();
        boolean nearer = visits > visitsSeen;
        visitsSeen = visits;
        return nearer;
    }

    @Override
    public void afterPause(int site) {
        pausing = false;
        if (pass.length == 0 && !runsFree()) {
            stand(site);
        }
    }

    // ---- class initialisers

    @Override
    public void enterInitializer(int site) {
        try {
            initialize(site);
        } catch (Throwable e) {
            baton.broken(e);
        }
    }

    private void initialize(int site) {
        lateStops = countAnywhere(site);
        initializers++;
    }

    @Override
    public void exitInitializer(int site) {
        try {
            initialized(site);
        } catch (Throwable e) {
            baton.broken(e);
        }
    }

    private void initialized(int site) {
        lateStops = countAnywhere(site + 1);
        initializers = Math.max(0, initializers - 1);
        if (initializers == 0 && lateStops > 0) {
            baton.halt(this);
        }
    }

    @Override
    public void cloned(Object original, Object copy) {}

    // ---- standing

    /** Inside a class initialiser, or after the script: nobody is held. */
    private boolean runsFree() {
        return initializers > 0 || baton.isFree();
    }

    /** Counts an event at a site, unless inside a class initialiser, and says how many stops are here. */
    private int count(int site) {
        return initializers > 0 ? lateStops : countAnywhere(site);
    }

    private int countAnywhere(int site) {
        if (part == null || !part.mentions(site)) {
            return lateStops;
        }
        part.count(site);
        return here(site, true);
    }

    /** How many stops are here, with those that were due inside a class initialiser. */
    private int here(int site, boolean counted) {
        return part == null || !part.mentions(site) ? lateStops : lateStops + part.stopsHere(site, counted, lateStops);
    }

    /** Stands before an event that counts now. */
    private void standCounting(int site) {
        if (!runsFree()) {
            standAt(site, count(site));
        }
        lastSite = site;
    }

    /** Stands before an event that is counted later, when it has happened, or before no event at all. */
    private void stand(int site) {
        standOrRemember(site, here(site, false));
    }

    private void standOrRemember(int site, int stops) {
        if (!runsFree()) {
            standAt(site, stops);
        } else if (initializers > 0) {
            lateStops = stops;
        }
        lastSite = site;
    }

    private void standAt(int site, int stops) {
        if (stops > 0 || pass.length == 0) {
            standing.elsewhere(site);
            arrive(stops, null);
        }
    }

    private void arrive(int stops, Object monitor) {
        try {
            needStack(STACK_TO_STAND);
            monitors.verify();
            lateStops = 0;
            waitingOn = null;
            baton.arrive(this, stops, monitor);
        } catch (Throwable e) {
            baton.broken(e);
        }
        standing.clear();
    }

    /** Overflows the stack here, where nothing has changed yet, rather than amid the baton's work. */
    private static int needStack(int frames) {
        return frames == 0 ? 0 : 1 + needStack(frames - 1);
    }
}
