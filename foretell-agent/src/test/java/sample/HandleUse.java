package sample;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Accesses to fields by way of handles. */
final class HandleUse {
    private static final VarHandle VALUE;
    private static final AtomicIntegerFieldUpdater<HandleUse> COUNT =
            AtomicIntegerFieldUpdater.newUpdater(HandleUse.class, "count");
    private static final AtomicReferenceFieldUpdater<HandleUse, String> NAME =
            AtomicReferenceFieldUpdater.newUpdater(HandleUse.class, String.class, "name");

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(HandleUse.class, "value", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private long value;
    private volatile int count;
    private volatile String name;

    private HandleUse() {}

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
