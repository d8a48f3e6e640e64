// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.agent.model.Equality;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class EqualsMethodTest {
    private static Equality of(Class<?> type) {
        String file = "/" + type.getName().replace('.', '/') + ".class";
        try (InputStream in = EqualsMethodTest.class.getResourceAsStream(file)) {
            return EqualsMethod.of(new ParsedClass(in.readAllBytes()));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> fields(Class<?> type) {
        return of(type).fields().stream()
                .map(field -> field.name() + " " + field.type())
                .toList();
    }

    @Test
    void knowsTheFieldsOfRecords() {
        assertThat(fields(Plain.class)).containsExactly("name L", "number I", "rows [");
    }

    @Test
    void findsTheFieldsThatAreCompared() {
        assertThat(fields(Written.class)).containsExactly("number J", "name L");
        assertThat(of(Written.class).sameClass()).isTrue();
        assertThat(fields(WithGetters.class)).containsExactly("name L", "weight D");
        assertThat(of(WithGetters.class).sameClass()).isFalse();
    }

    @Test
    void doesNotTrustWhatDoesMore() {
        assertThat(of(Counting.class)).isNull();
        assertThat(of(OfStatic.class)).isNull();
        assertThat(of(OfParent.class)).isNull();
        assertThat(of(OfElements.class)).isNull();
        assertThat(of(OwnRecord.class)).isNull();
        assertThat(of(Silent.class)).isNull();
    }

    record Plain(String name, int number, int[] rows) {
        static int count;
    }

    static class Written {
        private final String name;
        private final long number;
        private int cached;

        Written(String name, long number) {
            this.name = name;
            this.number = number;
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true;
            }
            if (other == null || getClass() != other.getClass()) {
                return false;
            }
            Written that = (Written) other;
            return number == that.number && Objects.equals(name, that.name);
        }

        @Override
        public int hashCode() {
            return cached == 0 ? cached = Objects.hash(name, number) : cached;
        }
    }

    static class WithGetters {
        private String name;
        private double weight;

        String getName() {
            return name;
        }

        double getWeight() {
            return weight;
        }

        boolean canEqual(Object other) {
            return other instanceof WithGetters;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof WithGetters that
                    && that.canEqual(this)
                    && getName().equals(that.getName())
                    && Double.compare(getWeight(), that.getWeight()) == 0;
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    static class Counting {
        int asked;

        @Override
        public boolean equals(Object other) {
            asked++;
            return other == this;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    static class OfStatic {
        static boolean strict;
        int number;

        @Override
        public boolean equals(Object other) {
            return other instanceof OfStatic that && (strict ? that == this : that.number == number);
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    static class OfParent extends Written {
        OfParent() {
            super("", 1);
        }

        @Override
        public boolean equals(Object other) {
            return super.equals(other);
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    static class OfElements {
        int[] numbers;

        @Override
        public boolean equals(Object other) {
            return other instanceof OfElements that && Arrays.equals(numbers, that.numbers);
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    record OwnRecord(String name) {
        @Override
        public boolean equals(Object other) {
            return other instanceof OwnRecord that && name.equalsIgnoreCase(that.name);
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    static class Silent {}
}
