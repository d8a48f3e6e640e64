// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.jdk;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/**
 * A counter that two threads change, and a value that one publishes to the other, both without any other means than
 * Unsafe.
 */
public final class RawCounter {
    private static final Unsafe UNSAFE;
    private static final long COUNT;
    private static final long READY;

    static {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            UNSAFE = (Unsafe) field.get(null);
            COUNT = UNSAFE.objectFieldOffset(RawCounter.class.getDeclaredField("count"));
            READY = UNSAFE.objectFieldOffset(RawCounter.class.getDeclaredField("ready"));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int count;
    private volatile int ready;
    private int published;

    private void prepare() {
        published = 7;
        UNSAFE.putIntVolatile(this, READY, 1);
        UNSAFE.getAndAddInt(this, COUNT, 1);
    }

    private int await() {
        UNSAFE.getAndAddInt(this, COUNT, 1);
        while (UNSAFE.getIntVolatile(this, READY) == 0) {
            Thread.onSpinWait();
        }
        return published;
    }

    public static void main(String[] args) throws InterruptedException {
        RawCounter counter = new RawCounter();
        Thread other = new Thread(counter::prepare);
        other.start();
        int seen = counter.await();
        other.join();
        System.out.println(seen + counter.count);
    }
}
