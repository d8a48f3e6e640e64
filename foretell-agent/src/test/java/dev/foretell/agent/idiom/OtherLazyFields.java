// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.idiom;

/** Classes that look much like {@link SingleCheckFields}; each lacks one of the conditions. */
final class OtherLazyFields {
    private OtherLazyFields() {}

    static class ReadTwice {
        private final int x = Integer.parseInt("1");
        private int cache;

        int get() {
            if (cache == 0) {
                cache = x * 31;
            }
            return cache;
        }
    }

    static class ReadElsewhere extends SingleCheckFields.Guarded {
        private final int x = Integer.parseInt("1");
        private int cache;

        @Override
        int get() {
            int h = cache;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return h;
        }

        boolean isKnown() {
            return cache != 0;
        }
    }

    static class WrittenElsewhere {
        private final int x = Integer.parseInt("1");
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return h;
        }

        void clear() {
            cache = 0;
        }
    }

    static class OfMutable {
        private int x = Integer.parseInt("1");
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return h;
        }

        void move() {
            x++;
        }
    }

    static class OfArray {
        private final int[] x = {1};
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = x[0] * 31;
                cache = h;
            }
            return h;
        }
    }

    static class OfParameter {
        private int cache;

        int get(int x) {
            int h = cache;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return h;
        }
    }

    static class OfClock {
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = (int) System.nanoTime();
                cache = h;
            }
            return h;
        }
    }

    static class OfProperty {
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = Integer.getInteger("some.property", 3).intValue();
                cache = h;
            }
            return h;
        }
    }

    static class OfLocale {
        private final String name = "a".repeat(3);
        private String cache;

        String get() {
            String text = cache;
            if (text == null) {
                text = name.toUpperCase();
                cache = text;
            }
            return text;
        }
    }

    static class OfObject {
        private final Object part = new Object();
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = part.hashCode();
                cache = h;
            }
            return h;
        }
    }

    static class OfOverridable {
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = compute();
                cache = h;
            }
            return h;
        }

        int compute() {
            return 7;
        }
    }

    static class OfMutableHelper {
        private int x = Integer.parseInt("1");
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = compute();
                cache = h;
            }
            return h;
        }

        private int compute() {
            return x++;
        }
    }

    /** The first object decides for all. */
    static class StaticOfInstance {
        private static int cache;
        private final int x = Integer.parseInt("1");

        int get() {
            int h = cache;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return h;
        }
    }

    static class Wide {
        private final long x = Long.parseLong("1");
        private long cache;

        long get() {
            long h = cache;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return h;
        }
    }

    static class Mutable {
        private StringBuilder cache;

        StringBuilder get() {
            StringBuilder h = cache;
            if (h == null) {
                h = new StringBuilder();
                cache = h;
            }
            return h;
        }
    }

    static class Volatile {
        private final int x = Integer.parseInt("1");
        private volatile int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return h;
        }
    }

    static class Protected {
        private final int x = Integer.parseInt("1");
        protected int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return h;
        }
    }

    /** A thread that reads the field before the constructor's write takes 0 for the result. */
    static class OtherInitialValue {
        private final int x = Integer.parseInt("1");
        private int cache = -1;

        int get() {
            int h = cache;
            if (h == -1) {
                h = x * 31;
                cache = h;
            }
            return h;
        }
    }

    static class OtherConstantInConstructor {
        private final int x = Integer.parseInt("1");
        private int cache;

        OtherConstantInConstructor(boolean known) {
            cache = known ? 7 : 0;
        }

        int get() {
            int h = cache;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return h;
        }
    }

    static class ReturnsOldValue {
        private final int x = Integer.parseInt("1");
        private int cache;

        int get() {
            int old = cache;
            int h = old;
            if (h == 0) {
                h = x * 31;
                cache = h;
            }
            return old;
        }
    }

    static class ReturnsOtherWhenFilled {
        private final int x = Integer.parseInt("1");
        private int cache;

        int get() {
            int h = cache;
            if (h != 0) {
                return h + 1;
            }
            h = x * 31;
            cache = h;
            return h;
        }
    }

    static class ReturnsWhetherFilled {
        private final int x = Integer.parseInt("1");
        private int cache;

        boolean get() {
            if (cache != 0) {
                return true;
            }
            cache = x * 31;
            return false;
        }
    }

    /** Another thread may take the value of the first write for the result. */
    static class Intermediate {
        private final int x = Integer.parseInt("1");
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                for (int i = 0; i < 3; i++) {
                    h = 31 * h + x;
                    cache = h;
                }
            }
            return h;
        }
    }

    static class SideEffect {
        private boolean cache;
        private final StringBuilder log = new StringBuilder();

        boolean get() {
            boolean done = cache;
            if (!done) {
                done = true;
                cache = done;
                log.append("done");
            }
            return done;
        }
    }

    /** The flag may be seen before the value. */
    static class FlagFirst {
        private final int x = Integer.parseInt("1");
        private boolean cache;
        private int value;

        int get() {
            if (!cache) {
                value = x * 31;
                cache = true;
            }
            return value;
        }
    }

    /** The value that is returned was computed in the iteration before. */
    static class StaleCopy {
        private final int x = Integer.parseInt("1");
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                int before = 0;
                int now = 0;
                for (int i = 0; i < 3; i++) {
                    before = now;
                    now = i * x;
                }
                cache = now;
                h = before;
            }
            return h;
        }
    }

    static class OfOtherObject {
        private final int x = Integer.parseInt("1");
        private int cache;
        private static final OfOtherObject OTHER = new OfOtherObject();

        int get() {
            int h = OTHER.cache;
            if (h == 0) {
                h = x * 31;
                OTHER.cache = h;
            }
            return h;
        }
    }
}
