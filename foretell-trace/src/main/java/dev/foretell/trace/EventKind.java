// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What an event is. This is the one table of its operand, its words in each format, and its properties. The order of
 * the constants is part of the binary format: new ones go to the end.
 */
public enum EventKind {
    /** A plain field, static field or array element is read. */
    READ(Operand.VARIABLE, words("r"), words("read"), "read", "read", Fact.READS),
    /** A plain field, static field or array element is written. */
    WRITE(Operand.VARIABLE, words("w"), words("write"), "write", "write", Fact.WRITES),
    /** A volatile is read. Ordering and data at once: never part of a data race. */
    VOLATILE_READ(
            Operand.VARIABLE, words("vr"), words("volatile-read"), "volatile read", "read", Fact.READS, Fact.ORDERS),
    /** A volatile is written. */
    VOLATILE_WRITE(
            Operand.VARIABLE,
            words("vw"),
            words("volatile-write"),
            "volatile write",
            "write",
            Fact.WRITES,
            Fact.ORDERS),
    /** The lock is acquired; re-entrant acquires are no events. */
    ACQUIRE(Operand.LOCK, words("acq"), words("lock"), "locking", "lock", Fact.ACQUIRES, Fact.ORDERS),
    /** The lock is released. */
    RELEASE(Operand.LOCK, words("rel"), words("unlock"), "unlocking", "unlock", Fact.RELEASES, Fact.ORDERS),
    /** The thread is started. */
    FORK(Operand.THREAD, words("fork"), words("start"), "start of a thread", "start thread", Fact.ORDERS),
    /** First event of its thread. */
    BEGIN(Operand.NONE, words("begin"), words("thread-begin"), "beginning", "begin", Fact.ORDERS),
    /** Last event of its thread. */
    END(Operand.NONE, words("end"), words("thread-end"), "end", "end", Fact.ORDERS),
    /** The thread is known to have ended. */
    JOIN(Operand.THREAD, words("join"), words("join"), "join", "join thread", Fact.ORDERS),
    /**
     * A wait on the lock is over. {@code wait()} is RELEASE, then, when it returns, WAKE and ACQUIRE next to each
     * other.
     */
    WAKE(Operand.LOCK, words("wake", "wait"), words("wake"), "return from wait", "wait", Fact.ORDERS),
    /** One thread that waits on the lock is woken. */
    NOTIFY(Operand.LOCK, words("notify"), words("notify"), "notification", "notify", Fact.ORDERS),
    /** All threads that wait on the lock are woken. */
    NOTIFY_ALL(Operand.LOCK, words("notifyAll"), words("notify-all"), "notification", "notify all", Fact.ORDERS),
    /** The initialiser of the class begins. Nothing inside but FORK and JOIN is recorded. */
    INIT_BEGIN(
            Operand.CLASS, words("initBegin"), words("class-init"), "class initialisation", "init begin", Fact.ORDERS),
    /** The initialiser of the class has ended. */
    INIT_END(Operand.CLASS, words("initEnd"), words("class-init-end"), "class initialisation", "init end", Fact.ORDERS),
    /** The thread relies, from here on, on the class having been initialised by another thread. */
    INIT_USE(Operand.CLASS, words("initUse"), words("class-use"), "class initialisation", "init use", Fact.ORDERS),
    /** What comes before is ordered before the OBSERVE events that follow on the same channel. */
    PUBLISH(
            Operand.CHANNEL,
            words("publish", "signal"),
            words("publish", "signal"),
            "hand-over",
            "signal",
            Fact.ORDERS),
    /** Comes after every earlier PUBLISH on the same channel. */
    OBSERVE(Operand.CHANNEL, words("observe", "await"), words("observe", "await"), "hand-over", "await", Fact.ORDERS),
    /** A method that the user wants to be atomic begins. Locks make regions of their own, without such events. */
    REGION_BEGIN(
            Operand.NONE, words("regionBegin"), words("region-begin"), "atomic region", "region begin", Fact.REGION),
    /** Such a method has ended, normally or not. */
    REGION_END(Operand.NONE, words("regionEnd"), words("region-end"), "atomic region", "region end", Fact.REGION),
    /**
     * The lock is acquired in shared mode; re-entrant acquires are no events. A thread that holds it exclusively may do
     * this as well.
     */
    ACQUIRE_SHARED(
            Operand.LOCK,
            words("acqs"),
            words("lock-shared"),
            "locking, shared,",
            "lock",
            Fact.ACQUIRES,
            Fact.SHARED,
            Fact.ORDERS),
    /** A shared hold of the lock is released. */
    RELEASE_SHARED(
            Operand.LOCK,
            words("rels"),
            words("unlock-shared"),
            "unlocking, shared,",
            "unlock",
            Fact.RELEASES,
            Fact.SHARED,
            Fact.ORDERS),
    /** One permit is acquired. A call that acquires several is as many of these events. */
    PERMIT_ACQUIRE(
            Operand.SEMAPHORE,
            words("permitAcquire", "take"),
            words("permit-acquire", "take"),
            "acquiring of a permit",
            "take permit",
            Fact.ORDERS),
    /** One permit is released, by any thread. */
    PERMIT_RELEASE(
            Operand.SEMAPHORE,
            words("permitRelease", "give"),
            words("permit-release", "give"),
            "releasing of a permit",
            "give permit",
            Fact.ORDERS),
    /** A {@code tryLock}, exclusive or shared, has failed. Several in a row at one place are one event. */
    TRY_ACQUIRE_FAILED(
            Operand.LOCK,
            words("tryAcquireFailed", "refused"),
            words("try-lock-failed", "refused"),
            "failed try to lock",
            "failed tryLock",
            Fact.FAILED_TRY),
    /** A {@code tryAcquire} has found too few permits. Several in a row at one place are one event. */
    TRY_PERMIT_FAILED(
            Operand.SEMAPHORE,
            words("tryPermitFailed", "lacked"),
            words("try-permit-failed", "lacked"),
            "failed try to acquire a permit",
            "failed tryAcquire",
            Fact.FAILED_TRY);

    /** A property of a kind; each is a method below. */
    private enum Fact {
        READS,
        WRITES,
        ACQUIRES,
        RELEASES,
        SHARED,
        ORDERS,
        FAILED_TRY,
        REGION
    }

    private static final EventKind[] VALUES = values();
    private static final Map<String, EventKind> BY_TEXT_WORD = new HashMap<>();
    private static final Map<String, EventKind> BY_CLIP_WORD = new HashMap<>();

    static {
        for (EventKind kind : VALUES) {
            for (String word : kind.textWords) {
                BY_TEXT_WORD.put(word, kind);
            }
            for (String word : kind.clipWords) {
                BY_CLIP_WORD.put(word, kind);
            }
        }
    }

    private final Operand operand;
    private final String[] textWords;
    private final String[] clipWords;
    private final String noun;
    private final String reportWord;
    private final boolean reads;
    private final boolean writes;
    private final boolean acquires;
    private final boolean releases;
    private final boolean shared;
    private final boolean orders;
    private final boolean failedTry;
    private final boolean region;

    /** The first of the words is written; the others are former words, and still read. */
    EventKind(Operand operand, String[] textWords, String[] clipWords, String noun, String reportWord, Fact... facts) {
        this.operand = operand;
        this.textWords = textWords;
        this.clipWords = clipWords;
        this.noun = noun;
        this.reportWord = reportWord;
        List<Fact> all = List.of(facts);
        reads = all.contains(Fact.READS);
        writes = all.contains(Fact.WRITES);
        acquires = all.contains(Fact.ACQUIRES);
        releases = all.contains(Fact.RELEASES);
        shared = all.contains(Fact.SHARED);
        orders = all.contains(Fact.ORDERS);
        failedTry = all.contains(Fact.FAILED_TRY);
        region = all.contains(Fact.REGION);
    }

    private static String[] words(String... words) {
        return words;
    }

    /** The kind with this ordinal, without the copy that {@code values()} makes. */
    public static EventKind of(int ordinal) {
        return VALUES[ordinal];
    }

    /** How many kinds there are. */
    public static int count() {
        return VALUES.length;
    }

    /** Null when text traces do not have this word. */
    public static EventKind ofTextWord(String word) {
        return BY_TEXT_WORD.get(word);
    }

    /** Null when clips do not have this word. */
    public static EventKind ofClipWord(String word) {
        return BY_CLIP_WORD.get(word);
    }

    /** What the number {@link Trace#target} of such an event denotes. */
    public Operand operand() {
        return operand;
    }

    /** Its word in text traces; those of the STD format are STD's. */
    public String textWord() {
        return textWords[0];
    }

    /** Its word in clips. */
    public String clipWord() {
        return clipWords[0];
    }

    /** For sentences: the third <i>read</i> of a field. */
    public String noun() {
        return noun;
    }

    /** What the thread does, in report.json: part of the user contract, so it outlives the names of the constants. */
    public String reportWord() {
        return reportWord;
    }

    /** Reads or writes a variable. */
    public boolean isAccess() {
        return operand == Operand.VARIABLE;
    }

    public boolean isRead() {
        return reads;
    }

    public boolean isWrite() {
        return writes;
    }

    public boolean isVolatile() {
        return isAccess() && orders;
    }

    /** Acquires a lock, exclusively or shared. */
    public boolean isAcquire() {
        return acquires;
    }

    /** Releases a lock, exclusive or shared. */
    public boolean isRelease() {
        return releases;
    }

    /** Acquires or releases a lock in shared mode. */
    public boolean isShared() {
        return shared;
    }

    /** Can be one end of a happens-before edge. Plain accesses, failed tries and bounds of regions are not. */
    public boolean isOrdering() {
        return orders;
    }

    /**
     * A failed tryLock or tryAcquire: orders nothing, but happens only while other threads hold what it tries to
     * acquire.
     */
    public boolean isFailedTry() {
        return failedTry;
    }

    /** Bounds of an atomic region: they concern their own thread only and order nothing. */
    public boolean isRegion() {
        return region;
    }
}
