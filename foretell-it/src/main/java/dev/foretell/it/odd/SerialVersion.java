// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.Arrays;

/** Default serialVersionUIDs, which depend on every member of a class, and the serialisable fields. */
public final class SerialVersion {
    /** Everything that goes into the computation. */
    public static class Rich implements Serializable, Comparable<Rich> {
        private static int made = Integer.getInteger("none", 1);
        protected volatile int size;
        private transient String note;
        private String name;

        @Override
        public int compareTo(Rich other) {
            made++;
            note = name;
            Runnable lambda = () -> size++;
            lambda.run();
            return Integer.compare(size, other.size) + (note == null ? 0 : 0);
        }
    }

    static class Poor implements Serializable {}

    static final class Derived extends Rich {
        private long more;

        long more() {
            return more++;
        }
    }

    enum Colour {
        RED
    }

    record Pair(int a, String b) implements Serializable {}

    public static void main(String[] args) {
        Class<?>[] classes = {Rich.class, Poor.class, Derived.class, Colour.class, Pair.class};
        for (Class<?> type : classes) {
            ObjectStreamClass stream = ObjectStreamClass.lookup(type);
            System.out.println(
                    type.getName() + " " + stream.getSerialVersionUID() + " " + Arrays.toString(stream.getFields()));
        }
        System.out.println(new Rich().compareTo(new Derived()) + new Derived().more());
    }
}
