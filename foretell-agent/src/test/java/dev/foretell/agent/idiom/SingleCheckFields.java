// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.idiom;

import java.util.Objects;

/**
 * Classes whose field {@code cache} is filled lazily, and benignly so: one read, and the same value from each thread.
 */
final class SingleCheckFields {
    private SingleCheckFields() {}

    static class Guarded {
        private final int x = Integer.parseInt("1");
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = 31 * x + 7;
                cache = h;
            }
            return h;
        }
    }

    static class EarlyReturn {
        final String name = "a".repeat(3);
        String cache;

        String get() {
            String known = cache;
            if (known != null) {
                return known;
            }
            return cache = name.trim();
        }
    }

    static class Conditional {
        private final String name = "a".repeat(3);
        private int cache;

        int get() {
            int h = cache;
            return h != 0 ? h : (cache = name.hashCode());
        }
    }

    static class AssignedInTest {
        private final long x = Long.parseLong("1");
        private int cache;

        int get() {
            int h;
            if ((h = cache) == 0) {
                cache = h = (int) (x ^ x >>> 32);
            }
            return h;
        }
    }

    /** As {@code String} before version 9. */
    static class Looping {
        private final String text = "a".repeat(3);
        private int cache;

        int get() {
            int h = cache;
            if (h == 0 && text.length() > 0) {
                for (int i = 0; i < text.length(); i++) {
                    h = 31 * h + text.charAt(i);
                }
                cache = h;
            }
            return h;
        }
    }

    static class OnlyWhenNotZero {
        private final int x = Integer.parseInt("1");
        private int cache;

        int get() {
            int h = cache;
            if (h == 0) {
                h = x * 31;
                if (h != 0) {
                    cache = h;
                }
            }
            return h;
        }
    }

    static class Text {
        private final String name = "a".repeat(3);
        private final Integer age = Integer.valueOf(3);
        private String cache;

        @Override
        public String toString() {
            String text = cache;
            if (text == null) {
                text = name + " of " + age;
                cache = text;
            }
            return text;
        }
    }

    static class Built {
        private final String name = "a".repeat(3);
        private String cache;

        @Override
        public String toString() {
            String text = cache;
            if (text == null) {
                StringBuilder builder = new StringBuilder();
                for (int i = 0; i < 3; i++) {
                    builder.append(name).append(i);
                }
                text = builder.toString();
                cache = text;
            }
            return text;
        }
    }

    static class Helped {
        private final int x = Integer.parseInt("1");
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
            return mix(x, 17);
        }

        static int mix(int a, int b) {
            return a > b ? a * 31 + b : b * 31 + a;
        }
    }

    static class Hashed {
        private final String name = "a".repeat(3);
        private final double weight = Double.parseDouble("1");
        private int cache;

        @Override
        public int hashCode() {
            int h = cache;
            if (h == 0) {
                h = Objects.hash(name, weight, getClass());
                cache = h;
            }
            return h;
        }
    }

    static class OfClass {
        private static final String NAME = "a".repeat(3);
        private static String cache;

        static String get() {
            String text = cache;
            if (text == null) {
                text = NAME.concat("b");
                cache = text;
            }
            return text;
        }
    }

    static class SetInConstructor {
        private final int x = Integer.parseInt("1");
        private int cache;

        SetInConstructor() {
            cache = 0;
        }

        int get() {
            int h = cache;
            if (h == 0) {
                h = x;
                cache = h;
            }
            return h;
        }
    }
}
