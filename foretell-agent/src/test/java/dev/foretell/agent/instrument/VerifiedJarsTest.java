// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.objectweb.asm.Opcodes.*;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;

/**
 * Every class of large jars passes the JVM's verifier with probes in it, in every mode. Usually those at hand, which
 * are the tests' own libraries; {@code foretell-agent/verify-jars} takes many more and writes
 * {@code docs/verified-jars.md}.
 */
class VerifiedJarsTest {
    @Test
    void acceptsTheTestsOwnLibrariesInEveryMode() throws IOException {
        List<Path> jars = new ArrayList<>();
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (path.endsWith(".jar")) {
                jars.add(Path.of(path));
            }
        }
        List<Path> tried = jars.stream()
                .filter(jar -> jar.getFileName().toString().matches("(asm|assertj|junit-jupiter).*"))
                .toList();
        assertThat(tried).hasSizeGreaterThan(4);
        VerifiedJar jar = new VerifiedJar(jars);
        for (InstrumenterSetting setting : InstrumenterSetting.values()) {
            for (Path each : tried) {
                VerifiedJar.Result result = jar.verify(each, setting);
                assertThat(result.failed).as(each + ", " + setting.title).isEmpty();
                assertThat(result.verified).isEqualTo(result.instrumented - result.brokenBefore);
            }
        }
    }

    /** Otherwise the tests above and below show nothing. */
    @Test
    void findsAClassThatTheVerifierRefusesWithoutRunningIt() {
        String error = VerifiedJar.link(new Single("broken.C", broken()), "broken.C");
        assertThat(error).contains("java.lang.VerifyError").contains("broken/C.wrong");
        assertThat(System.getProperty("broken.C")).isNull();
    }

    /** A method loads a local that was never stored to, and the class initialiser leaves a trace. */
    private static byte[] broken() {
        ClassWriter out = new ClassWriter(0);
        out.visit(V17, ACC_PUBLIC | ACC_SUPER, "broken/C", null, "java/lang/Object", null);
        MethodVisitor code = out.visitMethod(ACC_STATIC, "<clinit>", "()V", null, null);
        code.visitCode();
        code.visitLdcInsn("broken.C");
        code.visitInsn(DUP);
        code.visitMethodInsn(
                INVOKESTATIC,
                "java/lang/System",
                "setProperty",
                "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
                false);
        code.visitInsn(POP);
        code.visitInsn(RETURN);
        code.visitMaxs(2, 0);
        code.visitEnd();
        code = out.visitMethod(ACC_STATIC, "wrong", "()Ljava/lang/Object;", null, null);
        code.visitCode();
        code.visitVarInsn(ALOAD, 0);
        code.visitInsn(ARETURN);
        code.visitMaxs(1, 1);
        code.visitEnd();
        out.visitEnd();
        return out.toByteArray();
    }

    private static final class Single extends ClassLoader {
        private final String single;
        private final byte[] classFile;

        Single(String single, byte[] classFile) {
            this.single = single;
            this.classFile = classFile;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.equals(single)) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, classFile, 0, classFile.length);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "foretell.campaign", matches = "true")
    void acceptsLargeJarsInEveryMode() throws IOException {
        List<Path> jars;
        try (Stream<Path> list = Files.list(Path.of(System.getProperty("foretell.verified.jars")))) {
            jars = list.filter(path -> path.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
        assertThat(jars).hasSizeGreaterThan(30);
        VerifiedJarsPage page = new VerifiedJarsPage();
        VerifiedJar jar = new VerifiedJar(jars);
        for (Path each : jars) {
            for (InstrumenterSetting setting : InstrumenterSetting.values()) {
                page.add(each, setting, jar.verify(each, setting));
            }
        }
        String path = System.getProperty("foretell.verified.page", "");
        if (!path.isEmpty()) {
            Files.writeString(Path.of(path), page.text());
        }
        assertThat(page.failures()).isEmpty();
    }
}
