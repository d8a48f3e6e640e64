// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A class of the JDK that compares the program's objects while it holds its own lock: that lock orders the comparisons.
 * The locks of other classes are not recorded, because a model describes more exactly which threads they order.
 */
record InnerLockHook(String home) implements LibraryHook {
    private static final String LOCK = "java/util/concurrent/locks/ReentrantLock";
    private static final String CONDITION = "java/util/concurrent/locks/Condition";
    private static final Set<String> TAKES = Set.of("lock", "lockInterruptibly", "await", "awaitNanos");
    private static final Set<String> GIVES = Set.of("unlock", "await", "awaitNanos");

    @Override
    public String place() {
        return "lock";
    }

    @Override
    public MethodVisitor in(int access, String name, String descriptor, MethodVisitor out, Runnable found) {
        if ((access & Opcodes.ACC_STATIC) != 0) {
            return out;
        }
        return new MethodVisitor(Opcodes.ASM9, out) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                boolean isLock = owner.equals(LOCK) || owner.equals(CONDITION);
                if (isLock && GIVES.contains(name)) {
                    call("endTask");
                }
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                if (isLock && TAKES.contains(name)) {
                    call("beginTask");
                }
            }

            private void call(String probe) {
                found.run();
                super.visitVarInsn(Opcodes.ALOAD, 0);
                LibraryHook.call(mv, probe, "(Ljava/lang/Object;)V");
            }
        };
    }
}
