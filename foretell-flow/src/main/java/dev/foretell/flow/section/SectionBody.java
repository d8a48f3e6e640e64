// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import dev.foretell.flow.graph.ControlFlow;
import dev.foretell.trace.section.SectionExit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/**
 * The instructions of a section that stays in one method: those behind its entry from which an end can still be
 * reached. Where control leaves them the section is exited. Exceptions always leave (AtomRace, section 4.1: "we do not
 * check for atomicity on the exception handling branch").
 */
final class SectionBody {
    private final MethodFacts facts;
    private final int entry;
    private final BitSet ends = new BitSet();
    /** Reached without passing an end, or the entry once more. */
    private final BitSet reached = new BitSet();

    private final BitSet inside = new BitSet();

    SectionBody(MethodFacts facts, int entry, Collection<Access> ends) {
        this.facts = facts;
        this.entry = entry;
        for (Access end : ends) {
            this.ends.set(end.instruction());
        }
        reach();
        live();
    }

    private void reach() {
        ControlFlow flow = facts.flow();
        Deque<Integer> todo = new ArrayDeque<>();
        todo.add(entry);
        while (!todo.isEmpty()) {
            int at = todo.remove();
            for (int next : flow.next(at)) {
                if (!reached.get(next)) {
                    reached.set(next);
                    if (!ends.get(next) && next != entry) {
                        todo.add(next);
                    }
                }
            }
        }
    }

    /** Backwards from the ends, by repetition: sections are short. */
    private void live() {
        ControlFlow flow = facts.flow();
        for (int at = ends.nextSetBit(0); at >= 0; at = ends.nextSetBit(at + 1)) {
            if (reached.get(at)) {
                inside.set(at);
            }
        }
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int at = reached.previousSetBit(reached.length() - 1); at >= 0; at = reached.previousSetBit(at - 1)) {
                if (!inside.get(at)
                        && at != entry
                        && Arrays.stream(flow.next(at)).anyMatch(inside::get)) {
                    inside.set(at);
                    changed = true;
                }
            }
        }
    }

    /** Between entry and ends, without the entry and with the ends. */
    BitSet inside() {
        return inside;
    }

    List<SectionExit> exits() {
        ControlFlow flow = facts.flow();
        BitSet places = new BitSet();
        boolean thrown = false;
        leave(entry, flow, places);
        for (int at = inside.nextSetBit(0); at >= 0; at = inside.nextSetBit(at + 1)) {
            if (ends.get(at)) {
                // ends the section when it completes; but it may throw instead
                for (int handler : flow.handlers(at)) {
                    places.set(handler);
                }
            } else {
                leave(at, flow, places);
            }
            thrown |= flow.escapes(at);
        }
        List<SectionExit> exits = new ArrayList<>();
        for (int at = places.nextSetBit(0); at >= 0; at = places.nextSetBit(at + 1)) {
            exits.add(new SectionExit(SectionExit.Kind.AT, facts.method().place(at)));
        }
        if (thrown) {
            exits.add(new SectionExit(SectionExit.Kind.THROW, facts.method().place()));
        }
        return exits;
    }

    private void leave(int at, ControlFlow flow, BitSet places) {
        for (int next : flow.next(at)) {
            if (!inside.get(next) && next != entry) {
                places.set(next);
            }
        }
        if (at != entry) {
            for (int handler : flow.handlers(at)) {
                places.set(handler);
            }
        }
    }
}
