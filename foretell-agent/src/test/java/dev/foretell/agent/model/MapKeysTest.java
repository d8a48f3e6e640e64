// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MapKeysTest {
    private final MapKeys keys = new MapKeys(new Compared());

    private void assertDifferent(Object... different) {
        Set<Integer> numbers = new HashSet<>();
        for (Object key : different) {
            numbers.add(keys.number(key));
        }
        assertThat(numbers)
                .hasSize(different.length)
                .doesNotContain(MapKeys.ALL)
                .allMatch(number -> number > 0);
        for (Object key : different) {
            assertThat(numbers).contains(keys.number(key));
        }
    }

    private void assertSame(Object one, Object other) {
        assertThat(keys.number(one)).isEqualTo(keys.number(other)).isNotEqualTo(MapKeys.ALL);
    }

    @Test
    void distinguishesKeysThatAreNotEqual() {
        assertDifferent("a", "b", 1, 2, 1L, 'a', true, 1.5, 1.5f, String.class, Integer.class, TimeUnit.DAYS);
        assertSame(new String("a"), "a");
        assertSame(String.class, String.class);
        assertSame(LocalDate.of(2020, 1, 2), LocalDate.of(2020, 1, 2));
    }

    @Test
    void distinguishesObjectsByIdentity() {
        Runnable lambda = () -> {};
        assertDifferent(
                new Object(), new Object(), new Token(), new Token(), new int[1], new Thread(), lambda, "a", List.of());
    }

    @Test
    void comparesTheFieldsThatEqualsCompares() {
        assertSame(new Seat("A", 1), new Seat(new String("A"), 1));
        assertDifferent(new Seat("A", 1), new Seat("A", 2), new Seat("B", 1), new Seat(null, 1), new Price("A", 1));
        Token token = new Token();
        assertSame(new Box(token), new Box(token));
        assertDifferent(new Box(token), new Box(new Token()), new Box(new Seat("A", 1)), new Box(null));
        assertSame(new Box(new Seat("A", 1)), new Box(new Seat("A", 1)));
    }

    @Test
    void comparesSubclassesAsTheirParentDoes() {
        assertSame(new Box("x"), new Box("x") {});
        assertDifferent(new Price("x", 1), new Price("x", 1) {});
    }

    @Test
    void comparesElementsOfContainersOfTheJdk() {
        assertSame(List.of("a", 1), java.util.Arrays.asList("a", 1));
        assertSame(Map.entry("a", 1), Map.entry("a", 1));
        assertSame(Optional.of(new Seat("A", 1)), Optional.of(new Seat("A", 1)));
        assertDifferent(List.of("a", 1), List.of(1, "a"), List.of("a"), List.of(List.of("a")));
    }

    @Test
    void callsNoCodeOfTheProgram() {
        assertThat(keys.number(new Silent())).isEqualTo(MapKeys.ALL);
        assertThat(keys.number(new HashOnly())).isEqualTo(MapKeys.ALL);
        assertThat(keys.number(List.of(new Silent()))).isEqualTo(MapKeys.ALL);
        assertThat(keys.number(new Box(new Silent()))).isEqualTo(MapKeys.ALL);
    }

    @Test
    void knowsFewNaturalOrders() {
        assertThat(keys.ordered("a")).isEqualTo(keys.ordered("a")).isNotEqualTo(keys.ordered("b"));
        assertThat(keys.ordered(TimeUnit.DAYS)).isNotEqualTo(MapKeys.ALL);
        assertThat(keys.ordered(new BigDecimal("1.0"))).isEqualTo(MapKeys.ALL);
        assertThat(keys.ordered(new Seat("A", 1))).isEqualTo(MapKeys.ALL);
    }

    @Test
    void givesNoNumbersBeyondItsLimit() {
        Set<Integer> numbers = new HashSet<>();
        for (int i = 0; i < 70_000; i++) {
            numbers.add(keys.number(i));
        }
        assertThat(numbers).hasSize((1 << 16) + 1).contains(MapKeys.ALL);
    }

    private static final class Token {}

    private record Seat(String row, int number) {}

    private static class Box {
        final Object content;

        Box(Object content) {
            this.content = content;
        }

        @Override
        public boolean equals(Object other) {
            throw new AssertionError();
        }

        @Override
        public int hashCode() {
            throw new AssertionError();
        }
    }

    private static class Price {
        final String of;
        final double amount;

        Price(String of, double amount) {
            this.of = of;
            this.amount = amount;
        }

        @Override
        public boolean equals(Object other) {
            throw new AssertionError();
        }

        @Override
        public int hashCode() {
            throw new AssertionError();
        }
    }

    private static final class Silent {
        @Override
        public boolean equals(Object other) {
            throw new AssertionError();
        }

        @Override
        public int hashCode() {
            throw new AssertionError();
        }
    }

    private static final class HashOnly {
        @Override
        public int hashCode() {
            throw new AssertionError();
        }
    }

    /** What the instrumenter reads from the classes above. */
    private static final class Compared implements LibraryModel.Program {
        @Override
        public boolean declares(Class<?> type, String name, String descriptor) {
            return List.of(type.getDeclaredMethods()).stream()
                    .anyMatch(method -> method.getName().equals(name));
        }

        @Override
        public boolean isInstrumented(Class<?> type) {
            return false;
        }

        @Override
        public Equality equality(Class<?> type) {
            if (type == Seat.class) {
                return new Equality(List.of(new Equality.Field("row", 'L'), new Equality.Field("number", 'I')), false);
            }
            if (type == Box.class) {
                return new Equality(List.of(new Equality.Field("content", 'L')), false);
            }
            if (type == Price.class) {
                return new Equality(List.of(new Equality.Field("of", 'L'), new Equality.Field("amount", 'D')), true);
            }
            return null;
        }
    }
}
