// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.agent.mode.AgentMode;
import dev.foretell.agent.mode.ProbeGroup;
import dev.foretell.agent.mode.ProbePlan;
import dev.foretell.agent.runtime.ExceptionText;
import dev.foretell.probe.Probes;
import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.Site;
import dev.foretell.trace.options.AgentOptions;
import dev.foretell.trace.options.WatchOptions;
import dev.foretell.trace.section.SectionFormat;
import dev.foretell.trace.watch.WatchEvent;
import dev.foretell.trace.watch.WatchLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The mode that detects races while the program runs, and writes them to {@code jvm-PID.watch} at once. */
public final class Watcher extends AgentMode {

    final SiteActions siteActions;
    final AccessConflicts conflicts;
    final ReportedRaces races;
    final WatchLog log;
    private final OngoingAccesses ongoingAccesses;
    private final WatchedThreads watchedThreads;
    /** Null when there are none. */
    private final SectionMonitor sections;
    /** Null when nothing is healed. */
    private final Healer healer;

    /** How many class initialisers are running. */
    final AtomicInteger initialising = new AtomicInteger();

    private volatile boolean broken;
    private final int budget;
    /** None when there is no budget. */
    private final ProbeSwitches switches = new ProbeSwitches();

    private final Set<String> disabled = ConcurrentHashMap.newKeySet();
    final long seed;

    public Watcher(AgentOptions options) {
        try {
            log = new WatchLog(options.get(AgentOptions.DIRECTORY));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Noise noise = new Noise(options);
        seed = options.get(WatchOptions.SEED);
        budget = options.get(WatchOptions.BUDGET).intValue();
        sections = sections(options, noise);
        siteActions = new SiteActions(new Interest(noise, sections));
        races = new ReportedRaces(siteActions, log);
        conflicts = new AccessConflicts(this);
        watchedThreads = new WatchedThreads(this);
        healer = healer(options.get(WatchOptions.HEAL));
        ongoingAccesses = new OngoingAccesses(this, noise, sections, healer);
        log.add(
                WatchLine.RUN,
                System.getProperty("java.version", ""),
                System.getProperty("java.vm.name", ""),
                System.getProperty("sun.java.command", ""));
    }

    /** A file that cannot be read does not stop the program; races are still detected. */
    private SectionMonitor sections(AgentOptions options, Noise noise) {
        Path file = options.get(WatchOptions.SECTIONS);
        if (file == null) {
            return null;
        }
        try {
            SectionPlan plan = new SectionPlan(SectionFormat.read(file));
            return plan.isEmpty()
                    ? null
                    : new SectionMonitor(this, noise, plan, new SectionLogFile(log.sibling(".sections")));
        } catch (IOException e) {
            log.add(WatchLine.NOTE, "The atomic sections cannot be read, so none is watched: " + e.getMessage());
            return null;
        }
    }

    private Healer healer(WatchOptions.Heal heal) {
        return heal == WatchOptions.Heal.NONE || sections == null
                ? null
                : new Healer(this, heal, sections.plan, new HealingLocks(new BlockingThreads()));
    }

    SectionMonitor sections() {
        return sections;
    }

    /** The probe of a thread. */
    WatchedThread watched(Thread thread, int number) {
        if (locksToHeal()) {
            return new HealedThread(thread, number, this, healer);
        }
        return budget > 0 ? new CountedThread(thread, number, this) : new WatchedThread(thread, number, this);
    }

    private boolean locksToHeal() {
        return healer != null && healer.locks();
    }

    /** The watched thread with this id, see {@link Thread#getId}; or null. */
    WatchedThread withId(long id) {
        return id < 0 ? null : watchedThreads.withId(id);
    }

    /** Sites are special for noise or for sections. */
    private record Interest(Noise noise, SectionMonitor sections) implements SiteActions.Interest {
        @Override
        public boolean inVariable(String variable) {
            return noise.inVariable(variable) || sections != null && sections.plan.concerns(variable);
        }

        @Override
        public boolean inPlace(Site site) {
            return noise.inPlace(site);
        }
    }

    // ---- what happens off the fast path

    /** The control flow is at the exit of sections. */
    void leaves(WatchedThread me, int site) {
        try {
            if (sections != null) {
                sections.exit(me, site);
            }
            if (healer != null) {
                healer.after(me);
            }
        } catch (Throwable failure) {
            broken(failure);
        }
    }

    /** Before the first access at a site. */
    void linkEarly(Object target, int index, int site) {
        try {
            siteActions.linkEarly(target, index, site, initialising.get() > 0);
        } catch (Throwable failure) {
            broken(failure);
        }
    }

    /** Before an access at a special site. */
    void special(WatchedThread me, Object target, int index, int site) {
        try {
            ongoingAccesses.before(me, target, index, site);
        } catch (Throwable failure) {
            broken(failure);
        }
    }

    void afterSpecial(WatchedThread me, Object target, int index, int site) {
        try {
            ongoingAccesses.after(me, target, index, site);
        } catch (Throwable failure) {
            broken(failure);
        }
    }

    WatchedThread thread(int number) {
        return watchedThreads.thread(number);
    }

    WatchedThread[] threads() {
        return watchedThreads.all();
    }

    /** Where the current thread is. */
    WatchEvent.Spot spot(WatchedThread me, int site) {
        return new WatchEvent.Spot(
                nameOf(me.thread), siteActions.site(site), siteActions.rank(site), StackTraces.here());
    }

    /** The same without the stack, which is expensive. */
    WatchEvent.Spot bareSpot(WatchedThread me, int site) {
        return new WatchEvent.Spot(nameOf(me.thread), siteActions.site(site), siteActions.rank(site), List.of());
    }

    /** With the stack; null when both stacks of this pair of sites are known. */
    WatchEvent.Spot spotIfWanted(WatchedThread me, int site, int other) {
        return races.isComplete(site, other) ? null : spot(me, site);
    }

    /** Where another thread is, or was a moment ago. */
    WatchEvent.Spot spotOf(WatchedThread them, int site) {
        Thread thread = them.thread;
        return new WatchEvent.Spot(
                nameOf(thread),
                siteActions.site(site),
                siteActions.rank(site),
                StackTraces.at(thread, siteActions.site(site)));
    }

    private static String nameOf(Thread thread) {
        return thread == null ? "(ended)" : thread.getName();
    }

    /** The watcher itself failed. The program continues; what is reported remains true, but races may be missed. */
    void broken(Throwable failure) {
        if (!broken && !(failure instanceof StackOverflowError)) {
            broken = true;
            try {
                log.add(WatchLine.NOTE, "The watcher failed at one access and may have missed something: " + failure);
            } catch (Throwable again) {
                return; // out of memory also for this
            }
        }
    }

    // ---- classes

    @Override
    public int define(ClassInfo info) {
        log.add(WatchLine.INSTRUMENTED, info.name());
        int[] before = siteActions.control();
        int first = siteActions.define(info);
        if (siteActions.control() != before) {
            watchedThreads.refresh(siteActions.control());
        }
        if (sections != null && !sections.plan.define(info, first)) {
            log.add(
                    WatchLine.NOTE,
                    "The class " + info.name() + " has changed since its atomic sections were written; those with exact"
                            + " places are not watched.");
        }
        return first;
    }

    @Override
    public void loadedBy(ClassLoader loader, String className) {
        siteActions.loadedBy(loader, className);
    }

    @Override
    public void begin() {
        if (budget > 0) {
            new ProbeBudget(this, switches, budget).start();
        }
    }

    /** Whether the probes of a class may be switched off: not when a section would then never end. */
    boolean mayDisable(String className) {
        return siteActions.knowsOnce(className) && (sections == null || !sections.plan.mentions(className));
    }

    /** Reports the first time that the probes of a class are switched off. */
    void disabled(String className) {
        if (disabled.add(className)) {
            log.add(WatchLine.NOTE, "To stay within the budget, " + className + " was watched only part of the time.");
        }
    }

    @Override
    public void skipped(String className) {
        log.add(WatchLine.SKIPPED, className);
    }

    @Override
    public void failed(String className, String reason) {
        log.add(WatchLine.FAILED, className, reason);
    }

    @Override
    public void partial(String method, String reason) {
        log.add(WatchLine.PARTIAL, method, reason);
    }

    @Override
    public void unmodelled(String method, String place) {}

    @Override
    public ProbePlan plan() {
        ProbePlan plan = ProbePlan.of(ProbeGroup.ACCESS_END);
        if (sections != null) {
            plan = plan.with(ProbeGroup.VOLATILE).at(sections.plan);
        }
        if (locksToHeal()) {
            plan = plan.with(ProbeGroup.LOCK, ProbeGroup.BEFORE_LOCK);
        }
        return budget > 0 ? plan.calling(switches) : plan;
    }

    // ---- threads

    @Override
    public ThreadProbe attach(Thread thread) {
        return watchedThreads.attach(thread);
    }

    @Override
    public void starting(Thread thread) {}

    @Override
    public void exiting(Thread thread) {
        try {
            WatchedThread left = watchedThreads.detach(thread);
            if (left != null) {
                if (sections != null) {
                    sections.forget(left);
                }
                if (healer != null) {
                    healer.after(left);
                }
                Probes.detach(left);
            }
        } catch (Throwable failure) {
            broken(failure);
        }
    }

    @Override
    public void leaving(Thread thread, Throwable exception) {}

    @Override
    public void uncaught(Thread thread, Throwable exception) {
        try {
            log.add(WatchLine.UNCAUGHT, ExceptionText.describe(thread.getName(), exception));
        } catch (Throwable failure) {
            broken(failure);
        }
    }

    @Override
    public void close() {
        races.sumUp();
        if (healer != null) {
            healer.sumUp();
        }
        log.addLast(WatchLine.END, Integer.toString(watchedThreads.everSeen()));
    }
}
