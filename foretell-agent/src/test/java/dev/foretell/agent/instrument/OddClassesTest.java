// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.objectweb.asm.Opcodes.*;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/** Class files that no compiler at hand produces, but others do or did. */
class OddClassesTest {
    /**
     * A class {@code odd.C} with fields x, v and w, an empty constructor if {@code constructor} is set, and these
     * methods.
     */
    private static byte[] odd(int version, boolean constructor, Consumer<ClassWriter> members) {
        ClassWriter out = new ClassWriter(version > V1_5 ? ClassWriter.COMPUTE_FRAMES : ClassWriter.COMPUTE_MAXS);
        out.visit(version, ACC_PUBLIC | ACC_SUPER, "odd/C", null, "java/lang/Object", null);
        out.visitField(ACC_PUBLIC, "x", "I", null, null);
        out.visitField(ACC_PUBLIC | ACC_VOLATILE, "v", "J", null, null);
        if (constructor) {
            method(out, ACC_PUBLIC, "<init>", "()V", code -> {
                code.visitVarInsn(ALOAD, 0);
                code.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
                code.visitInsn(RETURN);
            });
        }
        members.accept(out);
        out.visitEnd();
        return out.toByteArray();
    }

    private static void method(
            ClassWriter out, int access, String name, String descriptor, Consumer<MethodVisitor> body) {
        MethodVisitor code = out.visitMethod(access, name, descriptor, null, null);
        code.visitCode();
        body.accept(code);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private static void newC(MethodVisitor code) {
        code.visitTypeInsn(NEW, "odd/C");
        code.visitInsn(DUP);
        code.visitMethodInsn(INVOKESPECIAL, "odd/C", "<init>", "()V", false);
    }

    private static void box(MethodVisitor code) {
        code.visitMethodInsn(INVOKESTATIC, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false);
        code.visitInsn(ARETURN);
    }

    @Test
    void announcesNoWriteToAnObjectBeforeItsSuperConstructorRan() {
        byte[] classFile = odd(V17, false, out -> {
            method(out, ACC_PUBLIC, "<init>", "(Lodd/C;)V", code -> {
                Label other = new Label();
                Label join = new Label();
                code.visitVarInsn(ALOAD, 0); // this.x = other == null ? 1 : (other.x = 2), before super()
                code.visitVarInsn(ASTORE, 2);
                code.visitVarInsn(ALOAD, 2);
                code.visitVarInsn(ALOAD, 1);
                code.visitJumpInsn(IFNONNULL, other);
                code.visitInsn(ICONST_1);
                code.visitJumpInsn(GOTO, join);
                code.visitLabel(other);
                code.visitVarInsn(ALOAD, 1);
                code.visitInsn(ICONST_2);
                code.visitInsn(DUP_X1);
                code.visitFieldInsn(PUTFIELD, "odd/C", "x", "I");
                code.visitLabel(join);
                code.visitFieldInsn(PUTFIELD, "odd/C", "x", "I");
                code.visitVarInsn(ALOAD, 2);
                code.visitLdcInsn(7L);
                code.visitFieldInsn(PUTFIELD, "odd/C", "v", "J");
                code.visitVarInsn(ALOAD, 0);
                code.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
                code.visitVarInsn(ALOAD, 0);
                code.visitInsn(DUP);
                code.visitFieldInsn(GETFIELD, "odd/C", "x", "I");
                code.visitInsn(ICONST_3);
                code.visitInsn(IADD);
                code.visitFieldInsn(PUTFIELD, "odd/C", "x", "I");
                code.visitInsn(RETURN);
            });
            method(out, ACC_PUBLIC | ACC_STATIC, "run", "()Ljava/lang/Object;", code -> {
                code.visitTypeInsn(NEW, "odd/C");
                code.visitInsn(DUP);
                code.visitTypeInsn(NEW, "odd/C");
                code.visitInsn(DUP);
                code.visitInsn(ACONST_NULL);
                code.visitMethodInsn(INVOKESPECIAL, "odd/C", "<init>", "(Lodd/C;)V", false);
                code.visitMethodInsn(INVOKESPECIAL, "odd/C", "<init>", "(Lodd/C;)V", false);
                code.visitFieldInsn(GETFIELD, "odd/C", "x", "I");
                box(code);
            });
        });
        try (InstrumentationRig rig = InstrumentationRig.recording().add("odd.C", classFile)) {
            assertThat(rig.call(rig.load("odd.C"), "run")).isEqualTo(5);
            assertThat(rig.log)
                    .containsExactly(
                            "read C.x on C",
                            "write C.x on C",
                            "write C.x on C", // of the other object, inside the second construction
                            "read C.x on C",
                            "write C.x on C",
                            "read C.x on C");
        }
    }

    @Test
    void followsHandlersAndSwitchesBeforeTheSuperConstructor() {
        byte[] classFile = odd(V17, false, out -> {
            method(out, ACC_PUBLIC, "<init>", "(I)V", code -> {
                Label start = new Label();
                Label end = new Label();
                Label handler = new Label();
                Label one = new Label();
                Label other = new Label();
                Label join = new Label();
                code.visitTryCatchBlock(start, end, handler, "java/lang/ArithmeticException");
                code.visitLabel(start);
                code.visitVarInsn(ILOAD, 1);
                code.visitTableSwitchInsn(0, 0, other, one);
                code.visitLabel(one);
                code.visitVarInsn(ALOAD, 0);
                code.visitInsn(ICONST_1);
                code.visitVarInsn(ILOAD, 1);
                code.visitInsn(IDIV);
                code.visitFieldInsn(PUTFIELD, "odd/C", "x", "I");
                code.visitJumpInsn(GOTO, join);
                code.visitLabel(other);
                code.visitVarInsn(ALOAD, 0);
                code.visitVarInsn(ILOAD, 1);
                code.visitFieldInsn(PUTFIELD, "odd/C", "x", "I");
                code.visitLabel(end);
                code.visitJumpInsn(GOTO, join);
                code.visitLabel(handler);
                code.visitInsn(POP);
                code.visitVarInsn(ALOAD, 0);
                code.visitIntInsn(BIPUSH, 40);
                code.visitFieldInsn(PUTFIELD, "odd/C", "x", "I");
                code.visitLabel(join);
                code.visitVarInsn(ALOAD, 0);
                code.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
                code.visitInsn(RETURN);
            });
            method(out, ACC_PUBLIC | ACC_STATIC, "run", "()Ljava/lang/Object;", code -> {
                for (int i = 0; i < 2; i++) {
                    code.visitTypeInsn(NEW, "odd/C");
                    code.visitInsn(DUP);
                    code.visitIntInsn(BIPUSH, i * 2);
                    code.visitMethodInsn(INVOKESPECIAL, "odd/C", "<init>", "(I)V", false);
                    code.visitFieldInsn(GETFIELD, "odd/C", "x", "I");
                }
                code.visitInsn(IADD);
                box(code);
            });
        });
        try (InstrumentationRig rig = InstrumentationRig.directing().add("odd.C", classFile)) {
            assertThat(rig.call(rig.load("odd.C"), "run")).isEqualTo(42);
            assertThat(rig.log).containsExactly("read C.x on C", "read C.x on C");
        }
    }

    @Test
    void copesWithSubroutinesAndStaticSynchronizedMethodsOfJava1() {
        byte[] classFile = odd(
                V1_2,
                true,
                out -> method(out, ACC_PUBLIC | ACC_STATIC | ACC_SYNCHRONIZED, "run", "()Ljava/lang/Object;", code -> {
                    Label subroutine = new Label();
                    newC(code);
                    code.visitVarInsn(ASTORE, 0);
                    code.visitJumpInsn(JSR, subroutine);
                    code.visitJumpInsn(JSR, subroutine);
                    code.visitVarInsn(ALOAD, 0);
                    code.visitFieldInsn(GETFIELD, "odd/C", "x", "I");
                    code.visitTypeInsn(NEW, "java/lang/Integer");
                    code.visitInsn(DUP_X1);
                    code.visitInsn(SWAP);
                    code.visitMethodInsn(INVOKESPECIAL, "java/lang/Integer", "<init>", "(I)V", false);
                    code.visitInsn(ARETURN);
                    code.visitLabel(subroutine);
                    code.visitVarInsn(ASTORE, 1);
                    code.visitVarInsn(ALOAD, 0);
                    code.visitInsn(DUP);
                    code.visitFieldInsn(GETFIELD, "odd/C", "x", "I");
                    code.visitInsn(ICONST_1);
                    code.visitInsn(IADD);
                    code.visitFieldInsn(PUTFIELD, "odd/C", "x", "I");
                    code.visitVarInsn(RET, 1);
                }));
        for (boolean holds : new boolean[] {false, true}) {
            try (InstrumentationRig rig =
                    (holds ? InstrumentationRig.directing() : InstrumentationRig.recording()).add("odd.C", classFile)) {
                assertThat(new ParsedClass(rig.instrument(classFile)).version).isEqualTo(V1_2);
                assertThat(rig.call(rig.load("odd.C"), "run")).isEqualTo(2);
                assertThat(rig.log)
                        .containsSubsequence(
                                "afterEnter on Class",
                                "read C.x on C",
                                "write C.x on C",
                                "read C.x on C",
                                "write C.x on C",
                                "read C.x on C",
                                "beforeExit on Class");
            }
        }
    }

    @Test
    void keepsTheMonitorWhenAMethodOverwritesThis() {
        byte[] classFile = odd(V17, true, out -> {
            method(out, ACC_PUBLIC | ACC_SYNCHRONIZED, "forget", "(I)I", code -> {
                Label back = new Label();
                code.visitLabel(back); // the first instruction is the target of a jump
                code.visitIincInsn(1, 1);
                code.visitVarInsn(ILOAD, 1);
                code.visitInsn(ICONST_3);
                code.visitJumpInsn(IF_ICMPLT, back);
                code.visitLdcInsn("gone");
                code.visitVarInsn(ASTORE, 0);
                code.visitVarInsn(ILOAD, 1);
                code.visitInsn(IRETURN);
            });
            method(out, ACC_PUBLIC | ACC_STATIC, "run", "()Ljava/lang/Object;", code -> {
                newC(code);
                code.visitInsn(ICONST_0);
                code.visitMethodInsn(INVOKEVIRTUAL, "odd/C", "forget", "(I)I", false);
                box(code);
            });
        });
        try (InstrumentationRig rig = InstrumentationRig.recording().add("odd.C", classFile)) {
            assertThat(rig.call(rig.load("odd.C"), "run")).isEqualTo(3);
            assertThat(rig.log).containsExactly("afterEnter on C", "beforeExit on C");
        }
        try (InstrumentationRig rig = InstrumentationRig.directing().add("odd.C", classFile)) {
            assertThat(rig.call(rig.load("odd.C"), "run")).isEqualTo(3);
            assertThat(rig.log).containsExactly("beforeEnter on C", "afterEnter on C", "beforeExit on C");
        }
    }

    @Test
    void leavesAMethodWholeThatWouldBecomeTooLarge() {
        byte[] classFile = odd(V17, true, out -> {
            method(out, ACC_PUBLIC | ACC_STATIC, "small", "(Lodd/C;)I", code -> {
                code.visitVarInsn(ALOAD, 0);
                code.visitFieldInsn(GETFIELD, "odd/C", "x", "I");
                code.visitInsn(IRETURN);
            });
            method(out, ACC_PUBLIC | ACC_STATIC, "run", "()Ljava/lang/Object;", code -> {
                newC(code);
                code.visitVarInsn(ASTORE, 0);
                for (int i = 0; i < 6000; i++) {
                    code.visitVarInsn(ALOAD, 0);
                    code.visitInsn(DUP);
                    code.visitFieldInsn(GETFIELD, "odd/C", "x", "I");
                    code.visitInsn(ICONST_1);
                    code.visitInsn(IADD);
                    code.visitFieldInsn(PUTFIELD, "odd/C", "x", "I");
                }
                code.visitVarInsn(ALOAD, 0);
                code.visitMethodInsn(INVOKESTATIC, "odd/C", "small", "(Lodd/C;)I", false);
                box(code);
            });
        });
        try (InstrumentationRig rig = InstrumentationRig.recording().add("odd.C", classFile)) {
            assertThat(rig.call(rig.load("odd.C"), "run")).isEqualTo(6000);
            assertThat(rig.log).containsExactly("read C.x on C");
            assertThat(rig.reports)
                    .containsExactly("partial odd.C.run()Ljava/lang/Object;: left as it is: with probes it would exceed"
                            + " the JVM's limit of 64 KB of code");
            assertThat(rig.sites.get(1).methodName()).isEqualTo("small");
        }
    }

    @Test
    void ignoresCoverageCounters() {
        Handle bootstrap = new Handle(
                H_INVOKESTATIC,
                "odd/C",
                "$jacocoInit",
                "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)[Z",
                false);
        byte[] classFile = odd(V17, true, out -> {
            method(out, ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC, "$jacocoInit", bootstrap.getDesc(), code -> {
                code.visitInsn(ICONST_2);
                code.visitIntInsn(NEWARRAY, T_BOOLEAN);
                code.visitInsn(DUP);
                code.visitInsn(ICONST_0);
                code.visitInsn(ICONST_1);
                code.visitInsn(BASTORE);
                code.visitInsn(ARETURN);
            });
            method(out, ACC_PUBLIC | ACC_STATIC, "run", "()Ljava/lang/Object;", code -> {
                code.visitLdcInsn(new ConstantDynamic("$jacocoData", "Ljava/lang/Object;", bootstrap));
                code.visitTypeInsn(CHECKCAST, "[Z");
                code.visitVarInsn(ASTORE, 0);
                code.visitInsn(ICONST_1);
                code.visitIntInsn(NEWARRAY, T_BOOLEAN);
                code.visitVarInsn(ASTORE, 1);
                code.visitVarInsn(ALOAD, 1);
                code.visitInsn(ICONST_0);
                code.visitInsn(ICONST_1);
                code.visitInsn(BASTORE);
                code.visitVarInsn(ALOAD, 0);
                code.visitInsn(ICONST_1);
                code.visitInsn(ICONST_1);
                code.visitInsn(BASTORE);
                code.visitVarInsn(ALOAD, 0);
                code.visitInsn(ARETURN);
            });
        });
        try (InstrumentationRig rig = InstrumentationRig.recording().add("odd.C", classFile)) {
            assertThat(rig.call(rig.load("odd.C"), "run")).isEqualTo(new boolean[] {true, true});
            assertThat(rig.log).containsExactly("writeElement byte[] 0");
        }
    }

    @Test
    void leavesFieldsOfUnknownClassesAloneAndSaysSoOnce() {
        byte[] classFile = odd(
                V17,
                true,
                out -> method(out, ACC_PUBLIC | ACC_STATIC, "run", "()Ljava/lang/Object;", code -> {
                    code.visitFieldInsn(GETSTATIC, "lost/Place", "a", "I");
                    code.visitFieldInsn(GETSTATIC, "lost/Place", "b", "I");
                    code.visitInsn(IADD);
                    box(code);
                }));
        try (InstrumentationRig rig = InstrumentationRig.recording().add("odd.C", classFile)) {
            assertThat(rig.call(rig.load("odd.C"), "run")).isInstanceOf(NoClassDefFoundError.class);
            assertThat(rig.log).isEmpty();
            assertThat(rig.reports)
                    .containsExactly("partial odd.C.run()Ljava/lang/Object;: the class file of lost.Place was not"
                            + " found, so accesses to its fields are not observed");
        }
    }

    @Test
    void announcesPublicFieldsOfTheJdk() {
        String point = Type.getInternalName(java.io.StreamTokenizer.class);
        byte[] classFile = odd(
                V17,
                true,
                out -> method(out, ACC_PUBLIC | ACC_STATIC, "run", "()Ljava/lang/Object;", code -> {
                    code.visitTypeInsn(NEW, point);
                    code.visitInsn(DUP);
                    code.visitTypeInsn(NEW, "java/io/StringReader");
                    code.visitInsn(DUP);
                    code.visitLdcInsn("");
                    code.visitMethodInsn(
                            INVOKESPECIAL, "java/io/StringReader", "<init>", "(Ljava/lang/String;)V", false);
                    code.visitMethodInsn(INVOKESPECIAL, point, "<init>", "(Ljava/io/Reader;)V", false);
                    code.visitFieldInsn(GETFIELD, point, "ttype", "I");
                    code.visitFieldInsn(GETSTATIC, "java/lang/System", "out", "Ljava/io/PrintStream;");
                    code.visitInsn(POP);
                    box(code);
                }));
        try (InstrumentationRig rig = InstrumentationRig.recording().add("odd.C", classFile)) {
            assertThat(rig.call(rig.load("odd.C"), "run")).isEqualTo(-4);
            assertThat(rig.log).containsExactly("read StreamTokenizer.ttype on StreamTokenizer");
        }
    }

    @Test
    void reportsNativeSynchronizedMethods() {
        byte[] classFile = odd(
                V17,
                true,
                out -> out.visitMethod(ACC_PUBLIC | ACC_NATIVE | ACC_SYNCHRONIZED, "nap", "()V", null, null)
                        .visitEnd());
        try (InstrumentationRig rig = InstrumentationRig.recording().add("odd.C", classFile)) {
            rig.load("odd.C");
            assertThat(rig.reports)
                    .containsExactly(
                            "partial odd.C.nap()V: a native method takes its monitor where no probe can see it");
        }
    }
}
