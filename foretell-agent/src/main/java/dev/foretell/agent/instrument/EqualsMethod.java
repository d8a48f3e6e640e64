// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.model.Equality;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Reads from the code of {@code equals} which fields decide: it compares fields of its own class and does nothing else.
 * The methods of records are like that, and what development environments, Lombok and compilers of other languages
 * write.
 */
final class EqualsMethod {
    private static final String DESCRIPTOR = "(Ljava/lang/Object;)Z";

    /** Methods that compare or convert their arguments, without effects; owner, dot, name. */
    private static final Set<String> HARMLESS = Set.of(
            "java/util/Objects.equals",
            "java/lang/Double.compare",
            "java/lang/Float.compare",
            "java/lang/Double.doubleToLongBits",
            "java/lang/Float.floatToIntBits",
            "java/lang/Integer.compare",
            "java/lang/Long.compare",
            "kotlin/jvm/internal/Intrinsics.areEqual");

    private final ClassNode node;
    private final Set<Equality.Field> fields = new LinkedHashSet<>();
    private boolean sameClass;

    private EqualsMethod(ClassNode node) {
        this.node = node;
    }

    /** Null when the class has no {@code equals} of its own or it does more than to compare fields. */
    static Equality of(ClassNode node) {
        for (MethodNode method : node.methods) {
            if (method.name.equals("equals") && method.desc.equals(DESCRIPTOR)) {
                EqualsMethod equals = new EqualsMethod(node);
                boolean plain = (method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
                return plain && equals.compares(method)
                        ? new Equality(new ArrayList<>(equals.fields), equals.sameClass)
                        : null;
            }
        }
        return null;
    }

    private boolean compares(MethodNode method) {
        for (AbstractInsnNode instruction : method.instructions) {
            boolean known = true;
            switch (instruction.getType()) {
                case AbstractInsnNode.FIELD_INSN -> known = field((FieldInsnNode) instruction);
                case AbstractInsnNode.METHOD_INSN -> known = call((MethodInsnNode) instruction);
                case AbstractInsnNode.INVOKE_DYNAMIC_INSN -> known = generated((InvokeDynamicInsnNode) instruction);
                default -> {
                    int code = instruction.getOpcode();
                    known = code < Opcodes.IALOAD || code > Opcodes.SALOAD;
                    known &= code < Opcodes.IASTORE || code > Opcodes.SASTORE;
                    known &= code != Opcodes.ATHROW && code != Opcodes.MONITORENTER && code != Opcodes.NEW;
                }
            }
            if (!known) {
                return false;
            }
        }
        return true;
    }

    private boolean field(FieldInsnNode access) {
        boolean own = access.getOpcode() == Opcodes.GETFIELD && access.owner.equals(node.name);
        if (own) {
            fields.add(new Equality.Field(access.name, access.desc.charAt(0)));
        }
        return own;
    }

    /** The {@code equals} of a record compares all of its fields. */
    private boolean generated(InvokeDynamicInsnNode call) {
        if (!call.bsm.getOwner().equals("java/lang/runtime/ObjectMethods")) {
            return false;
        }
        for (FieldNode field : node.fields) {
            if ((field.access & Opcodes.ACC_STATIC) == 0) {
                fields.add(new Equality.Field(field.name, field.desc.charAt(0)));
            }
        }
        return true;
    }

    private boolean call(MethodInsnNode call) {
        if (call.getOpcode() == Opcodes.INVOKESTATIC) {
            return HARMLESS.contains(call.owner + '.' + call.name);
        }
        if (call.getOpcode() == Opcodes.INVOKESPECIAL) {
            return false;
        }
        if (call.name.equals("getClass")) {
            sameClass = true;
            return true;
        }
        if (call.name.equals("equals") && call.desc.equals(DESCRIPTOR)) {
            return true; // of a field: the equality of its values decides
        }
        return call.owner.equals(node.name) && isSimple(call);
    }

    /** A getter, or a test whether the other object is of the class. */
    private boolean isSimple(MethodInsnNode call) {
        for (MethodNode method : node.methods) {
            if (method.name.equals(call.name) && method.desc.equals(call.desc)) {
                List<AbstractInsnNode> code = new ArrayList<>();
                for (AbstractInsnNode instruction : method.instructions) {
                    if (instruction.getOpcode() >= 0) {
                        code.add(instruction);
                    }
                }
                return code.size() == 3
                        && code.get(0) instanceof VarInsnNode
                        && (code.get(1).getOpcode() == Opcodes.INSTANCEOF
                                || code.get(1) instanceof FieldInsnNode access && field(access));
            }
        }
        return false;
    }
}
