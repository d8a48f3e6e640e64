// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import dev.foretell.flow.code.CodeClass;
import dev.foretell.flow.code.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A small random class as bytecode: methods that read and write a static field and a field of their arguments, branch,
 * loop, catch, throw, and call methods that come after them. Conditions are arguments or what was read, so a branch can
 * go either way.
 */
final class RandomProgram {
    static final String NAME = "p/P";
    private static final String STATIC = "(Lp/P;Lp/P;I)V";
    private static final String INSTANCE = "(Lp/P;I)V";
    private static final int LOCAL = 3;

    private final Random random;
    private final boolean objects;
    private final int methods;
    private final boolean[] isStatic;
    private MethodVisitor out;
    private int current;

    private RandomProgram(Random random, boolean objects) {
        this.random = random;
        this.objects = objects;
        this.methods = 1 + random.nextInt(4);
        this.isStatic = new boolean[methods];
        for (int i = 0; i < methods; i++) {
            isStatic[i] = random.nextBoolean();
        }
    }

    /** @param objects whether there is also a field of objects, and not only a static one */
    static Program make(Random random, boolean objects) {
        return Program.of(List.of(new CodeClass(new RandomProgram(random, objects).write())));
    }

    byte[] write() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_6, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
        writer.visitSource("P.java", null);
        writer.visitField(Opcodes.ACC_STATIC, "s", "I", null, null);
        writer.visitField(0, "a", "I", null, null);
        for (current = 0; current < methods; current++) {
            int access = isStatic[current] ? Opcodes.ACC_STATIC : 0;
            out = writer.visitMethod(access, "m" + current, isStatic[current] ? STATIC : INSTANCE, null, null);
            out.visitCode();
            out.visitVarInsn(Opcodes.ALOAD, 1);
            out.visitVarInsn(Opcodes.ASTORE, LOCAL);
            block(0);
            out.visitInsn(Opcodes.RETURN);
            out.visitMaxs(0, 0);
            out.visitEnd();
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    private void block(int depth) {
        int statements = 1 + random.nextInt(3);
        for (int i = 0; i < statements; i++) {
            statement(depth);
        }
    }

    private void statement(int depth) {
        int kind = random.nextInt(depth < 2 ? 14 : 8);
        switch (kind) {
            case 0, 1, 2 -> access();
            case 3 -> increment();
            case 4 -> {
                // the receiver of an instance method stays what it is
                variable();
                out.visitVarInsn(Opcodes.ASTORE, random.nextBoolean() ? LOCAL : 1);
            }
            case 5, 6 -> call();
            case 7 -> access();
            case 8, 9 -> branch(depth);
            case 10 -> loop(depth);
            case 11, 12 -> caught(depth);
            default -> {
                Label on = new Label();
                condition();
                out.visitJumpInsn(Opcodes.IFEQ, on);
                if (random.nextBoolean()) {
                    out.visitInsn(Opcodes.ACONST_NULL);
                    out.visitInsn(Opcodes.ATHROW);
                } else {
                    out.visitInsn(Opcodes.RETURN);
                }
                out.visitLabel(on);
            }
        }
    }

    private void variable() {
        out.visitVarInsn(Opcodes.ALOAD, List.of(0, 1, LOCAL).get(random.nextInt(3)));
    }

    private boolean ofObject() {
        return objects && random.nextInt(3) > 0;
    }

    private void access() {
        boolean write = random.nextBoolean();
        if (ofObject()) {
            variable();
            if (write) {
                out.visitInsn(Opcodes.ICONST_1);
                out.visitFieldInsn(Opcodes.PUTFIELD, NAME, "a", "I");
            } else {
                out.visitFieldInsn(Opcodes.GETFIELD, NAME, "a", "I");
                out.visitInsn(Opcodes.POP);
            }
        } else if (write) {
            out.visitInsn(Opcodes.ICONST_1);
            out.visitFieldInsn(Opcodes.PUTSTATIC, NAME, "s", "I");
        } else {
            out.visitFieldInsn(Opcodes.GETSTATIC, NAME, "s", "I");
            out.visitInsn(Opcodes.POP);
        }
    }

    private void increment() {
        boolean object = ofObject();
        if (object) {
            variable();
            out.visitInsn(Opcodes.DUP);
            out.visitFieldInsn(Opcodes.GETFIELD, NAME, "a", "I");
        } else {
            out.visitFieldInsn(Opcodes.GETSTATIC, NAME, "s", "I");
        }
        out.visitInsn(Opcodes.ICONST_1);
        out.visitInsn(random.nextBoolean() ? Opcodes.IADD : Opcodes.IDIV);
        out.visitFieldInsn(object ? Opcodes.PUTFIELD : Opcodes.PUTSTATIC, NAME, object ? "a" : "s", "I");
    }

    private void condition() {
        switch (random.nextInt(3)) {
            case 0 -> out.visitFieldInsn(Opcodes.GETSTATIC, NAME, "s", "I");
            case 1 -> {
                if (objects) {
                    variable();
                    out.visitFieldInsn(Opcodes.GETFIELD, NAME, "a", "I");
                } else {
                    out.visitVarInsn(Opcodes.ILOAD, 2);
                }
            }
            default -> out.visitVarInsn(Opcodes.ILOAD, 2);
        }
    }

    private void branch(int depth) {
        Label other = new Label();
        Label end = new Label();
        condition();
        out.visitJumpInsn(Opcodes.IFEQ, other);
        block(depth + 1);
        if (random.nextBoolean()) {
            out.visitJumpInsn(Opcodes.GOTO, end);
            out.visitLabel(other);
            block(depth + 1);
            out.visitLabel(end);
        } else {
            out.visitLabel(other);
        }
    }

    private void loop(int depth) {
        Label head = new Label();
        Label end = new Label();
        out.visitLabel(head);
        condition();
        out.visitJumpInsn(Opcodes.IFEQ, end);
        block(depth + 1);
        out.visitJumpInsn(Opcodes.GOTO, head);
        out.visitLabel(end);
    }

    private void caught(int depth) {
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        Label after = new Label();
        out.visitTryCatchBlock(start, end, handler, random.nextBoolean() ? null : "java/lang/Throwable");
        out.visitLabel(start);
        out.visitInsn(Opcodes.NOP);
        block(depth + 1);
        out.visitLabel(end);
        out.visitJumpInsn(Opcodes.GOTO, after);
        out.visitLabel(handler);
        out.visitInsn(Opcodes.POP);
        block(depth + 1);
        out.visitLabel(after);
    }

    private void call() {
        List<Integer> later = new ArrayList<>();
        for (int i = current + 1; i < methods; i++) {
            later.add(i);
        }
        if (later.isEmpty()) {
            access();
            return;
        }
        int called = later.get(random.nextInt(later.size()));
        variable();
        variable();
        out.visitVarInsn(Opcodes.ILOAD, 2);
        out.visitMethodInsn(
                isStatic[called] ? Opcodes.INVOKESTATIC : Opcodes.INVOKEVIRTUAL,
                NAME,
                "m" + called,
                isStatic[called] ? STATIC : INSTANCE,
                false);
    }
}
