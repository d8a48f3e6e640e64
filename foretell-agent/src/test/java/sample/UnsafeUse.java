// SPDX-License-Identifier: Apache-2.0
package sample;

import java.lang.reflect.Field;

/** Accesses to a field by its offset. */
final class UnsafeUse {
    private static final StandInUnsafe UNSAFE;
    private static final long COUNT;

    static {
        try {
            Field unsafe = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
            unsafe.setAccessible(true);
            UNSAFE = (StandInUnsafe) unsafe.get(null);
            Field field;
            try {
                field = UnsafeUse.class.getDeclaredField("count");
            } catch (NoSuchFieldException e) {
                throw new IllegalStateException(e);
            }
            COUNT = UNSAFE.objectFieldOffset(field);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int count;

    private UnsafeUse() {}

    static Object offsets() {
        UnsafeUse cell = new UnsafeUse();
        boolean set = UNSAFE.compareAndSwapInt(cell, COUNT, 0, 1);
        int old = UNSAFE.getAndAddInt(cell, COUNT, 2);
        UNSAFE.putOrderedInt(cell, COUNT, 7);
        return set
                && old == 1
                && UNSAFE.getInt(cell, COUNT) == 7
                && later(cell, COUNT) == 7
                && cell.count == 8
                && element();
    }

    private static int later(UnsafeUse cell, long offset) {
        return UNSAFE.getAndAddInt(cell, offset, 1);
    }

    private static boolean element() {
        int[] cells = {4, 5};
        return UNSAFE.getAndAddInt(cells, UNSAFE.arrayBaseOffset(int[].class) + 4L, 1) == 5 && cells[1] == 6;
    }
}
