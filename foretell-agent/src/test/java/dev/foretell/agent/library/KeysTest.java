package dev.foretell.agent.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class KeysTest {
    private final Keys keys = new Keys();

    @Test
    void tellsApartWhatIsNotEqual() {
        List<Object> different =
                List.of("a", "b", 1, 2, 1L, 'a', true, String.class, Integer.class, TimeUnit.DAYS, TimeUnit.HOURS);
        Set<Integer> numbers = new HashSet<>();
        different.forEach(key -> numbers.add(keys.number(key)));
        assertThat(numbers).hasSize(different.size()).doesNotContain(Keys.ALL).allMatch(number -> number > 0);
        different.forEach(key -> assertThat(numbers).contains(keys.number(key)));
        assertThat(keys.number(new String("a"))).isEqualTo(keys.number("a"));
        assertThat(keys.number(String.class)).isEqualTo(keys.number(String.class));
    }

    @Test
    void asksNoCodeOfTheProgram() {
        Object key = new Object() {
            @Override
            public boolean equals(Object other) {
                throw new AssertionError();
            }

            @Override
            public int hashCode() {
                throw new AssertionError();
            }
        };
        assertThat(keys.number(key)).isEqualTo(Keys.ALL);
    }
}
