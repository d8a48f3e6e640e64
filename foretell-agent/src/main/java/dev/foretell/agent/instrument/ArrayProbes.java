// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.mode.ProbeGroup;
import dev.foretell.trace.EventKind;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;

/** Reads and writes of array elements: a probe before each, and with {@link ProbeGroup#ACCESS_END} one after it. */
final class ArrayProbes {
    private static final String ARGUMENTS = "Ljava/lang/Object;I";
    /** By opcode, from IALOAD or IASTORE on. The instructions do not distinguish bytes from booleans. */
    private static final String[] NAMES = {
        "int[]", "long[]", "float[]", "double[]", "Object[]", "byte[]", "char[]", "short[]",
    };

    private final MethodInstrumenter method;

    /** What the elements of arrays of a type are called. */
    static String name(Type array) {
        Type element = Type.getType(array.getDescriptor().substring(1));
        boolean isBoolean = element.getSort() == Type.BOOLEAN;
        return NAMES[(isBoolean ? Type.BYTE_TYPE : element).getOpcode(Opcodes.IALOAD) - Opcodes.IALOAD];
    }

    ArrayProbes(MethodInstrumenter method) {
        this.method = method;
    }

    /** Stack: array, index. */
    void read(AbstractInsnNode load) {
        int site = method.site(EventKind.READ, NAMES[load.getOpcode() - Opcodes.IALOAD]);
        Snippet before = method.snippet().op(Opcodes.DUP2);
        if (method.has(ProbeGroup.ACCESS_END)) {
            // array and index stay on the stack, below the operands, and then below the value
            before.op(Opcodes.DUP2);
            boolean wide = load.getOpcode() == Opcodes.LALOAD || load.getOpcode() == Opcodes.DALOAD;
            Snippet after = wide
                    ? method.snippet().op(Opcodes.DUP2_X2, Opcodes.POP2)
                    : method.snippet().op(Opcodes.DUP_X2, Opcodes.POP);
            method.after(load, after.access("afterReadElement", ARGUMENTS, site));
        }
        method.before(load, before.access("readElement", ARGUMENTS, site));
    }

    /** Stack: array, index, value. */
    void write(AbstractInsnNode store) {
        int opcode = store.getOpcode();
        int site = method.site(EventKind.WRITE, NAMES[opcode - Opcodes.IASTORE]);
        Snippet before = method.snippet();
        if (opcode == Opcodes.LASTORE || opcode == Opcodes.DASTORE) {
            before.op(Opcodes.DUP2_X2, Opcodes.POP2, Opcodes.DUP2_X2);
            if (method.has(ProbeGroup.ACCESS_END)) {
                before.op(Opcodes.DUP2_X2);
            }
        } else {
            before.op(Opcodes.DUP_X2, Opcodes.POP, Opcodes.DUP2_X1);
            if (method.has(ProbeGroup.ACCESS_END)) {
                before.op(Opcodes.DUP2_X1);
            }
        }
        if (method.has(ProbeGroup.ACCESS_END)) {
            method.after(store, method.snippet().access("afterWriteElement", ARGUMENTS, site));
        }
        method.before(store, before.access("writeElement", ARGUMENTS, site));
    }
}
