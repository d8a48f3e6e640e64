// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import dev.foretell.flow.code.CodeField;
import dev.foretell.flow.code.CodeMethod;
import dev.foretell.flow.code.Hierarchy;
import dev.foretell.flow.graph.ControlFlow;
import dev.foretell.flow.graph.Dominators;
import dev.foretell.flow.graph.ValueNumbers;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;

/** The facts of one method that the analyses share. */
final class MethodFacts {
    /** As probes name them: by opcode, from IALOAD or IASTORE on. */
    private static final String[] ELEMENTS = {
        "int[]", "long[]", "float[]", "double[]", "Object[]", "byte[]", "char[]", "short[]",
    };

    private final CodeMethod method;
    private final ValueNumbers values;
    private final ControlFlow flow;
    private final Access[] accessAt;
    private final List<Access> accesses = new ArrayList<>();
    private Dominators dominators;

    MethodFacts(CodeMethod method, Hierarchy hierarchy) {
        this.method = method;
        this.values = new ValueNumbers(method);
        this.flow = new ControlFlow(method, values);
        this.accessAt = new Access[method.size()];
        if (method.isInitializer()) {
            return; // the JVM excludes other threads
        }
        for (int i = 0; i < accessAt.length; i++) {
            accessAt[i] = flow.isReachable(i) ? access(i, hierarchy) : null;
            if (accessAt[i] != null) {
                accesses.add(accessAt[i]);
            }
        }
    }

    /**
     * Null when it is none, or one that is ignored: a final field, one of a class that was not given, or one of the
     * object under construction, which is not shared yet.
     */
    private Access access(int at, Hierarchy hierarchy) {
        AbstractInsnNode node = method.instruction(at);
        int opcode = node.getOpcode();
        if (node instanceof FieldInsnNode instruction) {
            CodeField field = hierarchy.field(instruction);
            boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
            if (field == null || field.isFinal() || field.isStatic() != isStatic) {
                return null;
            }
            int object = isStatic ? ValueNumbers.NONE : values.taken(at, 0);
            if (method.isConstructor() && values.isThis(object)) {
                return null;
            }
            boolean write = opcode == Opcodes.PUTSTATIC || opcode == Opcodes.PUTFIELD;
            return new Access(method, at, field.variable(), isStatic, write, object, ValueNumbers.NONE);
        }
        boolean read = opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD;
        boolean write = opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
        if (!read && !write) {
            return null;
        }
        String name = ELEMENTS[opcode - (read ? Opcodes.IALOAD : Opcodes.IASTORE)];
        return new Access(method, at, name, false, write, values.taken(at, 0), values.taken(at, 1));
    }

    CodeMethod method() {
        return method;
    }

    ValueNumbers values() {
        return values;
    }

    ControlFlow flow() {
        return flow;
    }

    Dominators dominators() {
        if (dominators == null) {
            dominators = new Dominators(flow);
        }
        return dominators;
    }

    /** Null when the instruction is no access that counts. */
    Access at(int instruction) {
        return accessAt[instruction];
    }

    List<Access> accesses() {
        return accesses;
    }

    /**
     * Whether both access the same variable if control goes from one to the other without passing the definition of the
     * object (or index).
     */
    boolean isSame(Access one, Access other) {
        return one.variable().equals(other.variable())
                && (one.isStatic() || one.object() != ValueNumbers.NONE && one.object() == other.object())
                && (!one.isElement() || one.index() != ValueNumbers.NONE && one.index() == other.index());
    }
}
