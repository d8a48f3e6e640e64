// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.jdk;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/**
 * A ring for one producer and one consumer that uses nothing but Unsafe: elements by offsets that are computed at each
 * call, counters by offsets that a helper makes and that methods get as arguments.
 */
public final class RawRing {
    private static final Unsafe UNSAFE = unsafe();
    private static final int SIZE = 4;
    private static final long BASE = UNSAFE.arrayBaseOffset(Object[].class);
    private static final long SCALE = UNSAFE.arrayIndexScale(Object[].class);
    private static final long HEAD = offsetOf(RawRing.class, "head");
    private static final long TAIL = offsetOf(RawRing.class, "tail");

    private static final class Parcel {
        int value;
    }

    private final Object[] slots = new Object[SIZE];
    private final int[] last = new int[1];
    private long head;
    private long tail;
    private volatile boolean closed;

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long offsetOf(Class<?> type, String field) {
        try {
            return UNSAFE.objectFieldOffset(type.getDeclaredField(field));
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long offset(long index) {
        return BASE + index % SIZE * SCALE;
    }

    private long counter(long offset) {
        return UNSAFE.getLongVolatile(this, offset);
    }

    private void advance(long offset) {
        UNSAFE.putOrderedLong(this, offset, counter(offset) + 1);
    }

    private void put(Parcel parcel) {
        long index = counter(TAIL);
        while (UNSAFE.getObjectVolatile(slots, offset(index)) != null) {
            Thread.onSpinWait();
        }
        UNSAFE.putOrderedObject(slots, offset(index), parcel);
        advance(TAIL);
    }

    private Parcel take() {
        while (counter(HEAD) == counter(TAIL)) {
            Thread.onSpinWait();
        }
        long index = counter(HEAD);
        Parcel parcel = (Parcel) UNSAFE.getObject(slots, offset(index));
        UNSAFE.putOrderedObject(slots, offset(index), null);
        advance(HEAD);
        return parcel;
    }

    private void produce() {
        for (int i = 1; i <= 6; i++) {
            Parcel parcel = new Parcel();
            parcel.value = i;
            put(parcel);
        }
        UNSAFE.putInt(last, (long) UNSAFE.arrayBaseOffset(int[].class), 7);
        closed = true;
    }

    private int consume() {
        int sum = 0;
        for (int i = 1; i <= 6; i++) {
            sum += take().value;
        }
        while (!closed) {
            Thread.onSpinWait();
        }
        return sum + UNSAFE.getInt(last, (long) UNSAFE.arrayBaseOffset(int[].class));
    }

    public static void main(String[] args) throws InterruptedException {
        RawRing ring = new RawRing();
        Thread producer = new Thread(ring::produce);
        producer.start();
        int sum = ring.consume();
        producer.join();
        System.out.println(sum);
    }
}
