// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.graph;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.Value;

/** The transfer function of each instruction on the numbers of {@link ValueNumbers}. */
final class ValueNumbering extends Interpreter<ValueNumbering.Number> {
    /** A value on the stack or in a local. */
    static final class Number implements Value {
        static final Number NOTHING = new Number(1, ValueNumbers.NONE, ValueNumbers.NONE);

        final int size;
        final int number;
        final int source;

        Number(int size, int number, int source) {
            this.size = size;
            this.number = number;
            this.source = source;
        }

        @Override
        public int getSize() {
            return size;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Number value
                    && value.size == size
                    && value.number == number
                    && value.source == source;
        }

        @Override
        public int hashCode() {
            return number * 31 + source;
        }
    }

    private final ValueNumbers values;

    ValueNumbering(ValueNumbers values) {
        super(Opcodes.ASM9);
        this.values = values;
    }

    private Number made(AbstractInsnNode instruction, int size) {
        int number = values.ofInstruction(instruction);
        return new Number(size, number, number);
    }

    private Number made(AbstractInsnNode instruction, int size, List<Number> from) {
        values.take(instruction, from);
        List<Integer> sources = new ArrayList<>();
        for (Number each : from) {
            if (each.source != ValueNumbers.NONE) {
                sources.add(each.source);
            }
        }
        values.addOperands(values.ofInstruction(instruction), sources);
        return made(instruction, size);
    }

    @Override
    public Number newValue(Type type) {
        return type == Type.VOID_TYPE ? null : Number.NOTHING;
    }

    @Override
    public Number newParameterValue(boolean isInstanceMethod, int local, Type type) {
        return new Number(type.getSize(), local, local);
    }

    @Override
    public Number newExceptionValue(
            org.objectweb.asm.tree.TryCatchBlockNode block, Frame<Number> handler, Type exceptionType) {
        return Number.NOTHING;
    }

    @Override
    public Number newOperation(AbstractInsnNode instruction) {
        int size = switch (instruction.getOpcode()) {
            case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 -> 2;
            case Opcodes.LDC -> {
                Object constant = ((LdcInsnNode) instruction).cst;
                boolean wide = constant instanceof Long
                        || constant instanceof Double
                        || constant instanceof org.objectweb.asm.ConstantDynamic dynamic && dynamic.getSize() == 2;
                yield wide ? 2 : 1;
            }
            case Opcodes.GETSTATIC ->
                Type.getType(((FieldInsnNode) instruction).desc).getSize();
            default -> 1;
        };
        return made(instruction, size);
    }

    @Override
    public Number copyOperation(AbstractInsnNode instruction, Number value) {
        int opcode = instruction.getOpcode();
        boolean loads = opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD;
        if (!loads || value.number == ValueNumbers.NONE) {
            return value;
        }
        int source = values.ofInstruction(instruction);
        values.addOperands(source, List.of(value.source));
        return new Number(value.size, value.number, source);
    }

    @Override
    public Number unaryOperation(AbstractInsnNode instruction, Number value) {
        int size = switch (instruction.getOpcode()) {
            case Opcodes.LNEG,
                    Opcodes.DNEG,
                    Opcodes.I2L,
                    Opcodes.I2D,
                    Opcodes.L2D,
                    Opcodes.F2L,
                    Opcodes.F2D,
                    Opcodes.D2L -> 2;
            case Opcodes.GETFIELD ->
                Type.getType(((FieldInsnNode) instruction).desc).getSize();
            default -> 1;
        };
        if (instruction.getOpcode() == Opcodes.CHECKCAST) {
            values.take(instruction, List.of(value));
            return value; // the same object
        }
        return made(instruction, size, List.of(value));
    }

    @Override
    public Number binaryOperation(AbstractInsnNode instruction, Number first, Number second) {
        int size = switch (instruction.getOpcode()) {
            case Opcodes.LALOAD,
                    Opcodes.DALOAD,
                    Opcodes.LADD,
                    Opcodes.DADD,
                    Opcodes.LSUB,
                    Opcodes.DSUB,
                    Opcodes.LMUL,
                    Opcodes.DMUL,
                    Opcodes.LDIV,
                    Opcodes.DDIV,
                    Opcodes.LREM,
                    Opcodes.DREM,
                    Opcodes.LSHL,
                    Opcodes.LSHR,
                    Opcodes.LUSHR,
                    Opcodes.LAND,
                    Opcodes.LOR,
                    Opcodes.LXOR -> 2;
            default -> 1;
        };
        return made(instruction, size, List.of(first, second));
    }

    @Override
    public Number ternaryOperation(AbstractInsnNode instruction, Number first, Number second, Number third) {
        values.take(instruction, List.of(first, second, third));
        return null;
    }

    @Override
    public Number naryOperation(AbstractInsnNode instruction, List<? extends Number> taken) {
        int size = 1;
        if (instruction instanceof MethodInsnNode call) {
            size = Type.getReturnType(call.desc).getSize();
        } else if (instruction instanceof InvokeDynamicInsnNode call) {
            size = Type.getReturnType(call.desc).getSize();
        }
        return made(instruction, Math.max(1, size), List.copyOf(taken));
    }

    @Override
    public void returnOperation(AbstractInsnNode instruction, Number value, Number expected) throws AnalyzerException {
        // no result
    }

    @Override
    public Number merge(Number first, Number second) {
        return first.equals(second) ? first : Number.NOTHING; // joins are computed by ValueFlow
    }
}
