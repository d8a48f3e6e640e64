// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Code to be inserted into a method. It works on the operand stack, and leaves there what it found. */
final class Snippet {
    static final String PROBES = "dev/foretell/probe/Probes";
    static final String POOLS = "dev/foretell/probe/Pools";
    static final String JDK_ENTRY = "dev/foretell/probe/JdkEntry";
    static final String THREAD_PROBE = "dev/foretell/probe/ThreadProbe";

    final InsnList code = new InsnList();
    private final MethodInstrumenter method;

    Snippet(MethodInstrumenter method) {
        this.method = method;
    }

    /** Instructions without operands. */
    Snippet op(int... opcodes) {
        for (int opcode : opcodes) {
            code.add(new InsnNode(opcode));
        }
        return this;
    }

    /** A load or store of a local variable. */
    Snippet var(int opcode, int local) {
        code.add(new VarInsnNode(opcode, local));
        return this;
    }

    Snippet then(Snippet next) {
        code.add(next.code);
        return this;
    }

    /** Turns a long offset on the stack into an int. */
    Snippet offset() {
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, PROBES, "offset", "(J)I", false));
        return this;
    }

    /** Calls a probe with the arguments on the stack, then the site's number and the thread's probe. */
    Snippet probe(String name, String argumentsOnStack, int site) {
        code.add(method.sites().number(site));
        return invoke(name, "(" + argumentsOnStack + "IL" + THREAD_PROBE + ";)V");
    }

    /** As {@link #probe} for an access to data. */
    Snippet access(String name, String argumentsOnStack, int site) {
        code.add(method.sites().number(site));
        thread();
        String descriptor = "(" + argumentsOnStack + "IL" + THREAD_PROBE + ";)V";
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, method.accessOwner(), name, descriptor, false));
        return this;
    }

    /** As {@link #probe} for a probe without arguments that returns a number. */
    Snippet probeForInt(String name, int site) {
        code.add(method.sites().number(site));
        return invoke(name, "(IL" + THREAD_PROBE + ";)I");
    }

    /** As {@link #probe} for a probe without the site. */
    Snippet probe(String name, String argumentsOnStack) {
        return invoke(name, "(" + argumentsOnStack + "L" + THREAD_PROBE + ";)V");
    }

    /** The thread's probe, to be called right now. */
    Snippet thread() {
        var(Opcodes.ALOAD, method.probeLocal());
        if (method.instrumentsJdk()) {
            String alone = "(L" + THREAD_PROBE + ";)L" + THREAD_PROBE + ";";
            code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, JDK_ENTRY, "alone", alone, false));
        }
        return this;
    }

    private Snippet invoke(String name, String descriptor) {
        thread();
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, PROBES, name, descriptor, false));
        return this;
    }
}
