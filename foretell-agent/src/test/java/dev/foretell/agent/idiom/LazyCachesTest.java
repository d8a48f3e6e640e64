// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.idiom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.ClassInfo.FieldInfo;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

class LazyCachesTest {
    private static Map<String, Integer> in(byte[] classFile) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, ClassReader.EXPAND_FRAMES);
        return LazyCaches.in(node);
    }

    private static Map<String, Integer> in(Class<?> type) throws IOException {
        String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
        try (InputStream bytes = type.getResourceAsStream(file)) {
            return in(bytes.readAllBytes());
        }
    }

    static List<Class<?>> singleChecks() {
        return List.of(SingleCheckFields.class.getDeclaredClasses());
    }

    @ParameterizedTest
    @MethodSource("singleChecks")
    void oneReadAndOneValueAreASingleCheck(Class<?> type) throws IOException {
        assertThat(in(type)).containsExactlyEntriesOf(Map.of("cache", FieldInfo.SINGLE_CHECK));
    }

    static List<Class<?>> others() {
        return List.of(OtherLazyFields.class.getDeclaredClasses());
    }

    @ParameterizedTest
    @MethodSource("others")
    void anythingElseIsNone(Class<?> type) throws IOException {
        assertThat(in(type)).isEmpty();
    }

    @Test
    void fieldsOfOldCompilersForClassConstantsAreKnown() {
        assertThat(in(oldClass("class$java$lang$String", Opcodes.ACC_SYNTHETIC, "class$")))
                .containsExactlyEntriesOf(Map.of("class$java$lang$String", FieldInfo.CLASS_LITERAL));
        assertThat(in(oldClass("class$0", Opcodes.ACC_SYNTHETIC, "forName")))
                .containsExactlyEntriesOf(Map.of("class$0", FieldInfo.CLASS_LITERAL));
    }

    @Test
    void fieldsThatOnlyLookLikeThoseOfOldCompilersAreNone() {
        assertThat(in(oldClass("class$java$lang$String", 0, "class$"))).isEmpty();
        assertThat(in(oldClass("cached", Opcodes.ACC_SYNTHETIC, "class$"))).isEmpty();
        assertThat(in(oldClass("class$java$lang$String", Opcodes.ACC_SYNTHETIC, "lookUp")))
                .isEmpty();
    }

    /** As javac 1.4 has {@code String.class}: the field is read twice. */
    private static byte[] oldClass(String field, int access, String maker) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V1_4, Opcodes.ACC_PUBLIC, "Old", null, "java/lang/Object", null);
        writer.visitField(Opcodes.ACC_STATIC | access, field, "Ljava/lang/Class;", null, null);
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "get", "()Ljava/lang/Class;", null, null);
        Label known = new Label();
        Label end = new Label();
        code.visitCode();
        code.visitFieldInsn(Opcodes.GETSTATIC, "Old", field, "Ljava/lang/Class;");
        code.visitJumpInsn(Opcodes.IFNONNULL, known);
        code.visitLdcInsn("java.lang.String");
        String owner = maker.equals("forName") ? "java/lang/Class" : "Old";
        code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, maker, "(Ljava/lang/String;)Ljava/lang/Class;", false);
        code.visitInsn(Opcodes.DUP);
        code.visitFieldInsn(Opcodes.PUTSTATIC, "Old", field, "Ljava/lang/Class;");
        code.visitJumpInsn(Opcodes.GOTO, end);
        code.visitLabel(known);
        code.visitFieldInsn(Opcodes.GETSTATIC, "Old", field, "Ljava/lang/Class;");
        code.visitLabel(end);
        code.visitInsn(Opcodes.ARETURN);
        code.visitMaxs(2, 0);
        code.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }
}
