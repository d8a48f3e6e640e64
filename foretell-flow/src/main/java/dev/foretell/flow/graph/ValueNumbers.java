// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.graph;

import dev.foretell.bytecode.ClassTree;
import dev.foretell.flow.code.CodeMethod;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Value numbers of a method. Each value has the number of its definition: an argument, an instruction, or a join of
 * different values. Two uses with one number are the same value unless control has passed the definition in between
 * ({@link #definedAt}): in a loop the same instruction makes another value each time.
 *
 * <p>Each value also has a <em>source</em>, the node of a graph of what it was computed from ({@link #operands});
 * there, loading a local variable is a node of its own.
 */
public final class ValueNumbers {
    /** No value, or an unknown one. */
    public static final int NONE = -1;

    private static final int[] NO_OPERANDS = {};

    private final CodeMethod method;
    private final int locals;
    private final int size;
    private final int slots;
    /** By instruction: numbers of its operands on the stack, the deepest first; null for most. */
    private final int[][] taken;

    private final int[][] takenSources;
    /** By source. */
    private final Map<Integer, int[]> operands = new HashMap<>();

    private final boolean replacesThis;
    /** By node of the tree; made when first needed. */
    private int[] indices;

    public ValueNumbers(CodeMethod method) {
        this.method = method;
        this.locals = method.node().maxLocals;
        this.size = method.size();
        this.slots = locals + method.node().maxStack;
        this.taken = new int[size][];
        this.takenSources = new int[size][];
        this.replacesThis = replacesThis();
        try {
            new ValueFlow(this, method, slots).run();
        } catch (AnalyzerException | RuntimeException e) {
            // Code that no verifier would accept: its values are unknown.
            forget();
        }
    }

    private boolean replacesThis() {
        for (int i = 0; i < size; i++) {
            if (method.instruction(i) instanceof VarInsnNode variable
                    && variable.var == 0
                    && variable.getOpcode() >= Opcodes.ISTORE
                    && variable.getOpcode() <= Opcodes.ASTORE) {
                return true;
            }
        }
        return false;
    }

    /** The value taken from the stack by an instruction, the deepest first; {@link #NONE} when it is not known. */
    public int taken(int instruction, int operand) {
        int[] all = taken[instruction];
        return all == null || operand >= all.length ? NONE : all[operand];
    }

    /** How many values an instruction takes, if they are known. */
    public int takenCount(int instruction) {
        return taken[instruction] == null ? 0 : taken[instruction].length;
    }

    /** Like {@link #taken}: the source of that value. */
    public int source(int instruction, int operand) {
        int[] all = takenSources[instruction];
        return all == null || operand >= all.length ? NONE : all[operand];
    }

    /** The instruction that defines a value or source, or -1 for arguments. */
    public int definedAt(int number) {
        if (number < locals) {
            return -1;
        }
        return number < locals + size ? number - locals : (number - locals - size) / slots;
    }

    /** The instruction that computes a source, or -1 when none does: an argument, or a join. */
    public int computedAt(int number) {
        return number >= locals && number < locals + size ? number - locals : -1;
    }

    /** The local variable that holds an argument from the beginning, or -1. */
    public int argument(int number) {
        return number >= 0 && number < locals ? number : -1;
    }

    /** What a source was computed from. */
    public int[] operands(int source) {
        return operands.getOrDefault(source, NO_OPERANDS);
    }

    /** Whether it is {@code this}. */
    public boolean isThis(int number) {
        return number == 0 && !method.isStatic() && !replacesThis;
    }

    /** Certainly not null: {@code this}, or a new object. */
    public boolean isNonNull(int number) {
        if (isThis(number)) {
            return true;
        }
        int instruction = computedAt(number);
        return instruction >= 0 && method.instruction(instruction).getOpcode() == Opcodes.NEW;
    }

    int ofInstruction(AbstractInsnNode instruction) {
        return locals + index(instruction);
    }

    /** The number of a join: a value that is not the same on all paths to an instruction. */
    int meeting(int instruction, int slot) {
        return locals + size + instruction * slots + slot;
    }

    /** Called before the next round. */
    void forget() {
        operands.clear();
        Arrays.fill(taken, null);
        Arrays.fill(takenSources, null);
    }

    void addOperands(int source, List<Integer> from) {
        for (int each : from) {
            addOperand(source, each);
        }
    }

    void addOperand(int source, int operand) {
        int[] known = operands(source);
        if (source == operand || Arrays.stream(known).anyMatch(each -> each == operand)) {
            return;
        }
        int[] more = Arrays.copyOf(known, known.length + 1);
        more[known.length] = operand;
        operands.put(source, more);
    }

    /** The number of an instruction; for a label, that of the next one. */
    private int index(AbstractInsnNode node) {
        if (indices == null) {
            indices = new int[method.node().instructions.size()];
            int next = 0;
            for (int i = 0; i < indices.length; i++) {
                indices[i] = next;
                next += ClassTree.isReal(method.node().instructions.get(i)) ? 1 : 0;
            }
        }
        return indices[method.node().instructions.indexOf(node)];
    }

    void take(AbstractInsnNode instruction, List<ValueNumbering.Number> values) {
        int[] numbers = new int[values.size()];
        int[] sources = new int[values.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = values.get(i).number;
            sources[i] = values.get(i).source;
        }
        int at = index(instruction);
        taken[at] = numbers;
        takenSources[at] = sources;
    }
}
