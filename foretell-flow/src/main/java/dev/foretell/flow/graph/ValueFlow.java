// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.graph;

import dev.foretell.flow.code.CodeMethod;
import dev.foretell.flow.graph.ValueNumbering.Number;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Carries the numbers of {@link ValueNumbers} through a method, in rounds over its instructions in reverse postorder,
 * until nothing changes. Where paths join, what is the same on all of them keeps its number, and what differs gets that
 * of the join. In each round a join is computed from its current inputs only: computed from all inputs so far, a value
 * that a loop changes would get another number at every instruction of the loop. To guarantee termination, after some
 * rounds a difference stays one.
 */
final class ValueFlow {
    private static final int ROUNDS_ANEW = 8;

    private final ValueNumbers values;
    private final CodeMethod method;
    private final int slots;
    private final Jumps jumps;
    private final ValueNumbering numbering;
    private final int[] order;
    private final List<List<Integer>> comingFrom = new ArrayList<>();
    private final List<List<Integer>> throwingFrom = new ArrayList<>();
    private final List<Frame<Number>> before = new ArrayList<>();
    private final List<Frame<Number>> after = new ArrayList<>();
    /** Slots that differed once, by number of the join; used to guarantee termination. */
    private final BitSet different = new BitSet();

    private int round;

    ValueFlow(ValueNumbers values, CodeMethod method, int slots) {
        this.values = values;
        this.method = method;
        this.slots = slots;
        this.jumps = new Jumps(method);
        this.numbering = new ValueNumbering(values);
        for (int i = 0; i < method.size(); i++) {
            comingFrom.add(new ArrayList<>());
            throwingFrom.add(new ArrayList<>());
            before.add(null);
            after.add(null);
        }
        this.order = order();
    }

    private int[] order() {
        List<int[]> targets = new ArrayList<>();
        for (int i = 0; i < method.size(); i++) {
            targets.add(jumps.next(i));
            for (int to : jumps.next(i)) {
                comingFrom.get(to).add(i);
            }
        }
        for (Jumps.Handler handler : jumps.handlers()) {
            for (int i = handler.start(); i < handler.end(); i++) {
                throwingFrom.get(handler.target()).add(i);
                int[] known = targets.get(i);
                int[] more = Arrays.copyOf(known, known.length + 1);
                more[known.length] = handler.target();
                targets.set(i, more);
            }
        }
        return Dominators.reversePostorder(method.size(), targets::get);
    }

    void run() throws AnalyzerException {
        for (boolean changed = true; changed; round++) {
            changed = false;
            values.forget();
            for (int at : order) {
                Frame<Number> in = at == 0 && comingFrom.get(0).isEmpty() ? first() : meet(at);
                if (before.get(at) == null || !isSame(before.get(at), in)) {
                    changed = true;
                }
                before.set(at, in);
                Frame<Number> out = new Frame<>(in);
                out.execute(method.instruction(at), numbering);
                after.set(at, out);
            }
        }
    }

    private Frame<Number> first() {
        Frame<Number> frame = new Frame<>(method.node().maxLocals, method.node().maxStack);
        int local = 0;
        if (!method.isStatic()) {
            frame.setLocal(local, new Number(1, local, local));
            local++;
        }
        for (Type type : Type.getArgumentTypes(method.node().desc)) {
            frame.setLocal(local, new Number(type.getSize(), local, local));
            local++;
            if (type.getSize() == 2) {
                frame.setLocal(local++, Number.NOTHING);
            }
        }
        while (local < method.node().maxLocals) {
            frame.setLocal(local++, Number.NOTHING);
        }
        return frame;
    }

    /** The state before an instruction, on all paths so far. */
    private Frame<Number> meet(int at) throws AnalyzerException {
        Frame<Number> met = at == 0 ? first() : null;
        for (int from : comingFrom.get(at)) {
            met = meet(met, after.get(from), at);
        }
        for (int from : throwingFrom.get(at)) {
            if (before.get(from) != null) {
                Frame<Number> thrown = new Frame<>(before.get(from));
                thrown.clearStack();
                thrown.push(Number.NOTHING);
                met = meet(met, thrown, at);
            }
        }
        return met;
    }

    private Frame<Number> meet(Frame<Number> met, Frame<Number> other, int at) throws AnalyzerException {
        if (met == null || other == null) {
            return met == null ? other : met;
        }
        if (met.getStackSize() != other.getStackSize()) {
            throw new AnalyzerException(method.instruction(at), "stacks of different heights flow together");
        }
        Frame<Number> result = new Frame<>(met);
        for (int i = 0; i < met.getLocals(); i++) {
            result.setLocal(i, meet(met.getLocal(i), other.getLocal(i), at, i));
        }
        for (int i = 0; i < met.getStackSize(); i++) {
            result.setStack(i, meet(met.getStack(i), other.getStack(i), at, met.getLocals() + i));
        }
        return result;
    }

    private Number meet(Number one, Number other, int at, int slot) {
        if (one.number == ValueNumbers.NONE || other.number == ValueNumbers.NONE || one.size != other.size) {
            return Number.NOTHING;
        }
        int here = values.meeting(at, slot);
        boolean sticks = round >= ROUNDS_ANEW && different.get(at * slots + slot);
        if (one.equals(other) && !sticks) {
            return one;
        }
        different.set(at * slots + slot);
        if (one.source != other.source || sticks) {
            values.addOperand(here, one.source);
            values.addOperand(here, other.source);
        }
        int number = one.number == other.number && !sticks ? one.number : here;
        int source = one.source == other.source && !sticks ? one.source : here;
        return new Number(one.size, number, source);
    }

    private static boolean isSame(Frame<Number> one, Frame<Number> other) {
        if (one.getStackSize() != other.getStackSize()) {
            return false;
        }
        for (int i = 0; i < one.getLocals(); i++) {
            if (!one.getLocal(i).equals(other.getLocal(i))) {
                return false;
            }
        }
        for (int i = 0; i < one.getStackSize(); i++) {
            if (!one.getStack(i).equals(other.getStack(i))) {
                return false;
            }
        }
        return true;
    }
}
