// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.FieldOwners;
import dev.foretell.trace.Site;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipPoint;
import dev.foretell.trace.clip.ClipStep;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A clip in the form the scheduler follows: schedules by thread, stops by step, points by class, and the numbers of all
 * sites of this run. The points of the anomaly are appended as steps, so that there is only one kind of stop; of a
 * sequence of events only the last is a stop, the others are {@link ExpectedEvent}s.
 *
 * <p>Guarded by the scheduler's lock once the program runs. {@link #define} runs while the program loads classes: no
 * lambdas, no regular expressions, no call site that is linked at its first execution.
 */
final class Schedule {
    /** The size of the first tables of sites. */
    static final int FIRST_TABLE = 1 << 12;

    final Clip clip;
    final FieldOwners owners = new FieldOwners();
    /** The thread schedule of each step, in the order of the steps; the points of the anomaly come last. */
    final List<ThreadSchedule> steps = new ArrayList<>();
    /** The events of the anomaly that have to happen in this order before the last one. */
    final List<ExpectedEvent> expectedEvents = new ArrayList<>();

    /**
     * The deadlock that is created when every thread waits; null until the threads have reached it. Read without the
     * lock.
     */
    volatile String interruptibleDeadlock;

    private final Map<String, ThreadSchedule> threadSchedules = new HashMap<>();
    private final Map<String, List<SchedulePoint>> pointsByClass = new HashMap<>();
    private final List<SchedulePoint> pointsByLine = new ArrayList<>();
    private final Map<String, SchedulePoint> points = new HashMap<>();
    private final List<Site> sites = new ArrayList<>();
    private int tableSize = FIRST_TABLE;

    Schedule(Clip clip) {
        this.clip = clip;
        sites.add(Site.UNKNOWN);
        int watched = clip.shape().inOrder() ? clip.anomaly().size() - 1 : 0;
        for (int i = 0; i < watched; i++) {
            expect(clip.anomaly().get(i));
        }
        for (ClipStep step : clip.steps()) {
            add(step.thread(), step.until(), step.past());
        }
        for (int i = watched; i < clip.anomaly().size(); i++) {
            ClipPoint point = clip.anomaly().get(i);
            add(point.thread(), point, false);
            threadSchedules.get(point.thread()).inAnomaly = true;
        }
    }

    private void expect(ClipPoint point) {
        ThreadSchedule threadSchedule = threadScheduleOf(point.thread());
        ExpectedEvent expected =
                new ExpectedEvent(threadSchedule, point(point.site(), threadSchedule), point.occurrence(), true);
        threadSchedule.expect(expected);
        expectedEvents.add(expected);
    }

    private ThreadSchedule threadScheduleOf(String path) {
        ThreadSchedule threadSchedule = threadSchedules.get(path);
        if (threadSchedule == null) {
            String name = clip.threads().get(path);
            threadSchedule = new ThreadSchedule(path, name == null ? "" : name);
            threadSchedules.put(path, threadSchedule);
        }
        return threadSchedule;
    }

    /** Whether the anomaly is made of what threads do to monitors or locks, not of accesses to data. */
    boolean isAboutMonitors() {
        return !clip.anomaly().isEmpty() && !clip.anomaly().get(0).site().op().isAccess();
    }

    /** The events of the anomaly before which threads are held in the end, in the order in which they are passed. */
    List<Integer> turns() {
        List<Integer> turns = new ArrayList<>(expectedEvents.isEmpty() ? clip.order() : List.of());
        if (turns.isEmpty()) {
            for (int i = expectedEvents.size(); i < clip.anomaly().size(); i++) {
                turns.add(i);
            }
        }
        return turns;
    }

    /** The thread of an event of the anomaly; null until it is started. */
    DirectedThread threadOf(int event) {
        return threadSchedules.get(clip.anomaly().get(event).thread()).thread;
    }

    /** The thread schedule of the last event of the anomaly. */
    ThreadSchedule lastThreadSchedule() {
        return steps.get(steps.size() - 1);
    }

    private SchedulePoint point(Site site, ThreadSchedule threadSchedule) {
        SchedulePoint point = point(site);
        if (!point.threadSchedules.contains(threadSchedule)) {
            point.threadSchedules.add(threadSchedule);
        }
        return point;
    }

    private void add(String path, ClipPoint until, boolean past) {
        ThreadSchedule threadSchedule = threadScheduleOf(path);
        SchedulePoint point = until == null ? null : point(until.site(), threadSchedule);
        int occurrence = until == null ? 0 : until.occurrence();
        ExpectedEvent passed = past ? threadSchedule.expectedEventOf(point, occurrence) : null;
        if (past && passed == null) {
            passed = new ExpectedEvent(threadSchedule, point, occurrence, false);
            threadSchedule.expect(passed);
        }
        threadSchedule.stops.add(new StopPoint(steps.size(), point, occurrence, passed));
        steps.add(threadSchedule);
    }

    private SchedulePoint point(Site site) {
        String key = site.className()
                + '.'
                + site.method()
                + '@'
                + site.offset()
                + ' '
                + site.op()
                + ' '
                + site.what()
                + ' '
                + site.sourceFile()
                + ':'
                + site.line();
        SchedulePoint point = points.get(key);
        if (point == null) {
            point = new SchedulePoint(site);
            points.put(key, point);
            if (site.className().isEmpty()) {
                pointsByLine.add(point);
            } else {
                List<SchedulePoint> ofClass = pointsByClass.get(site.className());
                if (ofClass == null) {
                    ofClass = new ArrayList<>();
                    pointsByClass.put(site.className(), ofClass);
                }
                ofClass.add(point);
            }
        }
        return point;
    }

    /** Null for a thread that the schedule does not mention. */
    ThreadSchedule threadSchedule(String path) {
        return threadSchedules.get(path);
    }

    /**
     * Gives numbers to the sites of a class and returns the first. Tables must be grown to {@link #tableSize} before.
     */
    int define(ClassInfo info) {
        int first = sites.size();
        sites.addAll(info.sites());
        owners.add(info);
        List<SchedulePoint> ofClass = pointsByClass.get(info.name());
        if (ofClass != null) {
            for (SchedulePoint point : ofClass) {
                point.find(info, first);
            }
        }
        for (SchedulePoint point : pointsByLine) {
            point.find(info, first);
        }
        return first;
    }

    /** The size tables need once this class is defined. */
    int tableSize(ClassInfo info) {
        int needed = sites.size() + info.sites().size();
        while (tableSize < needed) {
            tableSize *= 2;
        }
        return tableSize;
    }

    /** Grows the tables of all threads; true when there are new ones. */
    boolean grow(int size) {
        boolean grown = false;
        for (ThreadSchedule threadSchedule : threadSchedules.values()) {
            if (threadSchedule.marks.length < size) {
                threadSchedule.grow(size);
                grown = true;
            }
        }
        return grown;
    }

    Site site(int number) {
        return number < sites.size() ? sites.get(number) : Site.UNKNOWN;
    }

    /** A message when the clip was made for another version of this class, else null. */
    String otherVersion(ClassInfo info) {
        String expected = clip.classes().get(info.name());
        if (expected == null || expected.equals(info.checksum())) {
            return null;
        }
        return "The clip was made for another version of class " + info.name() + " (checksum " + expected + ", now "
                + info.checksum() + "); its points may not be found.";
    }

    /** Whether this step is one of the clip's own. */
    boolean isClipStep(int step) {
        return step < clip.steps().size();
    }
}
