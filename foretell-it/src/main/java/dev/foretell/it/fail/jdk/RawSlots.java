// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.jdk;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/**
 * Two threads add to one element of an array, which they know by its offset only: the offset is computed at each call.
 */
// harm: slots[] output
public final class RawSlots {
    private static final Unsafe UNSAFE = unsafe();
    private static final long BASE = UNSAFE.arrayBaseOffset(long[].class);
    private static final long SCALE = UNSAFE.arrayIndexScale(long[].class);

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void add(long[] slots, int index) {
        long offset = BASE + index * SCALE;
        long old = UNSAFE.getLong(slots, offset); // race: slots[]
        UNSAFE.putLong(slots, offset, old + 1); // race: slots[]
    }

    public static void main(String[] args) throws InterruptedException {
        long[] slots = new long[4];
        Thread other = new Thread(() -> {
            add(slots, 1);
            add(slots, 2);
        });
        other.start();
        Thread.sleep(100);
        add(slots, 3);
        add(slots, 2);
        other.join();
        System.out.println(slots[1] + slots[2] + slots[3]);
    }
}
