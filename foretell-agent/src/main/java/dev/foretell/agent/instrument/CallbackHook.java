// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Where the JDK calls code of the program on behalf of several threads, after these have arrived or while they are
 * locked out: the action of a barrier, the function of an atomic update of a map.
 *
 * @param methods names of the JDK's methods, with a blank before and after each
 * @param calls the methods of the program that it calls, directly or not, likewise
 */
record CallbackHook(String home, String methods, String calls, Knows knows) implements LibraryHook {
    private static final String COMPLETER = "java/util/concurrent/CountedCompleter";

    /** The object that orders the callback after what others have done. */
    enum Knows {
        /** The object whose method calls: all threads that have come to it. */
        THIS,
        /** The task that all belong to: one comes after the other. */
        ROOT,
        /** The last argument: the thread that has handed it over. */
        ITEM,
        /** The arguments: the threads that have put these values into the map. What it returns will be there next. */
        VALUES
    }

    @Override
    public String place() {
        return calls.strip();
    }

    @Override
    public MethodVisitor in(int access, String name, String descriptor, MethodVisitor out, Runnable found) {
        if (!methods.contains(" " + name + " ")) {
            return out;
        }
        int function = function(descriptor);
        return new MethodVisitor(Opcodes.ASM9, out) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                boolean meant = calls.contains(" " + name + " ") && opcode != Opcodes.INVOKESTATIC;
                if (meant) {
                    found.run();
                    before(Type.getArgumentTypes(descriptor).length);
                }
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                if (meant) {
                    after();
                }
            }

            private void before(int arguments) {
                if (knows == Knows.THIS || knows == Knows.ROOT) {
                    self();
                    LibraryHook.call(mv, "beginTask", "(Ljava/lang/Object;)V");
                } else if (knows == Knows.ITEM) {
                    super.visitInsn(Opcodes.DUP);
                    LibraryHook.call(mv, "beginTask", "(Ljava/lang/Object;)V");
                } else if (arguments == 2) {
                    super.visitInsn(Opcodes.DUP2);
                    super.visitVarInsn(Opcodes.ALOAD, function);
                    LibraryHook.call(mv, "beginUpdate", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)V");
                }
            }

            private void self() {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                if (knows == Knows.ROOT) {
                    String root = "()L" + COMPLETER + ";";
                    super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, COMPLETER, "getRoot", root, false);
                }
            }

            private void after() {
                if (knows == Knows.THIS || knows == Knows.ROOT) {
                    self();
                    LibraryHook.call(mv, "endTask", "(Ljava/lang/Object;)V");
                } else if (knows == Knows.VALUES) {
                    super.visitInsn(Opcodes.DUP);
                    super.visitVarInsn(Opcodes.ALOAD, 0);
                    super.visitVarInsn(Opcodes.ALOAD, function);
                    LibraryHook.call(mv, "endUpdate", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)V");
                }
            }
        };
    }

    /** The local variable with the function, which is the last parameter. */
    private static int function(String descriptor) {
        return (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - 1;
    }
}
