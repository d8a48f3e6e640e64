// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Detects in an instrumented method of the JDK that instrumented code called it: the caller notes the object of the
 * call, and the method compares (see {@code probe.JdkEntry}). The object of a constructor or a static method is its
 * first argument that is one; without such an argument it accesses no shared data, and is not instrumented.
 */
final class JdkEntryCalls {
    private static final String NOTE = "(Ljava/lang/Object;L" + Snippet.THREAD_PROBE + ";)V";
    private static final String ENTER = "(Ljava/lang/Object;)L" + Snippet.THREAD_PROBE + ";";

    private final MethodInstrumenter method;

    JdkEntryCalls(MethodInstrumenter method) {
        this.method = method;
    }

    /** The local variable with the object of a call of this method; -1 when there is none. */
    static int callee(int access, String name, String descriptor) {
        boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
        if (!isStatic && !name.equals("<init>")) {
            return 0;
        }
        int local = isStatic ? 0 : 1;
        for (Type type : Type.getArgumentTypes(descriptor)) {
            if (type.getSort() >= Type.ARRAY) {
                return local;
            }
            local += type.getSize();
        }
        return -1;
    }

    /** The code that checks whether instrumented code called a method of the JDK, and leaves the probe on the stack. */
    static InsnList entry(int callee) {
        InsnList code = new InsnList();
        code.add(new VarInsnNode(Opcodes.ALOAD, callee));
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, Snippet.JDK_ENTRY, "enter", ENTER, false));
        return code;
    }

    /** Notes the object right before a call, under its arguments: those above it are put aside meanwhile. */
    void note(MethodInsnNode call) {
        Type[] types = Type.getArgumentTypes(call.desc);
        boolean isVirtual = call.getOpcode() != Opcodes.INVOKESTATIC && !call.name.equals("<init>");
        int first = isVirtual ? 0 : 1; // of the arguments that lie above the object
        if (!isVirtual) {
            while (first <= types.length && types[first - 1].getSort() < Type.ARRAY) {
                first++;
            }
            if (first > types.length) {
                return;
            }
        }
        Snippet before = method.snippet();
        int local =
                method.scratchLocal() + LibraryProbes.locals(types); // what they keep there is needed after the call
        int[] locals = new int[types.length];
        for (int i = types.length - 1; i >= first; i--) {
            locals[i] = local;
            local += types[i].getSize();
            before.var(types[i].getOpcode(Opcodes.ISTORE), locals[i]);
        }
        before.op(Opcodes.DUP).var(Opcodes.ALOAD, method.probeLocal());
        before.code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, Snippet.JDK_ENTRY, "calling", NOTE, false));
        for (int i = first; i < types.length; i++) {
            before.var(types[i].getOpcode(Opcodes.ILOAD), locals[i]);
        }
        for (int i = first; i < types.length; i++) {
            if (types[i].getSort() >= Type.ARRAY) {
                before.op(Opcodes.ACONST_NULL).var(Opcodes.ASTORE, locals[i]);
            }
        }
        method.before(call, before);
    }
}
