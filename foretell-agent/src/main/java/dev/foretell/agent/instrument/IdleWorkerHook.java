// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Where a pool is given tasks, and where its workers wait for them for a limited time, and leave. The order of these is
 * what decides whether a task gets a new thread.
 *
 * @param given names of the methods that take a task, with a blank before and after each
 * @param holds whether the wait itself can be made longer
 */
record IdleWorkerHook(String home, String given, boolean holds) implements LibraryHook {
    private static final String POOL = "Ljava/util/concurrent/ThreadPoolExecutor;";
    private static final String QUEUE = "java/util/concurrent/BlockingQueue";
    private static final String LIMIT = "JLjava/util/concurrent/TimeUnit;";
    private static final String TASK = ")Ljava/lang/Object;";
    private static final String ON_POOL = "(" + POOL + ")V";

    @Override
    public String place() {
        return given.strip();
    }

    @Override
    public MethodVisitor in(int access, String name, String descriptor, MethodVisitor out, Runnable found) {
        boolean hasCode = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_STATIC)) == 0;
        if (!hasCode) {
            return out;
        }
        if (given.contains(" " + name + " ")) {
            return new AtBounds(out, true, holds, found);
        }
        if (name.equals("runWorker")) {
            return holds ? new AtBounds(out, false, holds, found) : out;
        }
        return name.equals("getTask") ? new InGetTask(out, found) : out;
    }

    private static void call(MethodVisitor out, String probe, String descriptor) {
        out.visitMethodInsn(Opcodes.INVOKESTATIC, Snippet.POOLS, probe, descriptor, false);
    }

    private static final class AtBounds extends MethodVisitor {
        /** Whether it is a method that is given a task, as its first argument; otherwise that of a worker. */
        private final boolean gives;

        private final boolean holds;
        private final Runnable found;

        AtBounds(MethodVisitor out, boolean gives, boolean holds, Runnable found) {
            super(Opcodes.ASM9, out);
            this.gives = gives;
            this.holds = holds;
            this.found = found;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            super.visitVarInsn(Opcodes.ALOAD, 0);
            if (gives) {
                super.visitVarInsn(Opcodes.ALOAD, 1);
                call(mv, "submits", "(" + POOL + "Ljava/lang/Object;)V");
            } else {
                call(mv, "works", ON_POOL);
            }
            found.run();
        }

        /** The handler of a rejected task may throw, or run it. */
        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (gives && holds && name.equals("reject")) {
                call(mv, "submitted", "()V");
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        @Override
        public void visitInsn(int opcode) {
            if (gives && holds && opcode == Opcodes.RETURN) {
                call(mv, "submitted", "()V");
            }
            super.visitInsn(opcode);
        }
    }

    private final class InGetTask extends MethodVisitor {
        private final Runnable found;

        InGetTask(MethodVisitor out, Runnable found) {
            super(Opcodes.ASM9, out);
            this.found = found;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            call(mv, "getsNextTask", "()V");
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean untimed = owner.equals(QUEUE) && name.equals("take") && descriptor.equals("(" + TASK);
            boolean timed = owner.equals(QUEUE) && name.equals("poll") && descriptor.equals("(" + LIMIT + TASK);
            if (timed || untimed) {
                found.run();
                super.visitVarInsn(Opcodes.ALOAD, 0);
            }
            if (holds && (timed || untimed)) {
                call(mv, name, "(L" + QUEUE + ";" + (timed ? LIMIT : "") + POOL + TASK);
                return;
            }
            if (timed || untimed) {
                call(mv, "idles", ON_POOL);
            }
            boolean leaves = name.equals("compareAndDecrementWorkerCount");
            if (leaves && !holds) {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                call(mv, "tryToLeave", ON_POOL);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (timed || untimed) {
                super.visitInsn(Opcodes.DUP);
                super.visitVarInsn(Opcodes.ALOAD, 0);
                call(mv, "waited", "(Ljava/lang/Object;" + POOL + ")V");
            }
            if (leaves) {
                super.visitInsn(Opcodes.DUP);
                super.visitVarInsn(Opcodes.ALOAD, 0);
                call(mv, "leaves", "(Z" + POOL + ")V");
            }
        }
    }
}
