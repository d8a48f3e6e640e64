// SPDX-License-Identifier: Apache-2.0
package sample;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Accesses to fields by way of handles. */
final class HandleUse {
    private static final VarHandle VALUE;
    private static final VarHandle TOTAL;
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final AtomicIntegerFieldUpdater<HandleUse> COUNT =
            AtomicIntegerFieldUpdater.newUpdater(HandleUse.class, "count");
    private static final AtomicReferenceFieldUpdater<HandleUse, String> NAME =
            AtomicReferenceFieldUpdater.newUpdater(HandleUse.class, String.class, "name");

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(HandleUse.class, "value", long.class);
            TOTAL = MethodHandles.lookup().findStaticVarHandle(HandleUse.class, "total", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static int total;
    private long value;
    private volatile int count;
    private volatile String name;

    private HandleUse() {}

    static Object statics() {
        TOTAL.set(3);
        boolean set = TOTAL.compareAndSet(3, 4);
        return set && (int) TOTAL.getAndAdd(1) == 4 && (int) TOTAL.getVolatile() == 5 && total == 5;
    }

    static Object elements() {
        long[] cells = new long[3];
        ELEMENT.set(cells, 1, 6L);
        long old = (long) ELEMENT.getAndAdd(cells, 2, 5L);
        return old == 0 && (long) ELEMENT.getAcquire(cells, 1) == 6;
    }

    static Object unknownHandle() {
        VarHandle handle = MethodHandles.arrayElementVarHandle(String[].class);
        String[] names = {"a", "b"};
        return "b".equals((String) handle.getVolatile(names, 1));
    }

    static Object handles() {
        HandleUse cell = new HandleUse();
        VALUE.set(cell, 4L);
        boolean set = VALUE.compareAndSet(cell, 4L, 5L);
        long old = (long) VALUE.getAndAdd(cell, 2L);
        COUNT.incrementAndGet(cell);
        NAME.lazySet(cell, "x");
        VarHandle unknown = VALUE;
        unknown.setVolatile(cell, 9L);
        return set && old == 5 && (long) VALUE.getVolatile(cell) == 9 && cell.count == 1 && "x".equals(cell.name);
    }
}
