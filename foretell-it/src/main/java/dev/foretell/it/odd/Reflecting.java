// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Lists the members of its classes, in every way that reflection offers. */
public final class Reflecting {
    private interface Named {
        String name();
    }

    /** With something of everything. */
    public static class Base<T extends Comparable<T>> implements Named, Cloneable {
        public static final int LIMIT = 3;
        protected volatile T value;
        private transient int count;
        public String open = "open";

        public Base() {
            count++;
        }

        @Override
        public String name() {
            return open + value + count;
        }

        synchronized void locked() {
            count++;
        }

        static synchronized int lockedStatic() {
            return LIMIT;
        }
    }

    private static final class Derived extends Base<String> {
        private int own;

        @Override
        void locked() {
            own++;
            super.locked();
        }
    }

    record Point(int x, int y) {}

    public static void main(String[] args) throws Exception {
        for (Class<?> type : new Class<?>[] {Base.class, Derived.class, Point.class, Named.class, Reflecting.class}) {
            System.out.println(type.toGenericString() + " extends " + type.getGenericSuperclass() + " implements "
                    + Arrays.toString(type.getGenericInterfaces()));
            List<String> members = new ArrayList<>();
            for (Field field : type.getDeclaredFields()) {
                members.add("declared " + field.toGenericString() + " " + field.isSynthetic());
            }
            for (Field field : type.getFields()) {
                members.add("public " + field.toGenericString());
            }
            for (Method method : type.getDeclaredMethods()) {
                int shown = method.getModifiers() & ~Modifier.SYNCHRONIZED;
                members.add("method " + shown + " " + method.getName() + Arrays.toString(method.getParameterTypes()));
            }
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                members.add("constructor " + constructor.toGenericString());
            }
            Collections.sort(members);
            members.forEach(System.out::println);
        }
        Derived derived = new Derived();
        derived.locked();
        System.out.println(derived.own + " " + derived.name() + " " + Base.lockedStatic());
        try {
            Base.class.getDeclaredField("$foretell$id");
            System.out.println("there is one field more");
        } catch (NoSuchFieldException e) {
            System.out.println("no other field");
        }
    }
}
