// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Methods in which a task is given away, run, or ended.
 *
 * @param methods names of methods, with a blank before and after each; only those that have such a parameter, when
 *     there is one
 * @param parameter the type of the parameter that the probe gets, null for {@code this}
 */
record TaskHook(String home, String methods, Where where, String probe, String parameter) implements LibraryHook {
    enum Where {
        /** At the method's entry. */
        ENTRY,
        /** Before it returns. */
        RETURN,
        /** Before it calls {@code run()} on the task. */
        RUN,
        /** Before it calls {@code tryFire(int)} on the task. */
        FIRE
    }

    @Override
    public String place() {
        return methods.strip();
    }

    @Override
    public MethodVisitor in(int access, String name, String descriptor, MethodVisitor out, Runnable found) {
        boolean hasCode = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
        int local = hasCode && methods.contains(" " + name + " ") ? local(descriptor) : -1;
        return local < 0 ? out : new Hook(out, local, found);
    }

    /** The local variable that the probe gets, -1 when there is none. */
    private int local(String descriptor) {
        int local = 0;
        if (parameter == null) {
            return local;
        }
        local++;
        for (Type type : Type.getArgumentTypes(descriptor)) {
            if (type.getSort() == Type.OBJECT && type.getInternalName().equals(parameter)) {
                return local;
            }
            local += type.getSize();
        }
        return -1;
    }

    /** One method of the JDK with one call added. */
    private final class Hook extends MethodVisitor {
        private final int local;
        private final Runnable found;

        Hook(MethodVisitor out, int local, Runnable found) {
            super(Opcodes.ASM9, out);
            this.local = local;
            this.found = found;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (where == Where.ENTRY) {
                super.visitVarInsn(Opcodes.ALOAD, local);
                call();
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (where == Where.RETURN && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                super.visitVarInsn(Opcodes.ALOAD, local);
                call();
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (where == Where.RUN && name.equals("run") && descriptor.equals("()V")) {
                super.visitInsn(Opcodes.DUP);
                call();
            } else if (where == Where.FIRE && name.equals("tryFire")) {
                super.visitInsn(Opcodes.DUP2);
                super.visitInsn(Opcodes.POP);
                call();
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        private void call() {
            found.run();
            LibraryHook.call(mv, probe, "(Ljava/lang/Object;)V");
        }
    }
}
