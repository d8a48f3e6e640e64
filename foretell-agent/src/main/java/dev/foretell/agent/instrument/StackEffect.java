// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;

/** By how many slots an instruction makes the operand stack higher or lower (JVMS 6.5). */
final class StackEffect {
    private StackEffect() {}

    static int of(AbstractInsnNode node) {
        if (node instanceof FieldInsnNode field) {
            return ofField(field.getOpcode(), Type.getType(field.desc).getSize());
        }
        if (node instanceof MethodInsnNode call) {
            return ofCall(call.desc, call.getOpcode() == Opcodes.INVOKESTATIC);
        }
        if (node instanceof InvokeDynamicInsnNode call) {
            return ofCall(call.desc, true);
        }
        if (node instanceof LdcInsnNode constant) {
            return sizeOf(constant.cst);
        }
        if (node instanceof MultiANewArrayInsnNode array) {
            return 1 - array.dims;
        }
        return ofOpcode(node.getOpcode());
    }

    private static int ofField(int opcode, int size) {
        return switch (opcode) {
            case Opcodes.GETSTATIC -> size;
            case Opcodes.PUTSTATIC -> -size;
            case Opcodes.GETFIELD -> size - 1;
            default -> -size - 1;
        };
    }

    private static int ofCall(String descriptor, boolean isStatic) {
        int sizes = Type.getArgumentsAndReturnSizes(descriptor);
        return (sizes & 3) - (sizes >> 2) + (isStatic ? 1 : 0);
    }

    private static int sizeOf(Object constant) {
        if (constant instanceof org.objectweb.asm.ConstantDynamic dynamic) {
            return dynamic.getSize();
        }
        return constant instanceof Long || constant instanceof Double ? 2 : 1;
    }

    private static int ofOpcode(int opcode) {
        return switch (opcode) {
            case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1, Opcodes.LLOAD, Opcodes.DLOAD ->
                2;
            case Opcodes.ACONST_NULL,
                    Opcodes.ICONST_M1,
                    Opcodes.ICONST_0,
                    Opcodes.ICONST_1,
                    Opcodes.ICONST_2,
                    Opcodes.ICONST_3,
                    Opcodes.ICONST_4,
                    Opcodes.ICONST_5,
                    Opcodes.FCONST_0,
                    Opcodes.FCONST_1,
                    Opcodes.FCONST_2,
                    Opcodes.BIPUSH,
                    Opcodes.SIPUSH,
                    Opcodes.ILOAD,
                    Opcodes.FLOAD,
                    Opcodes.ALOAD,
                    Opcodes.I2L,
                    Opcodes.I2D,
                    Opcodes.F2L,
                    Opcodes.F2D,
                    Opcodes.JSR,
                    Opcodes.NEW -> 1;
            case Opcodes.IALOAD,
                    Opcodes.FALOAD,
                    Opcodes.AALOAD,
                    Opcodes.BALOAD,
                    Opcodes.CALOAD,
                    Opcodes.SALOAD,
                    Opcodes.ISTORE,
                    Opcodes.FSTORE,
                    Opcodes.ASTORE,
                    Opcodes.POP,
                    Opcodes.IADD,
                    Opcodes.ISUB,
                    Opcodes.IMUL,
                    Opcodes.IDIV,
                    Opcodes.IREM,
                    Opcodes.FADD,
                    Opcodes.FSUB,
                    Opcodes.FMUL,
                    Opcodes.FDIV,
                    Opcodes.FREM,
                    Opcodes.ISHL,
                    Opcodes.LSHL,
                    Opcodes.ISHR,
                    Opcodes.LSHR,
                    Opcodes.IUSHR,
                    Opcodes.LUSHR,
                    Opcodes.IAND,
                    Opcodes.IOR,
                    Opcodes.IXOR,
                    Opcodes.L2I,
                    Opcodes.L2F,
                    Opcodes.D2I,
                    Opcodes.D2F,
                    Opcodes.FCMPL,
                    Opcodes.FCMPG,
                    Opcodes.IFEQ,
                    Opcodes.IFNE,
                    Opcodes.IFLT,
                    Opcodes.IFGE,
                    Opcodes.IFGT,
                    Opcodes.IFLE,
                    Opcodes.IFNULL,
                    Opcodes.IFNONNULL,
                    Opcodes.TABLESWITCH,
                    Opcodes.LOOKUPSWITCH,
                    Opcodes.MONITORENTER,
                    Opcodes.MONITOREXIT -> -1;
            case Opcodes.LSTORE,
                    Opcodes.DSTORE,
                    Opcodes.POP2,
                    Opcodes.LADD,
                    Opcodes.LSUB,
                    Opcodes.LMUL,
                    Opcodes.LDIV,
                    Opcodes.LREM,
                    Opcodes.DADD,
                    Opcodes.DSUB,
                    Opcodes.DMUL,
                    Opcodes.DDIV,
                    Opcodes.DREM,
                    Opcodes.LAND,
                    Opcodes.LOR,
                    Opcodes.LXOR,
                    Opcodes.IF_ICMPEQ,
                    Opcodes.IF_ICMPNE,
                    Opcodes.IF_ICMPLT,
                    Opcodes.IF_ICMPGE,
                    Opcodes.IF_ICMPGT,
                    Opcodes.IF_ICMPLE,
                    Opcodes.IF_ACMPEQ,
                    Opcodes.IF_ACMPNE -> -2;
            case Opcodes.IASTORE,
                    Opcodes.FASTORE,
                    Opcodes.AASTORE,
                    Opcodes.BASTORE,
                    Opcodes.CASTORE,
                    Opcodes.SASTORE,
                    Opcodes.LCMP,
                    Opcodes.DCMPL,
                    Opcodes.DCMPG -> -3;
            case Opcodes.LASTORE, Opcodes.DASTORE -> -4;
            default -> 0;
        };
    }
}
