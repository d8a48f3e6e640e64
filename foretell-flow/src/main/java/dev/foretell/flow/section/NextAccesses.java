// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import dev.foretell.flow.code.CodeMethod;
import dev.foretell.flow.graph.ControlFlow;
import dev.foretell.flow.graph.ValueNumbers;
import dev.foretell.trace.section.SectionExit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * The accesses that can be a thread's next to a variable after a given one (AtomRace, section 4.2): over the control
 * flow of the method, into calls, and back to callers. An access that is certainly to the same object ends the search;
 * one that may be to another object is added, and the search continues behind it, so that whatever the objects are at
 * run time, the next access is among those found.
 */
final class NextAccesses {
    /**
     * An instruction of the method in which the section begins, or of one that called it, {@code level} returns up. The
     * complement of a call's number is an exception that passes through that call.
     */
    private record Point(int level, CodeMethod method, int instruction) {}

    /** A state of the search, with the value number of the object; {@code NONE} when it is not known. */
    private record State(Point point, int object) {}

    private final ProgramCode code;
    private final Reach reach;
    private final Inference.Limits limits;
    private final Access entry;
    private final Set<Access> ends = new LinkedHashSet<>();
    private final Set<State> seen = new HashSet<>();
    private final Deque<State> todo = new ArrayDeque<>();
    /** Backward edges between the instructions that were reached. */
    private final Map<Point, List<Point>> before = new HashMap<>();

    private final Point start;
    /** Where the search found an access. */
    private final Set<Point> hits = new LinkedHashSet<>();
    /** From where an exception leaves a method that is not followed back. */
    private final Set<Point> thrown = new LinkedHashSet<>();

    private Set<Point> live;

    NextAccesses(ProgramCode code, Reach reach, Inference.Limits limits, Access entry) {
        this.code = code;
        this.reach = reach;
        this.limits = limits;
        this.entry = entry;
        this.start = new Point(0, entry.method(), entry.instruction());
        for (int next : code.facts(entry.method()).flow().next(entry.instruction())) {
            go(start, new Point(0, entry.method(), next), entry.object());
        }
        while (!todo.isEmpty()) {
            step(todo.remove());
        }
        live = live();
    }

    private void go(Point from, Point to, int object) {
        before.computeIfAbsent(to, each -> new ArrayList<>()).add(from);
        State state = new State(to, object);
        if (seen.add(state)) {
            todo.add(state);
        }
    }

    private void step(State state) {
        Point at = state.point();
        MethodFacts facts = code.facts(at.method());
        ControlFlow flow = facts.flow();
        int instruction = at.instruction();
        boolean known = state.object() != ValueNumbers.NONE;
        boolean on = true;
        Access access = facts.at(instruction);
        if (access != null && access.variable().equals(entry.variable())) {
            ends.add(access);
            hits.add(at);
            on = !entry.isStatic() && !(known && access.object() == state.object());
        } else if (at.method().instruction(instruction) instanceof MethodInsnNode) {
            Reach.CallAccesses accesses = reach.of(facts, instruction, state.object(), limits.down());
            ends.addAll(accesses.first());
            if (!accesses.first().isEmpty()) {
                hits.add(at);
            }
            on = accesses.through();
        }
        boolean renewed = known && facts.values().definedAt(state.object()) == instruction;
        int object = renewed ? ValueNumbers.NONE : state.object();
        if (on) {
            for (int next : flow.next(instruction)) {
                go(at, new Point(at.level(), at.method(), next), object);
            }
            if (flow.isReturn(instruction)) {
                back(at, object, false);
            }
        }
        // An instruction that throws has had no effect and has made no value.
        for (int handler : flow.handlers(instruction)) {
            go(at, new Point(at.level(), at.method(), handler), state.object());
        }
        if (flow.escapes(instruction)) {
            back(at, state.object(), true);
        }
    }

    private boolean isFollowedBack(Point at) {
        int callers = code.callers(at.method()).size();
        return at.level() < limits.up()
                && callers > 0
                && callers <= limits.mostCallers()
                && !code.isWidelyCalled(at.method());
    }

    private void back(Point at, int object, boolean byException) {
        if (!isFollowedBack(at)) {
            if (byException) {
                thrown.add(at);
            }
            return;
        }
        for (ProgramCode.CallSite site : code.callers(at.method())) {
            MethodFacts caller = code.facts(site.method());
            int theirs = passed(at.method(), object, caller, site.instruction());
            Point call = new Point(at.level() + 1, site.method(), site.instruction());
            ControlFlow flow = caller.flow();
            for (int next : byException ? flow.handlers(call.instruction()) : flow.next(call.instruction())) {
                go(at, new Point(call.level(), call.method(), next), theirs);
            }
            if (byException && flow.escapes(call.instruction())) {
                Point through = new Point(call.level(), call.method(), ~call.instruction());
                before.computeIfAbsent(through, each -> new ArrayList<>()).add(at);
                if (seen.add(new State(through, theirs))) {
                    back(through, theirs, true);
                }
            }
        }
    }

    /** The value number, in the caller, of an argument of the method. */
    private int passed(CodeMethod method, int object, MethodFacts caller, int call) {
        int argument =
                object == ValueNumbers.NONE ? -1 : code.facts(method).values().argument(object);
        if (argument < 0) {
            return ValueNumbers.NONE;
        }
        int local = 0;
        int operand = 0;
        MethodInsnNode node = (MethodInsnNode) caller.method().instruction(call);
        if (!method.isStatic()) {
            if (argument == 0) {
                return caller.values().taken(call, 0);
            }
            local++;
            operand++;
        }
        for (Type type : Type.getArgumentTypes(node.desc)) {
            if (local == argument) {
                return caller.values().taken(call, operand);
            }
            local += type.getSize();
            operand++;
        }
        return ValueNumbers.NONE;
    }

    /** The points from which a next access can be reached. */
    private Set<Point> live() {
        Set<Point> found = new HashSet<>(hits);
        Deque<Point> work = new ArrayDeque<>(hits);
        while (!work.isEmpty()) {
            for (Point earlier : before.getOrDefault(work.remove(), List.of())) {
                if (found.add(earlier)) {
                    work.add(earlier);
                }
            }
        }
        return found;
    }

    /** The next accesses, in the order of the code; empty when there is none, or more than the limit. */
    List<Access> ends() {
        if (ends.size() > limits.mostEnds()) {
            return List.of();
        }
        List<Access> sorted = new ArrayList<>(ends);
        sorted.sort(
                Comparator.comparing((Access access) -> access.method().owner().name())
                        .thenComparing(access -> access.method().key())
                        .thenComparing(Access::instruction));
        return sorted;
    }

    boolean isTooMany() {
        return ends.size() > limits.mostEnds();
    }

    /** Whether it stays in the method in which it begins, and in what that calls. */
    boolean staysInMethod() {
        return live.stream().noneMatch(point -> point.level() > 0);
    }

    /**
     * An instruction between entry and ends, with the value number of the object there; {@code NONE} when it is not
     * known.
     */
    record Step(CodeMethod method, int instruction, int object) {}

    /** All instructions between entry and ends, in all methods but those that are called. */
    Set<Step> steps() {
        Set<Step> found = new HashSet<>();
        for (State state : seen) {
            Point point = state.point();
            if (point.instruction() >= 0 && live.contains(point) && !point.equals(start)) {
                found.add(new Step(point.method(), point.instruction(), state.object()));
            }
        }
        return found;
    }

    /** The instructions of its own method between entry and ends. */
    BitSet inside() {
        BitSet found = new BitSet();
        for (Point point : live) {
            if (point.level() == 0 && !point.equals(start)) {
                found.set(point.instruction());
            }
        }
        return found;
    }

    List<SectionExit> exits() {
        Set<Point> left = new LinkedHashSet<>();
        Set<CodeMethod> threw = new LinkedHashSet<>();
        for (Map.Entry<Point, List<Point>> each : before.entrySet()) {
            Point point = each.getKey();
            if (!live.contains(point) && each.getValue().stream().anyMatch(live::contains)) {
                if (point.instruction() < 0) {
                    threw.add(point.method());
                } else {
                    left.add(new Point(0, point.method(), point.instruction()));
                }
            }
        }
        for (Point point : live) {
            left.remove(new Point(0, point.method(), point.instruction())); // still live on another path
        }
        for (Point point : thrown) {
            if (live.contains(point)) {
                threw.add(point.method());
            }
        }
        List<SectionExit> exits = new ArrayList<>();
        left.stream()
                .sorted(Comparator.comparing(
                                (Point point) -> point.method().owner().name())
                        .thenComparing(point -> point.method().key())
                        .thenComparing(Point::instruction))
                .forEach(point -> exits.add(
                        new SectionExit(SectionExit.Kind.AT, point.method().place(point.instruction()))));
        threw.stream()
                .map(CodeMethod::place)
                .sorted(Comparator.comparing(place -> place.className() + "." + place.method()))
                .forEach(place -> exits.add(new SectionExit(SectionExit.Kind.THROW, place)));
        return exits;
    }
}
