// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.trace.options.WatchOptions.Heal;
import dev.foretell.trace.section.AtomicSection;
import dev.foretell.trace.watch.WatchLine;
import java.util.List;

/**
 * Prevents violations of atomic sections (AtomRace, section 5): by influencing the scheduler of the operating system,
 * which often helps and does no harm, or by locks that the program does not have, which always help where the section
 * is known to allow them.
 */
final class Healer {
    private static final int MOST_LINES = 20;
    private static final int NAPS = 20;
    private static final long NAP_NANOS = 1_000_000;

    private final Watcher watcher;
    private final Heal heal;
    private final SectionPlan plan;
    private final HealingLocks locks;
    /** How often each section was healed; guarded by itself. */
    private final long[] times;

    private final boolean[] explained;

    Healer(Watcher watcher, Heal heal, SectionPlan plan, HealingLocks locks) {
        this.watcher = watcher;
        this.heal = heal;
        this.plan = plan;
        this.locks = locks;
        this.times = new long[plan.size()];
        this.explained = new boolean[plan.size()];
    }

    /** Whether it acquires locks that the program does not have. */
    boolean locks() {
        return heal == Heal.LOCK;
    }

    /** The healing state of one thread. */
    static final class Part implements HealingLocks.Need {
        private final WatchedThread me;
        /** Its priority outside of sections; 0 when it is not in one. */
        private int priority;

        Part(WatchedThread me) {
            this.me = me;
        }

        @Override
        public boolean needs(HealingLock lock) {
            return me.sections.isInside(lock, me.watcher) || me.isInMonitorOf(lock);
        }
    }

    /** Before an access to a variable of sections, and before any other handling of it. */
    void before(WatchedThread me, Object target, int index, int site) {
        List<SectionPlan.Role> roles = plan.roles(site);
        boolean enters = false;
        for (SectionPlan.Role role : roles) {
            if (role.end() == SectionPlan.Role.ENTRY) {
                enters = true;
                enter(me, role.section(), target, index);
            }
        }
        if (enters) {
            return;
        }
        int section = watcher.sections().foreignSection(me, target, index, site);
        if (heal == Heal.LOCK) {
            visit(me, target, index, site);
        } else if (section >= 0) {
            letFinish(me, section, target, index, site);
        }
    }

    private void enter(WatchedThread me, int section, Object target, int index) {
        switch (heal) {
            case LOCK -> {
                if (isLockable(section) && isOutside(section)) {
                    // acquired before the monitor; now it is too late: its owner may be blocked on the monitor
                    if (locks.has(me, plan.group(section), target, index)) {
                        healed(section, "had taken a lock", me);
                    }
                } else if (isLockable(section)) {
                    lock(me, section, target, index);
                } else {
                    Thread.yield();
                }
            }
            case PRIORITY -> {
                if (me.healing.priority == 0) {
                    me.healing.priority = me.thread.getPriority();
                    me.thread.setPriority(Thread.MAX_PRIORITY);
                    healed(section, "ran with the highest priority", me);
                }
            }
            case NONE, YIELD, SLEEP -> {
                Thread.yield(); // so that a whole time slice begins here
                healed(section, "yielded before it", me);
            }
        }
    }

    private boolean isOutside(int section) {
        return plan.section(section).lockable().isOutside();
    }

    /** The thread is about to enter a monitor that it does not own. */
    void beforeMonitor(WatchedThread me, Object monitor) {
        try {
            for (int group : plan.outside(monitor.getClass())) {
                if (locks.take(me, group, monitor, WatchedThread.FIELD) == HealingLocks.Result.CYCLE) {
                    healed(group, "went on without the lock, because to wait for it would have been a deadlock", me);
                }
            }
        } catch (Throwable failure) {
            watcher.broken(failure);
        }
    }

    /** It has left a monitor, or is just about to. */
    void afterMonitor(WatchedThread me) {
        if (me.healingLocks > 0) {
            after(me);
        }
    }

    boolean locksOutside() {
        return plan.locksOutside();
    }

    private boolean isLockable(int section) {
        AtomicSection it = plan.section(section);
        if (it.lockable().isSafe()) {
            return true;
        }
        synchronized (times) {
            if (!explained[section]) {
                explained[section] = true;
                String why = it.lockable().reason();
                watcher.log.add(
                        WatchLine.NOTE,
                        "The section " + name(section) + " is not healed with a lock, which might lead to a deadlock: "
                                + (why.isEmpty() ? "it is not proved that it cannot" : why) + ".");
            }
        }
        return false;
    }

    private void lock(WatchedThread me, int section, Object target, int index) {
        switch (locks.take(me, plan.group(section), target, index)) {
            case TAKEN -> healed(section, "took a lock", me);
            case CYCLE ->
                healed(section, "went on without the lock, because to wait for it would have been a deadlock", me);
            case REVOKED -> healed(section, "took the lock away from a thread that did not come back", me);
            case OWN -> {}
        }
    }

    /** An access outside of sections waits for the sections that do not allow it. */
    private void visit(WatchedThread me, Object target, int index, int site) {
        boolean write = watcher.siteActions.isWrite(site);
        String variable = watcher.siteActions.variableName(site);
        for (int section = 0; section < times.length; section++) {
            AtomicSection it = plan.section(section);
            if (SectionPlan.isOf(it, variable)
                    && it.lockable().isSafe()
                    && !it.lockable().isOutside()
                    && !plan.allowsEverywhere(section, write)
                    && !locks.has(me, plan.group(section), target, index)) {
                lock(me, section, target, index);
            }
        }
    }

    /** The thread is about to block on a lock of the program, and has recorded which. */
    void aboutToBlock(WatchedThread me, Object lock) {
        try {
            if (me.healingLocks > 0 || locks.mayCloseCycle()) {
                HealingLock revoked = locks.breakCycle(me);
                while (revoked != null) {
                    String what = lock.getClass().getName();
                    healed(
                            revoked.group,
                            "would have waited for a " + what + ", a deadlock, so its lock was released",
                            me);
                    revoked = locks.breakCycle(me);
                }
            }
        } catch (Throwable failure) {
            watcher.broken(failure);
        }
    }

    /** The thread is about to wait for something that another thread has to do. */
    void aboutToWait(WatchedThread me) {
        try {
            HealingLock taken = me.healingLocks > 0 ? locks.revokeAll(me) : null;
            if (taken != null) {
                healed(taken.group, "is about to wait for another thread, so its lock was released", me);
            }
        } catch (Throwable failure) {
            watcher.broken(failure);
        }
    }

    /** Another thread is in a section of this variable: let it finish. */
    private void letFinish(WatchedThread me, int section, Object target, int index, int site) {
        if (heal == Heal.SLEEP) {
            for (int i = 0; i < NAPS && watcher.sections().foreignSection(me, target, index, site) >= 0; i++) {
                Noise.pause(NAP_NANOS);
            }
            healed(section, "slept while another thread was in it", me);
        } else {
            Thread.yield();
            healed(section, "yielded while another thread was in it", me);
        }
    }

    /** After the access, or where a section is left: releases what is not needed any more. */
    void after(WatchedThread me) {
        if (heal == Heal.LOCK) {
            locks.releaseUnneeded(me, me.healing);
        } else if (me.healing.priority != 0 && me.sections.open.isEmpty()) {
            me.thread.setPriority(me.healing.priority);
            me.healing.priority = 0;
        }
    }

    private void healed(int section, String what, WatchedThread me) {
        long count;
        synchronized (times) {
            count = ++times[section];
        }
        if (count <= MOST_LINES) {
            watcher.log.add(WatchLine.HEALED, me.thread.getName() + " " + what + ": " + name(section));
        }
    }

    /** Writes how often each section was healed, where not every time was written. */
    void sumUp() {
        synchronized (times) {
            for (int section = 0; section < times.length; section++) {
                if (times[section] > MOST_LINES) {
                    watcher.log.addLast(
                            WatchLine.NOTE,
                            "The section " + name(section) + " was healed " + times[section] + " times.");
                }
            }
        }
    }

    private String name(int section) {
        AtomicSection it = plan.section(section);
        return String.join(", ", it.variables()) + " from " + it.entry().place().position();
    }
}
