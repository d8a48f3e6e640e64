// SPDX-License-Identifier: Apache-2.0
package sample;

import java.util.function.IntSupplier;

/** Methods that have to be atomic, by annotation or by name, and all ways out of them. */
public class Regions {
    /** Of the weakest retention that a class file shows. */
    @interface Atomic {}

    private static int x;

    @Atomic
    public static Object marked() {
        x = 1;
        return x;
    }

    public static Object plain() {
        x = 2;
        return x;
    }

    @Atomic
    public static Object throwing() {
        x = 3;
        throw new IllegalStateException();
    }

    @Atomic
    public static Object caught() {
        try {
            return throwing();
        } catch (IllegalStateException e) {
            return x;
        } finally {
            x = 4;
        }
    }

    @Atomic
    public static synchronized Object locked() {
        return x;
    }

    public static Object recursive() {
        return down(2);
    }

    @Atomic
    private static long down(long n) {
        return n == 0 ? 0 : down(n - 1) + n;
    }

    public static Object lambda() {
        IntSupplier twice = () -> x + x;
        return twice.getAsInt();
    }

    public static Object accessor() {
        return getX();
    }

    private static int getX() {
        return x;
    }

    /** Every method of it. */
    @Atomic
    static class Whole {
        private final int value;

        Whole(int value) {
            this.value = value;
        }

        int twice() {
            IntSupplier sum = () -> value + value;
            return sum.getAsInt();
        }
    }

    public static Object whole() {
        return new Whole(4).twice();
    }

    @Atomic
    private static int overflow(int n) {
        return overflow(n + 1) + n;
    }

    public static Object deep() {
        try {
            return overflow(0);
        } catch (StackOverflowError e) {
            return "caught";
        }
    }

    @Atomic
    private static int switching(Object o, int n) {
        synchronized (o) {
            switch (n) {
                case 0:
                    return 1;
                case 1:
                    throw new IllegalArgumentException("one");
                default:
                    for (int i = 0; i < n; i++) {
                        if (i == 5) {
                            return i;
                        }
                    }
            }
        }
        return -1;
    }

    public static String run() {
        StringBuilder out = new StringBuilder();
        for (int n = 0; n < 8; n++) {
            try {
                out.append(switching(out, n));
            } catch (IllegalArgumentException e) {
                out.append(e.getMessage()).append(e.getStackTrace()[0].getLineNumber());
            }
        }
        out.append(marked()).append(plain()).append(caught()).append(locked()).append(recursive());
        return out.append(lambda()).append(whole()).append(deep()).toString();
    }
}
