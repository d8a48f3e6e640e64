// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.trace.EventKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The schedule's part for one thread, whether it exists yet or not: its stops in order, and which sites to count.
 *
 * <p>{@code marks} has a 1 for each site the schedule mentions for this thread; it is the table the thread's probes
 * read. Only marked sites are counted, by the thread itself, so {@code counts} needs no lock. All else is guarded by
 * the scheduler's lock; the thread may read without it {@code next}, which changes only while the thread is stopped,
 * and {@code marks}, which has a site before any thread can run the code at it.
 */
final class ThreadSchedule {
    final String path;
    final String name;
    final List<StopPoint> stops = new ArrayList<>();
    /** Its events that the clip expects to happen; not changed once the program runs. */
    ExpectedEvent[] expectedEvents = {};
    /** A thread that is held at an event of the anomaly: past its last stop it does not run. */
    boolean inAnomaly;
    /** The first stop not done yet. */
    int next;
    /** Null until it is started. */
    DirectedThread thread;

    byte[] marks = new byte[Schedule.FIRST_TABLE];
    private int[] counts = new int[0];

    ThreadSchedule(String path, String name) {
        this.path = path;
        this.name = name;
    }

    /** Whether there is a stop, or the thread's end, to be reached yet. */
    boolean hasStop() {
        return next < stops.size();
    }

    /** Whether its thread is held here until the anomaly is created, given how many of its stops are reached. */
    boolean staysAt(int stopsReached) {
        return inAnomaly && next + stopsReached >= stops.size();
    }

    /** Whether nothing is left but to run until it ends. */
    boolean runsToEnd() {
        return next == stops.size() - 1 && stops.get(next).point() == null;
    }

    /** How often the thread has been at the place of its next stop; called by the thread. */
    int visitsOfNextStop() {
        SchedulePoint point = hasStop() ? stops.get(next).point() : null;
        return point == null ? 0 : point.visits(counts);
    }

    /** Whether the event that ends the current step has happened. */
    boolean isPassed() {
        ExpectedEvent passed = hasStop() ? stops.get(next).passed() : null;
        return passed != null && passed.happened;
    }

    /** Whether the current step ends with the end of a wait that has not happened yet. */
    boolean awaitsEndOfWait() {
        ExpectedEvent passed = hasStop() ? stops.get(next).passed() : null;
        return passed != null && !passed.happened && passed.point.site.op() == EventKind.WAKE;
    }

    /** Whether a point has to be reached yet. */
    boolean expectsPoint() {
        for (int i = isPassed() ? next + 1 : next; i < stops.size(); i++) {
            if (stops.get(i).point() != null) {
                return true;
            }
        }
        return false;
    }

    void mark(int site) {
        marks[site] = 1;
    }

    void grow(int size) {
        marks = Arrays.copyOf(marks, size);
    }

    boolean mentions(int site) {
        return marks[site] != 0;
    }

    /** Counts one more event at a site; called by the thread. */
    void count(int site) {
        if (site >= counts.length) {
            counts = Arrays.copyOf(counts, marks.length);
        }
        counts[site]++;
    }

    /**
     * How many of the stops, after {@code skip} that are here, are exactly here as well: the event at {@code site} is
     * the one that comes next or, when {@code counted}, the one that was just counted.
     */
    int stopsHere(int site, boolean counted, int skip) {
        int more = counted ? 0 : 1;
        int first = next + skip;
        int index = first;
        while (index < stops.size() && isHere(stops.get(index), site, more)) {
            index++;
        }
        return index - first;
    }

    private boolean isHere(StopPoint stop, int site, int more) {
        SchedulePoint point = stop.point();
        return point != null && stop.passed() == null && isHere(point, stop.occurrence(), site, more);
    }

    private boolean isHere(SchedulePoint point, int occurrence, int site, int more) {
        return point.has(site) && point.count(site, counts) + more == occurrence;
    }

    /** Whether the thread, which is held at a site, is right before this stop. */
    boolean isBefore(StopPoint stop, int site, boolean counted) {
        return isHere(stop, site, counted ? 0 : 1);
    }

    /** The expected event at this point; null when the clip does not expect it. */
    ExpectedEvent expectedEventOf(SchedulePoint point, int occurrence) {
        for (ExpectedEvent expected : expectedEvents) {
            if (expected.point == point && expected.occurrence == occurrence) {
                return expected;
            }
        }
        return null;
    }

    void expect(ExpectedEvent expected) {
        expectedEvents = Arrays.copyOf(expectedEvents, expectedEvents.length + 1);
        expectedEvents[expectedEvents.length - 1] = expected;
    }

    /** The expected event at a site that was just counted, or is counted next; null when there is none. */
    ExpectedEvent expectedEventHere(int site, boolean counted) {
        for (ExpectedEvent expected : expectedEvents) {
            if (isHere(expected.point, expected.occurrence, site, counted ? 0 : 1)) {
                return expected;
            }
        }
        return null;
    }
}
