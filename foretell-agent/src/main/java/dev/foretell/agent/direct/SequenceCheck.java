// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.clip.AnomalyShape;
import java.util.List;

/**
 * The events of an anomaly that happen one after the other: did they, and is the last one next? As
 * {@link SimultaneousCheck} does for threads that meet, this says so by nothing but what was seen: objects by
 * {@code ==}, monitors that are really held.
 *
 * <p>Only the thread with the baton passes events, and it keeps the baton until its next probe, so the order in which
 * events are noted is the order in which they happened. The one exception, a thread that the watchdog took the baton
 * from right at its event, spoils the event for good.
 *
 * <p>Guarded by the baton's lock.
 */
final class SequenceCheck {
    private final Schedule script;
    private final AnomalyShape shape;
    private final List<ExpectedEvent> watches;
    private final int last;
    private int passed;

    /** For a clip whose events are in order. */
    SequenceCheck(Schedule script) {
        this.script = script;
        this.shape = script.clip.shape();
        this.watches = script.watches;
        this.last = watches.size();
    }

    /** The thread with the baton makes this access now. */
    void passes(DirectedThread thread, ExpectedEvent watch, AccessSnapshot sighting) {
        if (!watch.happened) {
            watch.sighting = sighting;
            watch.order = ++passed;
            thread.passing = watch;
        }
    }

    /** The thread has come to another probe, still with the baton. */
    static void settle(DirectedThread thread) {
        if (thread.passing != null) {
            thread.passing.happened = true;
            thread.passing = null;
        }
    }

    /** The thread loses the baton where it has no probe. */
    static void interrupted(DirectedThread thread) {
        if (thread.passing != null) {
            thread.passing.doubtful = true;
        }
    }

    /** Keeps nothing of the program alive. */
    void clear() {
        for (ExpectedEvent watch : watches) {
            watch.sighting = null;
        }
    }

    /** To be asked while the thread of the last event stands. */
    AnomalyVerdict verdict() {
        String trouble = happened();
        trouble = trouble == null ? inOrder() : trouble;
        trouble = trouble == null ? lastIsNext() : trouble;
        trouble = trouble == null ? kinds() : trouble;
        trouble = trouble == null ? variables() : trouble;
        trouble = trouble == null ? regions() : trouble;
        return trouble == null ? new AnomalyVerdict(true, what()) : new AnomalyVerdict(false, trouble);
    }

    private String happened() {
        for (int i = 0; i < last; i++) {
            ExpectedEvent watch = watches.get(i);
            if (watch.order == 0 || !watch.happened && !watch.doubtful) {
                return "The events did not all happen: there was no "
                        + DivergenceText.expected(watch.occurrence, watch.spot)
                        + " by thread "
                        + DivergenceText.name(watch.part) + '.'
                        + DivergenceText.unknown(watch.spot);
            }
            if (watch.doubtful) {
                return "It is not certain when " + event(i) + " happened: its thread lost its turn right there.";
            }
        }
        return null;
    }

    private String inOrder() {
        for (int i = 1; i < last; i++) {
            if (watches.get(i).order < watches.get(i - 1).order) {
                return "The events happened in another order: " + event(i) + " came before " + event(i - 1) + '.';
            }
        }
        return null;
    }

    private String lastIsNext() {
        ThreadSchedule part = script.lastPart();
        StopPoint stop = part.stops.get(part.stops.size() - 1);
        DirectedThread thread = part.thread;
        boolean stands = thread != null
                && (thread.state == ThreadState.HELD
                        || thread.state == ThreadState.WAITING
                        || thread.state == ThreadState.WOKEN)
                && thread.standing.isEvent();
        if (stands && part.isBefore(stop, thread.standing.site, thread.standing.isCounted())) {
            return null;
        }
        return "Thread " + DivergenceText.name(part) + " does not stand before the last event, its "
                + DivergenceText.expected(stop.occurrence(), stop.spot()) + '.';
    }

    private String kinds() {
        for (int i = 0; i <= last; i++) {
            AccessSnapshot seen = sighting(i);
            EventKind op = script.site(seen.site()).op();
            if (seen.plain() && seen.write() != op.isWrite()) {
                return (seen.write() ? "A write, not " : "A read, not ") + event(i) + '.';
            }
        }
        return null;
    }

    private String variables() {
        for (int j = 1; j <= last; j++) {
            for (int i = 0; i < j; i++) {
                boolean wanted =
                        shape.variables().get(i).equals(shape.variables().get(j));
                if (wanted != isSameVariable(sighting(i), sighting(j))) {
                    return "The events happened, but " + event(i) + " and " + event(j)
                            + (wanted ? " are on different objects or fields." : " are on one and the same variable.");
                }
            }
        }
        return null;
    }

    private boolean isSameVariable(AccessSnapshot one, AccessSnapshot two) {
        if (one.target() != two.target() || one.index() != two.index() || isAccess(one) != isAccess(two)) {
            return false;
        }
        if (!isAccess(one)) {
            return true;
        }
        String field = script.owners.resolve(script.site(one.site()).what());
        return one.index() >= 0
                || field.equals(script.owners.resolve(script.site(two.site()).what()));
    }

    /** What is no access is done to a monitor, which is the whole variable. */
    private boolean isAccess(AccessSnapshot seen) {
        return script.site(seen.site()).op().isAccess();
    }

    private String regions() {
        for (int j = 1; j <= last; j++) {
            int i = shape.regions().indexOf(shape.regions().get(j));
            if (i == j) {
                continue;
            }
            AccessSnapshot from = sighting(i);
            AccessSnapshot to = sighting(j);
            boolean sameMonitors = from.monitorSpan() != 0 && from.monitorSpan() == to.monitorSpan();
            boolean sameMethod = from.methodSpan() != 0 && from.methodSpan() == to.methodSpan();
            if (part(i) != part(j) || !sameMonitors && !sameMethod) {
                boolean none = from.monitorSpan() == 0 && from.methodSpan() == 0;
                return "The events happened, but thread " + DivergenceText.name(part(i))
                        + (none
                                ? " was in no atomic region at " + event(i) + '.'
                                : " left its atomic region between " + event(i) + " and " + event(j) + '.');
            }
        }
        return null;
    }

    private ThreadSchedule part(int i) {
        return i < last ? watches.get(i).part : script.lastPart();
    }

    private AccessSnapshot sighting(int i) {
        return i < last ? watches.get(i).sighting : script.lastPart().thread.sighting();
    }

    private String event(int i) {
        Site site = script.site(sighting(i).site());
        return "the " + DivergenceText.event(site) + " by " + DivergenceText.name(part(i));
    }

    private String what() {
        StringBuilder out = new StringBuilder(script.clip.kind()).append(": ");
        for (int i = 0; i < last; i++) {
            out.append(event(i)).append(", then ");
        }
        return out.append(DivergenceText.name(script.lastPart()))
                .append(" before ")
                .append(DivergenceText.event(script.site(sighting(last).site())))
                .toString();
    }
}
