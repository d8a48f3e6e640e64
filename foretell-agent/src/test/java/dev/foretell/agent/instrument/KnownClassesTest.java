// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.reflect.Modifier;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class KnownClassesTest {
    private final KnownClasses known = new KnownClasses();
    private final ClassLoader loader = KnownClassesTest.class.getClassLoader();

    private int access(String owner, String field, String descriptor, boolean isStatic) {
        return known.access(loader, owner, field, descriptor, isStatic);
    }

    @Test
    void readsTheFilesOfClassesThatAreNotLoaded() {
        assertThat(Modifier.isVolatile(access("sample/Fields", "vi", "I", false)))
                .isTrue();
        assertThat(Modifier.isFinal(access("sample/Fields", "constant", "I", false)))
                .isTrue();
        assertThat(access("sample/Fields", "i", "I", false)).isZero();
    }

    @Test
    void followsParentsAndInterfaces() {
        assertThat(Modifier.isVolatile(access("sample/Fields$Derived", "vj", "J", false)))
                .isTrue();
        int inherited = access("sample/Shapes$Sheep", "ALL", "Ljava/util/List;", true);
        assertThat(Modifier.isFinal(inherited)).isTrue();
    }

    @Test
    void asksTheJdkAboutItself() {
        assertThat(Modifier.isFinal(access("java/lang/System", "out", "Ljava/io/PrintStream;", true)))
                .isTrue();
        assertThat(Modifier.isProtected(access("java/util/ArrayList", "modCount", "I", false)))
                .isTrue();
    }

    @Test
    void aClassThatIsNotThereIsNotKnown() {
        assertThat(access("sample/Missing", "x", "I", false)).isEqualTo(KnownClasses.UNKNOWN);
        assertThat(access("sample/Fields", "missing", "I", false)).isEqualTo(KnownClasses.UNKNOWN);
        assertThat(access("sample/Fields", "i", "J", false)).isEqualTo(KnownClasses.UNKNOWN);
    }

    @Test
    void survivesLoadersThatFail() {
        ClassLoader failing = new ClassLoader(null) {
            @Override
            public InputStream getResourceAsStream(String name) {
                throw new IllegalStateException(name);
            }

            @Override
            public boolean equals(Object other) {
                throw new IllegalStateException();
            }

            @Override
            public int hashCode() {
                throw new IllegalStateException();
            }
        };
        assertThat(known.access(failing, "sample/Fields", "i", "I", false)).isEqualTo(KnownClasses.UNKNOWN);
    }

    @Test
    void survivesAClassThatIsItsOwnParent() {
        ClassWriter out = new ClassWriter(0);
        out.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "odd/Ouroboros", null, "odd/Ouroboros", null);
        out.visitEnd();
        known.add(loader, "odd/Ouroboros", ClassFacts.of(out.toByteArray()));
        assertThat(access("odd/Ouroboros", "x", "I", false)).isEqualTo(KnownClasses.UNKNOWN);
    }

    @Test
    void keepsLoadersApart() {
        ClassWriter out = new ClassWriter(0);
        out.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "sample/Fields", null, "java/lang/Object", null);
        out.visitField(Opcodes.ACC_VOLATILE, "i", "I", null, null).visitEnd();
        out.visitEnd();
        ClassLoader other = new ClassLoader(null) {};
        known.add(other, "sample/Fields", ClassFacts.of(out.toByteArray()));
        assertThat(Modifier.isVolatile(known.access(other, "sample/Fields", "i", "I", false)))
                .isTrue();
        assertThat(Modifier.isVolatile(access("sample/Fields", "i", "I", false)))
                .isFalse();
    }
}
