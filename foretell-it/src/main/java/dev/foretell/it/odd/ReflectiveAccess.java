// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Reads and writes private state by reflection and handles, and copies objects field by field. */
public final class ReflectiveAccess {
    private int number = 1;
    private String text = "a";
    private final long[] values = {1, 2};
    private volatile boolean flag;

    private int twice() {
        return 2 * number;
    }

    public static void main(String[] args) throws Throwable {
        ReflectiveAccess from = new ReflectiveAccess();
        ReflectiveAccess to = new ReflectiveAccess();
        from.number = 21;
        from.text = "b";
        from.flag = true;
        int copied = 0;
        for (Field field : ReflectiveAccess.class.getDeclaredFields()) {
            field.setAccessible(true);
            if (!field.getName().equals("values")) {
                field.set(to, field.get(from));
            }
            copied++;
        }
        Method twice = ReflectiveAccess.class.getDeclaredMethod("twice");
        System.out.println(copied + " fields, " + twice.invoke(to) + to.text + to.flag + to.values.length);
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        VarHandle number = lookup.findVarHandle(ReflectiveAccess.class, "number", int.class);
        MethodHandle handle = lookup.findVirtual(ReflectiveAccess.class, "twice", MethodType.methodType(int.class));
        number.setVolatile(to, 4);
        System.out.println((int) number.getAndAdd(to, 1) + " " + (int) handle.invokeExact(to));
    }
}
