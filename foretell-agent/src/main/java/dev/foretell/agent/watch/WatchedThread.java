// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.probe.SilentProbe;
import jdk.internal.misc.Unsafe;

/**
 * One thread of a watched program, and the fast path of every access (AtomRace, figure 2).
 *
 * <p>Beside the data is an {@link AccessWord}: in the object itself, in the field that the instrumenter adds; for
 * static fields and array elements in a table. A writer stores its own word there before the access and closes it
 * afterwards. A reader stores nothing: it loads the word before and after. So readers do not disturb each other, and a
 * writer only touches the object it is about to write anyway. A thread that finds the open word of another thread, or a
 * changed word, leaves the fast path for {@link AccessConflicts}.
 *
 * <p>The words are accessed in opaque mode: each is coherent by itself and nothing is fenced. On usual hardware these
 * are plain loads and stores.
 *
 * <p>Fields without a comment on it are accessed by the thread itself only.
 */
class WatchedThread extends SilentProbe {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long TURN_OFFSET = UNSAFE.objectFieldOffset(WatchedThread.class, "turn");

    /** {@link #open} when no access is open. It equals no word: there is no such thread. */
    static final long NONE = -1;

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    /** In place of an index. */
    static final int FIELD = -1;

    static final int STATIC = -2;

    /** {@link #control} of a thread that is not watched at the moment. */
    static final int[] BLIND = new int[0];

    final int number;
    final Watcher watcher;
    private final long base;

    /** The action at each site, see {@link SiteActions}; others may replace it by a longer copy. */
    int[] control;

    /** Counts the accesses that stored a word, in steps of {@link AccessWord#TURN}; others read it. */
    long turn;

    /** The word that the open access stored, or the one it loaded when it is a read. */
    private long open = NONE;

    /** The query to a thread that this one has found during an access, for that thread to confirm. */
    volatile ConflictQuery query;

    /** Its accesses at special sites. */
    final OngoingAccess ongoing = new OngoingAccess();

    final SectionMonitor.Part sections = new SectionMonitor.Part();
    final Healer.Part healing = new Healer.Part(this);
    /** The healing lock that it is blocked on; guarded by {@link HealingLocks}. */
    HealingLock wanted;
    /** How many it owns; likewise, but the thread itself may read it: others only decrease it. */
    int healingLocks;
    /** It is delayed by noise, and continues by itself. */
    volatile boolean delayed;

    private int initialisers;

    /** State of a generator of its own: the same in every run for the same seed, whatever other threads do. */
    private long random;

    WatchedThread(Thread thread, int number, Watcher watcher) {
        super(thread);
        this.number = number;
        this.watcher = watcher;
        this.base = (long) number << AccessWord.THREAD_SHIFT | AccessWord.OPEN;
        this.control = number == 0 ? BLIND : watcher.siteActions.control();
        this.random = watcher.seed * GOLDEN + number;
    }

    /** Whether it owns the monitor of the object that a healing lock is for, as far as that is recorded. */
    boolean isInMonitorOf(HealingLock lock) {
        return false;
    }

    /** A number from 0 up to the bound, by SplitMix64. */
    int random(int bound) {
        random += GOLDEN;
        long z = (random ^ random >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return (int) (((z ^ z >>> 31) >>> 33) % bound);
    }

    /** Its accesses so far that stored a word. */
    long turn() {
        return UNSAFE.getLongOpaque(this, TURN_OFFSET);
    }

    private int where(int site) {
        int[] c = control;
        return site < c.length ? c[site] : SiteActions.UNLINKED;
    }

    private long nextWord(int site) {
        turn += AccessWord.TURN;
        return base | (long) site << AccessWord.SITE_SHIFT | turn & AccessWord.TURN_MASK;
    }

    /** Whether a word is an open one of another thread. */
    private boolean isOpenElsewhere(long word) {
        return (word & AccessWord.OPEN) != 0 && (word ^ base) >>> AccessWord.THREAD_SHIFT != 0;
    }

    @Override
    public void read(Object target, int site) {
        int where = where(site);
        if (where > 0 && target != null) {
            long there = UNSAFE.getLongOpaque(target, where);
            open = there;
            if (isOpenElsewhere(there)) {
                foundOpen(there, target, FIELD, site, target, where);
            }
        } else {
            open = NONE;
            if (where < SiteActions.SKIP || where == SiteActions.UNLINKED) {
                slowBefore(target, FIELD, site, where);
            }
        }
    }

    @Override
    public void afterRead(Object target, int site) {
        int where = where(site);
        long found = open;
        open = NONE;
        if (where > 0) {
            if (found != NONE && UNSAFE.getLongOpaque(target, where) != found) {
                foundChanged(found, target, FIELD, site, target, where);
            }
        } else if (where != SiteActions.SKIP) {
            slowAfter(target, FIELD, site, where);
        }
    }

    @Override
    public void write(Object target, int site) {
        int where = where(site);
        if (where > 0 && target != null) {
            long there = UNSAFE.getLongOpaque(target, where);
            long mine = nextWord(site);
            open = mine;
            if (isOpenElsewhere(there)) {
                foundOpen(there, target, FIELD, site, target, where);
            }
            UNSAFE.putLongOpaque(target, where, mine);
        } else {
            open = NONE;
            if (where < SiteActions.SKIP || where == SiteActions.UNLINKED) {
                slowBefore(target, FIELD, site, where);
            }
        }
    }

    @Override
    public void afterWrite(Object target, int site) {
        int where = where(site);
        long mine = open;
        open = NONE;
        if (where > 0) {
            if (UNSAFE.getLongOpaque(target, where) == mine) {
                UNSAFE.putLongOpaque(target, where, mine ^ AccessWord.OPEN);
            } else if (mine != NONE) {
                foundChanged(mine, target, FIELD, site, target, where);
            }
        } else if (where != SiteActions.SKIP) {
            slowAfter(target, FIELD, site, where);
        }
    }

    @Override
    public void readStatic(int site) {
        int where = where(site);
        if (where > 0) {
            long there = UNSAFE.getLongOpaque(SiteActions.TABLE, where);
            open = there;
            if (isOpenElsewhere(there)) {
                foundOpen(there, null, STATIC, site, SiteActions.TABLE, where);
            }
        } else {
            open = NONE;
            if (where < SiteActions.SKIP || where == SiteActions.UNLINKED) {
                slowBefore(null, STATIC, site, where);
            }
        }
    }

    @Override
    public void afterReadStatic(int site) {
        int where = where(site);
        long found = open;
        open = NONE;
        if (where > 0) {
            if (found != NONE && UNSAFE.getLongOpaque(SiteActions.TABLE, where) != found) {
                foundChanged(found, null, STATIC, site, SiteActions.TABLE, where);
            }
        } else if (where != SiteActions.SKIP) {
            slowAfter(null, STATIC, site, where);
        }
    }

    @Override
    public void writeStatic(int site) {
        int where = where(site);
        if (where > 0) {
            long there = UNSAFE.getLongOpaque(SiteActions.TABLE, where);
            long mine = nextWord(site);
            open = mine;
            if (isOpenElsewhere(there)) {
                foundOpen(there, null, STATIC, site, SiteActions.TABLE, where);
            }
            UNSAFE.putLongOpaque(SiteActions.TABLE, where, mine);
        } else {
            open = NONE;
            if (where < SiteActions.SKIP || where == SiteActions.UNLINKED) {
                slowBefore(null, STATIC, site, where);
            }
        }
    }

    @Override
    public void afterWriteStatic(int site) {
        int where = where(site);
        long mine = open;
        open = NONE;
        if (where > 0) {
            if (UNSAFE.getLongOpaque(SiteActions.TABLE, where) == mine) {
                UNSAFE.putLongOpaque(SiteActions.TABLE, where, mine ^ AccessWord.OPEN);
            } else if (mine != NONE) {
                foundChanged(mine, null, STATIC, site, SiteActions.TABLE, where);
            }
        } else if (where != SiteActions.SKIP) {
            slowAfter(null, STATIC, site, where);
        }
    }

    @Override
    public void readElement(Object array, int index, int site) {
        int where = where(site);
        if (where > 0) {
            long at = SiteActions.slotOf(array, index);
            long there = UNSAFE.getLongOpaque(SiteActions.TABLE, at);
            open = there;
            if (isOpenElsewhere(there)) {
                foundOpen(there, array, index, site, SiteActions.TABLE, at);
            }
        } else {
            open = NONE;
            if (where < SiteActions.SKIP || where == SiteActions.UNLINKED) {
                slowBefore(array, index, site, where);
            }
        }
    }

    @Override
    public void afterReadElement(Object array, int index, int site) {
        int where = where(site);
        long found = open;
        open = NONE;
        if (where > 0) {
            long at = SiteActions.slotOf(array, index);
            if (found != NONE && UNSAFE.getLongOpaque(SiteActions.TABLE, at) != found) {
                foundChanged(found, array, index, site, SiteActions.TABLE, at);
            }
        } else if (where != SiteActions.SKIP) {
            slowAfter(array, index, site, where);
        }
    }

    @Override
    public void writeElement(Object array, int index, int site) {
        int where = where(site);
        if (where > 0) {
            long at = SiteActions.slotOf(array, index);
            long there = UNSAFE.getLongOpaque(SiteActions.TABLE, at);
            long mine = nextWord(site);
            open = mine;
            if (isOpenElsewhere(there)) {
                foundOpen(there, array, index, site, SiteActions.TABLE, at);
            }
            UNSAFE.putLongOpaque(SiteActions.TABLE, at, mine);
        } else {
            open = NONE;
            if (where < SiteActions.SKIP || where == SiteActions.UNLINKED) {
                slowBefore(array, index, site, where);
            }
        }
    }

    @Override
    public void afterWriteElement(Object array, int index, int site) {
        int where = where(site);
        long mine = open;
        open = NONE;
        if (where > 0) {
            long at = SiteActions.slotOf(array, index);
            if (UNSAFE.getLongOpaque(SiteActions.TABLE, at) == mine) {
                UNSAFE.putLongOpaque(SiteActions.TABLE, at, mine ^ AccessWord.OPEN);
            } else if (mine != NONE) {
                foundChanged(mine, array, index, site, SiteActions.TABLE, at);
            }
        } else if (where != SiteActions.SKIP) {
            slowAfter(array, index, site, where);
        }
    }

    private void foundOpen(long there, Object target, int index, int site, Object holder, long at) {
        watcher.conflicts.foundOpen(this, there, target, index, site, holder, at);
    }

    private void foundChanged(long opened, Object target, int index, int site, Object holder, long at) {
        long now = UNSAFE.getLongOpaque(holder, at);
        watcher.conflicts.foundChanged(this, opened, now, target, index, site, holder, at);
    }

    /**
     * Before an access at a site that is not linked yet, or special. A new site is linked at once when no code of the
     * program can run between here and the access, otherwise after its first execution.
     */
    private void slowBefore(Object target, int index, int site, int where) {
        if (where == SiteActions.UNLINKED && initialisers == 0 && number != 0) {
            control = watcher.siteActions.control();
            if (where(site) == SiteActions.UNLINKED) {
                watcher.linkEarly(target, index, site);
            }
        }
        if (where(site) == SiteActions.SPECIAL) {
            watcher.special(this, target, index, site);
        }
    }

    /** After an access at a site that is not linked yet, or special. */
    private void slowAfter(Object target, int index, int site, int where) {
        if (initialisers > 0 || number == 0) {
            return;
        }
        if (where == SiteActions.SPECIAL) {
            watcher.afterSpecial(this, target, index, site);
            return;
        }
        control = watcher.siteActions.control();
        if (where(site) == SiteActions.UNLINKED) {
            watcher.siteActions.link(target, index, site);
        }
    }

    @Override
    public void enterInitializer(int site) {
        initialisers++;
        watcher.initialising.incrementAndGet();
        control = BLIND;
    }

    @Override
    public void exitInitializer(int site) {
        if (initialisers > 0) {
            initialisers--;
            watcher.initialising.decrementAndGet();
        }
        if (initialisers == 0 && number != 0) {
            control = watcher.siteActions.control();
        }
    }

    @Override
    public void beforeVolatile(Object target, int site) {
        int where = where(site);
        if (where < SiteActions.SKIP || where == SiteActions.UNLINKED) {
            slowBefore(target, watcher.siteActions.isStatic(site) ? STATIC : FIELD, site, where);
        }
    }

    @Override
    public void afterVolatile(Object target, int site) {
        int where = where(site);
        if (where != SiteActions.SKIP) {
            slowAfter(target, target == null ? STATIC : FIELD, site, where);
        }
    }

    @Override
    public void comesTo(int site) {
        watcher.leaves(this, site);
    }

    @Override
    public void regionEnd(int site) {
        watcher.leaves(this, site);
    }
}
