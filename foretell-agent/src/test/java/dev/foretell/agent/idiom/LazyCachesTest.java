// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.idiom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.ClassInfo.FieldInfo;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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

    @ParameterizedTest
    @ValueSource(
            classes = {
                Guarded.class,
                EarlyReturn.class,
                Conditional.class,
                AssignedInTest.class,
                Looping.class,
                OnlyWhenNotZero.class,
                Text.class,
                Built.class,
                Helped.class,
                Hashed.class,
                OfClass.class,
                SetInConstructor.class
            })
    void oneReadAndOneValueAreASingleCheck(Class<?> type) throws IOException {
        assertThat(in(type)).containsExactlyEntriesOf(Map.of("cache", FieldInfo.SINGLE_CHECK));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                ReadTwice.class,
                ReadElsewhere.class,
                WrittenElsewhere.class,
                OfMutable.class,
                OfArray.class,
                OfParameter.class,
                OfClock.class,
                OfProperty.class,
                OfLocale.class,
                OfObject.class,
                OfOverridable.class,
                OfMutableHelper.class,
                StaticOfInstance.class,
                Wide.class,
                Mutable.class,
                Volatile.class,
                Protected.class,
                OtherInitialValue.class,
                OtherConstantInConstructor.class,
                ReturnsOldValue.class,
                ReturnsOtherWhenFilled.class,
                ReturnsWhetherFilled.class,
                Intermediate.class,
                SideEffect.class,
                FlagFirst.class,
                StaleCopy.class,
                OfOtherObject.class
            })
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

    // Fields that are caches.

    static class Guarded {
        private final int x = Integer.parseInt("1");
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = 31 * x + 7;
                cache = h;
            }
            return h;
        }
    }

    static class EarlyReturn {
        final String name = "a".repeat(3);
        String cache;

        String get() {
            String known = cache;
            if (known != null) {
                return known;
            }
            return cache = name.trim();
        }
    }

    static class Conditional {
        private final String name = "a".repeat(3);
        private int cache;

        int get() {
            int h = cache;
            return h != 0 ? h : (cache = name.hashCode());
        }
    }

    static class AssignedInTest {
        private final long x = Long.parseLong("1");
        private int cache;

        int get() {
            int h;
            if ((h = cache) == 0) {
                cache = h = (int) (x ^ x >>> 32);
            }
            return h;
        }
    }

    /** As {@code String} before version 9. */
    static class Looping {
        private final String text = "a".repeat(3);
        private int cache;

        int get() {
            int h = cache;
            if (h == 0 && text.length() > 0) {
                for (int i = 0; i < text.length(); i++) {
                    h = 31 * h + text.charAt(i);
                }
                cache = h;
            }
            return h;
        }
    }

    static class OnlyWhenNotZero {
        private final int x = Integer.parseInt("1");
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = x * 31;
                if (h != 0) {
                    cache = h;
                }
            }
            return h;
        }
    }

    static class Text {
        private final String name = "a".repeat(3);
        private final Integer age = Integer.valueOf(3);
        private String cache;

        @Override
        public String toString() {
            String text = cache;
            if (text == null) {
                text = name + " of " + age;
                cache = text;
            }
            return text;
        }
    }

    static class Built {
        private final String name = "a".repeat(3);
        private String cache;

        @Override
        public String toString() {
            String text = cache;
            if (text == null) {
                StringBuilder builder = new StringBuilder();
                for (int i = 0; i < 3; i++) {
                    builder.append(name).append(i);
                }
                text = builder.toString();
                cache = text;
            }
            return text;
        }
    }

    static class Helped {
        private final int x = Integer.parseInt("1");
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = compute();
                cache = h;
            }
            return h;
        }

        private int compute() {
            return mix(x, 17);
        }

        static int mix(int a, int b) {
            return a > b ? a * 31 + b : b * 31 + a;
        }
    }

    static class Hashed {
        private final String name = "a".repeat(3);
        private final double weight = Double.parseDouble("1");
        private int cache;

        @Override
        public int hashCode() {
            int h = cache;
            if (h == 0) {
                h = Objects.hash(name, weight, getClass());
                cache = h;
            }
            return h;
        }
    }

    static class OfClass {
        private static final String NAME = "a".repeat(3);
        private static String cache;

        static String get() {
            String text = cache;
            if (text == null) {
                text = NAME.concat("b");
                cache = text;
            }
            return text;
        }
    }

    static class SetInConstructor {
        private final int x = Integer.parseInt("1");
        private int cache;

        SetInConstructor() {
            cache = 0;
        }

        int get() {
            int h = cache;
            if (h == 0) {
                h = x;
                cache = h;
            }
            return h;
        }
    }

    // Fields that are not.

    static class ReadTwice {
        private final int x = Integer.parseInt("1");
        private int cache;

        int get() {
            if (cache == 0) {
                cache = x * 31;
            }
            return cache;
        }
    }

    static class ReadElsewhere extends Guarded {
        private final int x = Integer.parseInt("1");
        private int cache;

        @Override
        int get() {
            int h = cache;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return h;
        }

        boolean isKnown() {
            return cache != 0;
        }
    }

    static class WrittenElsewhere {
        private final int x = Integer.parseInt("1");
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return h;
        }

        void clear() {
            cache = 0;
        }
    }

    static class OfMutable {
        private int x = Integer.parseInt("1");
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return h;
        }

        void move() {
            x++;
        }
    }

    static class OfArray {
        private final int[] x = {1};
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = x[0] * 31;
                cache = h;
            }
            return h;
        }
    }

    static class OfParameter {
        private int cache;

        int get(int x) {
            int h = cache;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return h;
        }
    }

    static class OfClock {
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = (int) System.nanoTime();
                cache = h;
            }
            return h;
        }
    }

    static class OfProperty {
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = Integer.getInteger("some.property", 3).intValue();
                cache = h;
            }
            return h;
        }
    }

    static class OfLocale {
        private final String name = "a".repeat(3);
        private String cache;

        String get() {
            String text = cache;
            if (text == null) {
                text = name.toUpperCase();
                cache = text;
            }
            return text;
        }
    }

    static class OfObject {
        private final Object part = new Object();
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = part.hashCode();
                cache = h;
            }
            return h;
        }
    }

    static class OfOverridable {
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = compute();
                cache = h;
            }
            return h;
        }

        int compute() {
            return 7;
        }
    }

    static class OfMutableHelper {
        private int x = Integer.parseInt("1");
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = compute();
                cache = h;
            }
            return h;
        }

        private int compute() {
            return x++;
        }
    }

    /** The first object decides for all. */
    static class StaticOfInstance {
        private static int cache;
        private final int x = Integer.parseInt("1");

        int get() {
            int h = cache;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return h;
        }
    }

    static class Wide {
        private final long x = Long.parseLong("1");
        private long cache;

        long get() {
            long h = cache;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return h;
        }
    }

    static class Mutable {
        private StringBuilder cache;

        StringBuilder get() {
            StringBuilder h = cache;
            if (h == null) {
                h = new StringBuilder();
                cache = h;
            }
            return h;
        }
    }

    static class Volatile {
        private final int x = Integer.parseInt("1");
        private volatile int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return h;
        }
    }

    static class Protected {
        private final int x = Integer.parseInt("1");
        protected int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return h;
        }
    }

    /** A thread that reads the field before the constructor's write takes 0 for the result. */
    static class OtherInitialValue {
        private final int x = Integer.parseInt("1");
        private int cache = -1;

        int get() {
            int h = cache;
            if (h == -1) {
                h = x * 31;
                cache = h;
            }
            return h;
        }
    }

    static class OtherConstantInConstructor {
        private final int x = Integer.parseInt("1");
        private int cache;

        OtherConstantInConstructor(boolean known) {
            cache = known ? 7 : 0;
        }

        int get() {
            int h = cache;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return h;
        }
    }

    static class ReturnsOldValue {
        private final int x = Integer.parseInt("1");
        private int cache;

        int get() {
            int old = cache;
            int h = old;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return old;
        }
    }

    static class ReturnsOtherWhenFilled {
        private final int x = Integer.parseInt("1");
        private int cache;

        int get() {
            int h = cache;
            if (h != 0) {
                return h + 1;
            }
            h = x * 31;
            cache = h;
            return h;
        }
    }

    static class ReturnsWhetherFilled {
        private final int x = Integer.parseInt("1");
        private int cache;

        boolean get() {
            if (cache != 0) {
                return true;
            }
            cache = x * 31;
            return false;
        }
    }

    /** Another thread may take the value of the first write for the result. */
    static class Intermediate {
        private final int x = Integer.parseInt("1");
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                for (int i = 0; i < 3; i++) {
                    h = 31 * h + x;
                    cache = h;
                }
            }
            return h;
        }
    }

    static class SideEffect {
        private boolean cache;
        private final StringBuilder log = new StringBuilder();

        boolean get() {
            boolean done = cache;
            if (!done) {
                done = true;
                cache = done;
                log.append("done");
            }
            return done;
        }
    }

    /** The flag may be seen before the value. */
    static class FlagFirst {
        private final int x = Integer.parseInt("1");
        private boolean cache;
        private int value;

        int get() {
            if (!cache) {
                value = x * 31;
                cache = true;
            }
            return value;
        }
    }

    /** The value that is returned was computed in the iteration before. */
    static class StaleCopy {
        private final int x = Integer.parseInt("1");
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                int before = 0;
                int now = 0;
                for (int i = 0; i < 3; i++) {
                    before = now;
                    now = i * x;
                }
                cache = now;
                h = before;
            }
            return h;
        }
    }

    static class OfOtherObject {
        private final int x = Integer.parseInt("1");
        private int cache;
        private static final OfOtherObject OTHER = new OfOtherObject();

        int get() {
            int h = OTHER.cache;
            if (h == 0) {
                h = x * 31;
                OTHER.cache = h;
            }
            return h;
        }
    }
}
