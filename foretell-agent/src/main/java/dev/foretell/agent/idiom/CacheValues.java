// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.idiom;

import dev.foretell.agent.idiom.CacheValue.Kind;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Interpreter;

/** The transfer function of instructions without effects: pure results from pure operands. */
final class CacheValues extends Interpreter<CacheValue> {
    private final CacheMethod method;
    private final BasicInterpreter sizes = new BasicInterpreter();

    CacheValues(CacheMethod method) {
        super(Opcodes.ASM9);
        this.method = method;
    }

    @Override
    public CacheValue newValue(Type type) {
        return type == null ? CacheValue.OTHER : type == Type.VOID_TYPE ? null : CacheValue.other(type.getSize());
    }

    @Override
    public CacheValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
        if (isInstanceMethod && local == 0) {
            return method.isOfClass() ? CacheValue.OTHER : CacheValue.THIS;
        }
        return PureCalls.isImmutable(type)
                ? CacheValue.pure(method.numberOfParameter(local), type.getSize())
                : newValue(type);
    }

    @Override
    public CacheValue newOperation(AbstractInsnNode insn) throws AnalyzerException {
        boolean pure = true;
        if (insn instanceof LdcInsnNode constant) {
            pure = constant.cst instanceof Number
                    || constant.cst instanceof String
                    || constant.cst instanceof Type type && type.getSort() != Type.METHOD;
        }
        BasicValue result = sizes.newOperation(insn);
        return result(insn, result, pure);
    }

    @Override
    public CacheValue copyOperation(AbstractInsnNode insn, CacheValue value) {
        return value;
    }

    @Override
    public CacheValue unaryOperation(AbstractInsnNode insn, CacheValue value) throws AnalyzerException {
        switch (insn.getOpcode()) {
            case Opcodes.NEWARRAY, Opcodes.ANEWARRAY -> {
                return value.isPure() ? CacheValue.FRESH : CacheValue.OTHER;
            }
            case Opcodes.ARRAYLENGTH -> {
                return result(insn, BasicValue.INT_VALUE, value.kind == Kind.FRESH);
            }
            default -> {
                return result(insn, sizes.unaryOperation(insn, BasicValue.INT_VALUE), value.isPure());
            }
        }
    }

    @Override
    public CacheValue binaryOperation(AbstractInsnNode insn, CacheValue one, CacheValue other)
            throws AnalyzerException {
        boolean isLoad = insn.getOpcode() >= Opcodes.IALOAD && insn.getOpcode() <= Opcodes.SALOAD;
        boolean pure = other.isPure() && (isLoad ? one.kind == Kind.FRESH : one.isPure());
        return result(insn, sizes.binaryOperation(insn, BasicValue.INT_VALUE, BasicValue.INT_VALUE), pure);
    }

    /** A store into an array; the frame has checked it. */
    @Override
    public CacheValue ternaryOperation(AbstractInsnNode insn, CacheValue one, CacheValue two, CacheValue three) {
        return null;
    }

    @Override
    public CacheValue naryOperation(AbstractInsnNode insn, List<? extends CacheValue> values) {
        return newValue(null);
    }

    @Override
    public void returnOperation(AbstractInsnNode insn, CacheValue value, CacheValue expected) {}

    @Override
    public CacheValue merge(CacheValue one, CacheValue other) {
        return one.isSame(other) ? one : CacheValue.OTHER;
    }

    /** Null where an instruction has no result. */
    private CacheValue result(AbstractInsnNode insn, BasicValue type, boolean pure) {
        if (type == null) {
            return null;
        }
        return pure ? CacheValue.pure(method.numberOf(insn), type.getSize()) : CacheValue.other(type.getSize());
    }
}
