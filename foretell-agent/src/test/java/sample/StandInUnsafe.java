// SPDX-License-Identifier: Apache-2.0
package sample;

import java.lang.reflect.Field;

/** In place of the real one, whose use the compiler complains about; tests put the real one in. */
abstract class StandInUnsafe {
    abstract long objectFieldOffset(Field field);

    abstract int arrayBaseOffset(Class<?> array);

    abstract int getInt(Object target, long offset);

    abstract boolean compareAndSwapInt(Object target, long offset, int expected, int value);

    abstract int getAndAddInt(Object target, long offset, int delta);

    abstract void putOrderedInt(Object target, long offset, int value);
}
