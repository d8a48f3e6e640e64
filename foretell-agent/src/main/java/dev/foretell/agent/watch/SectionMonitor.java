// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.trace.section.AtomicSection;
import dev.foretell.trace.section.SectionEnd;
import dev.foretell.trace.watch.WatchEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Monitors atomic sections (AtomRace, figure 3). A section is open from right after its entry access until right before
 * the access that ends it; an access of another thread whose two probes are both within that time is certainly
 * interleaved. Whether it is allowed is decided when the end access is over. Unlike the paper, which follows one thread
 * at a time for each variable, every thread is followed.
 */
final class SectionMonitor {
    private final Watcher watcher;
    private final Noise noise;
    final SectionPlan plan;
    private final SectionLogFile notes;
    /** How often each violation was observed: by section, end and site of the other thread. */
    private final Map<List<Integer>, Integer> reported = new HashMap<>();

    SectionMonitor(Watcher watcher, Noise noise, SectionPlan plan, SectionLogFile notes) {
        this.watcher = watcher;
        this.noise = noise;
        this.plan = plan;
        this.notes = notes;
    }

    /** The section state of one thread. */
    static final class Part {
        /** Its own; guarded by the list itself. */
        final List<OpenSection> open = new ArrayList<>(2);

        private volatile boolean any;
        /** Those of other threads that were open when its current access began. */
        private List<OpenSection> around = List.of();

        private List<Part> owners = List.of();

        /** Whether the thread is in a section that this lock protects. */
        boolean isInside(HealingLock lock, Watcher watcher) {
            synchronized (open) {
                for (OpenSection section : open) {
                    int group = watcher.sections().plan.group(section.section);
                    if (lock.isFor(group, section.get(), section.index)) {
                        return true;
                    }
                }
                return false;
            }
        }
    }

    /** A section of this variable that another thread is in; -1 when there is none. */
    int foreignSection(WatchedThread me, Object target, int index, int site) {
        String variable = watcher.siteActions.variableName(site);
        for (WatchedThread them : watcher.threads()) {
            if (them != null && them != me && them.sections.any) {
                synchronized (them.sections.open) {
                    for (OpenSection open : them.sections.open) {
                        if (open.isOf(target, index) && SectionPlan.isOf(plan.section(open.section), variable)) {
                            return open.section;
                        }
                    }
                }
            }
        }
        return -1;
    }

    /** The thread has ended. */
    void forget(WatchedThread me) {
        synchronized (me.sections.open) {
            me.sections.open.clear();
            me.sections.any = false;
        }
    }

    /** Before an access to a variable that sections are about. */
    void before(WatchedThread me, Object target, int index, int site) {
        Part mine = me.sections;
        mine.around = List.of();
        String variable = watcher.siteActions.variableName(site);
        for (WatchedThread them : watcher.threads()) {
            if (them != null && them != me && them.sections.any) {
                collectOpen(them.sections, mine, target, index, variable);
            }
        }
        synchronized (mine.open) {
            for (SectionPlan.Role role : plan.roles(site)) {
                OpenSection open = role.end() >= 0 ? find(mine, role.section(), target, index) : null;
                if (open != null && open.depth == 1) {
                    open.closing = true;
                }
            }
        }
    }

    private void collectOpen(Part theirs, Part mine, Object target, int index, String variable) {
        synchronized (theirs.open) {
            for (OpenSection open : theirs.open) {
                boolean same = index == WatchedThread.FIELD ? open.refersTo(target) : open.isOf(target, index);
                if (same && !open.closing && SectionPlan.isOf(plan.section(open.section), variable)) {
                    if (mine.around.isEmpty()) {
                        mine.around = new ArrayList<>(1);
                        mine.owners = new ArrayList<>(1);
                    }
                    mine.around.add(open);
                    mine.owners.add(theirs);
                }
            }
        }
    }

    /** After it. */
    void after(WatchedThread me, Object target, int index, int site) {
        Part mine = me.sections;
        for (int i = 0; i < mine.around.size(); i++) {
            access(me, mine.around.get(i), mine.owners.get(i), site);
        }
        mine.around = List.of();
        for (SectionPlan.Role role : plan.roles(site)) {
            if (role.end() >= 0) {
                end(me, role, target, index, site);
            }
        }
        for (SectionPlan.Role role : plan.roles(site)) {
            if (role.end() == SectionPlan.Role.ENTRY) {
                enter(me, role.section(), target, index, site);
            }
        }
    }

    private void access(WatchedThread me, OpenSection open, Part owner, int site) {
        boolean wanted = wants(open.section, site);
        WatchEvent.Spot spot = wanted ? watcher.spot(me, site) : null;
        synchronized (owner.open) {
            if (owner.open.contains(open) && !open.closing) {
                open.add(new OpenSection.InterleavedAccess(site, watcher.siteActions.isWrite(site), spot));
            }
        }
    }

    private void enter(WatchedThread me, int number, Object target, int index, int site) {
        Part mine = me.sections;
        AtomicSection section = plan.section(number);
        OpenSection entered;
        synchronized (mine.open) {
            OpenSection open = find(mine, number, target, index);
            if (open != null && section.recursive()) {
                open.depth++;
                return;
            }
            if (open != null) {
                close(mine, open); // restarts
            }
            removeCollected(mine);
            open = new OpenSection(number, target, index, site, watcher.bareSpot(me, site));
            mine.open.add(open);
            mine.any = true;
            entered = open;
        }
        noise.inject(me, site, entered);
    }

    private static void removeCollected(Part mine) {
        for (int i = mine.open.size() - 1; i >= 0; i--) {
            OpenSection old = mine.open.get(i);
            if (old.index != WatchedThread.STATIC && old.refersTo(null)) {
                mine.open.remove(i);
            }
        }
    }

    private void end(WatchedThread me, SectionPlan.Role role, Object target, int index, int site) {
        Part mine = me.sections;
        OpenSection open;
        synchronized (mine.open) {
            open = find(mine, role.section(), target, index);
            if (open == null || --open.depth > 0) {
                return;
            }
            close(mine, open);
        }
        SectionEnd end = plan.section(role.section()).ends().get(role.end());
        notes.seen(role.section(), role.end());
        for (OpenSection.InterleavedAccess access : open.breaking(end.allowed())) {
            violated(me, role, open, access, target, index, site);
        }
    }

    private void violated(
            WatchedThread me,
            SectionPlan.Role role,
            OpenSection open,
            OpenSection.InterleavedAccess access,
            Object target,
            int index,
            int site) {
        notes.violated(
                role.section(),
                role.end(),
                access.write(),
                watcher.siteActions.site(access.site()).position());
        List<Integer> key = List.of(role.section(), role.end(), access.site());
        synchronized (reported) {
            Integer times = reported.get(key);
            reported.put(key, times == null ? 1 : times + 1);
            if (times != null || access.spot() == null) {
                return;
            }
        }
        watcher.races.violation(
                open.entry,
                access.spot(),
                watcher.spot(me, site),
                watcher.siteActions.variableName(site),
                target,
                index);
    }

    private boolean wants(int section, int site) {
        synchronized (reported) {
            for (int end = 0; end < plan.section(section).ends().size(); end++) {
                if (!reported.containsKey(List.of(section, end, site))) {
                    return true;
                }
            }
            return false;
        }
    }

    /** The control flow has left the section without an end access: AtomRace's atomExit. */
    void exit(WatchedThread me, int site) {
        Part mine = me.sections;
        if (!mine.any) {
            return;
        }
        synchronized (mine.open) {
            for (SectionPlan.Role role : plan.roles(site)) {
                for (int i = mine.open.size() - 1; i >= 0; i--) {
                    OpenSection open = mine.open.get(i);
                    if (open.section == role.section() && --open.depth <= 0) {
                        close(mine, open);
                    }
                }
            }
        }
    }

    private static void close(Part mine, OpenSection open) {
        open.closing = true;
        mine.open.remove(open);
        mine.any = !mine.open.isEmpty();
    }

    private static OpenSection find(Part mine, int section, Object target, int index) {
        for (OpenSection open : mine.open) {
            boolean same = index == WatchedThread.FIELD ? open.refersTo(target) : open.isOf(target, index);
            if (open.section == section && same) {
                return open;
            }
        }
        return null;
    }
}
