// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Probes at reads and writes of the field that the JDK uses to mark a task as complete. Threads that wait for tasks
 * inside the JDK, or continue with the results of several, are ordered by nothing else, and the program makes no call
 * there.
 *
 * @param home the class with the field
 * @param also further classes that use it, by the beginning of their names, or null
 * @param read the probe for a read, with the object and the value
 * @param write the probe for a write, with the object; null when methods that write have hooks of their own
 */
record CompletionFieldHook(String home, String also, String field, String type, String read, String write)
        implements LibraryHook {
    @Override
    public String place() {
        return field;
    }

    @Override
    public boolean concerns(String name) {
        return name.equals(home) || also != null && name.startsWith(also);
    }

    @Override
    public MethodVisitor in(int access, String name, String descriptor, MethodVisitor out, Runnable found) {
        return new MethodVisitor(Opcodes.ASM9, out) {
            @Override
            public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
                boolean meant = owner.equals(home) && name.equals(field);
                if (meant && opcode == Opcodes.GETFIELD) {
                    found.run();
                    super.visitInsn(Opcodes.DUP); // task, task
                    super.visitFieldInsn(opcode, owner, name, descriptor);
                    super.visitInsn(Opcodes.DUP_X1); // value, task, value
                    LibraryHook.call(mv, read, "(Ljava/lang/Object;" + type + ")V");
                    return;
                }
                if (meant && opcode == Opcodes.PUTFIELD && write != null) {
                    super.visitInsn(Opcodes.DUP2); // task, value, task, value
                    super.visitInsn(Opcodes.POP);
                    LibraryHook.call(mv, write, "(Ljava/lang/Object;)V");
                }
                super.visitFieldInsn(opcode, owner, name, descriptor);
            }
        };
    }
}
