// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.agent.model.HandleAccess.Kind;
import java.util.List;
import jdk.internal.misc.Unsafe;
import org.junit.jupiter.api.Test;

/** Objects and offsets as {@code sun.misc.Unsafe} is given them. */
class OffsetAccessTest {
    private static final String GET_LONG = "(Ljava/lang/Object;J)J";

    static class Base {
        volatile long head;
        volatile long tail;
    }

    static final class Ring extends Base {}

    static final class Unrelated {
        volatile long head;
        volatile long tail;
    }

    private final Calls calls = new Calls();

    private OffsetAccess call(String method, String descriptor, String array, String... fields) throws Exception {
        ModelledCall.Shape shape = calls.shape(Class.forName("sun.misc.Unsafe"), method, descriptor);
        List<HandleAccess> either = new java.util.ArrayList<>(List.of(new HandleAccess(Kind.ELEMENT, array)));
        for (String field : fields) {
            either.add(new HandleAccess(Kind.FIELD, Base.class.getName() + "." + field));
        }
        return new ModelledCall(shape.by(HandleAccess.atOffset(either, "Ring.java:7")), 10).atOffset;
    }

    private static int measure(String question, Class<?> array) throws Exception {
        Object unsafe = Unsafe.getUnsafe();
        return ((Number) Unsafe.class.getMethod(question, Class.class).invoke(unsafe, array)).intValue();
    }

    private static int offset(Class<?> array, int index) throws Exception {
        return measure("arrayBaseOffset", array) + index * measure("arrayIndexScale", array);
    }

    @Test
    void anOffsetInAnArrayIsAnElement() throws Exception {
        OffsetAccess longs = call("getLong", GET_LONG, "long[]");
        assertThat(longs.at(new long[4], offset(long[].class, 3)).accessed).isEqualTo(Kind.ELEMENT);
        assertThat(longs.index(new long[4], offset(long[].class, 3))).isEqualTo(3);
        OffsetAccess objects = call("getObject", "(Ljava/lang/Object;J)Ljava/lang/Object;", "Object[]");
        assertThat(objects.index(new String[4], offset(String[].class, 2))).isEqualTo(2);
        OffsetAccess bytes = call("getBoolean", "(Ljava/lang/Object;J)Z", "byte[]");
        assertThat(bytes.index(new boolean[4], offset(boolean[].class, 1))).isEqualTo(1);
    }

    @Test
    void anOffsetThatIsNoElementsIsUnknown() throws Exception {
        OffsetAccess longs = call("getLong", GET_LONG, "long[]");
        assertThat(longs.at(new long[4], offset(long[].class, 4))).isNull(); // behind the last one
        assertThat(longs.at(new long[4], offset(long[].class, 1) + 4)).isNull(); // halves of two
        assertThat(longs.at(new long[4], 0)).isNull(); // the array's header
        assertThat(longs.at(new byte[64], offset(byte[].class, 8))).isNull(); // eight at once
        assertThat(longs.at(null, 4096)).isNull(); // outside the heap
        assertThat(longs.at(new long[4], -1)).isNull(); // too far
    }

    @Test
    void anOffsetInAnObjectIsAFieldOfItsClass() throws Exception {
        OffsetAccess call = call("getLong", GET_LONG, "long[]", "head", "tail", "missing");
        int sites = 1;
        int tail = (int) Unsafe.getUnsafe().objectFieldOffset(Base.class, "tail");
        ModelledCall found = call.at(new Ring(), tail);
        assertThat(found.accessed).isEqualTo(Kind.FIELD);
        assertThat(found.anySite()).isEqualTo(10 + 2 * sites);
        assertThat(call.at(new Ring(), tail + 1)).isNull();
        assertThat(call.at(new Unrelated(), tail)).isNull();
        assertThat(call.at(new Ring(), 0)).isNull();
    }
}
