// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.probe.Probes;
import dev.foretell.probe.ThreadInputs;
import dev.foretell.trace.InputKind;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InputProbesTest {
    private static final long MILLIS = 1_000_000_123_456L;

    private final InstrumentationRig rig = InstrumentationRig.recording();
    private final Class<?> asking = rig.load("sample.Asking");
    private final List<String> asked = new ArrayList<>();

    /** Answers everything in the same way. */
    private class Fixed extends ThreadInputs {
        private void note(int site) {
            asked.add(InputKind.describe(rig.sites.get(site)).replaceAll(" at .*", ""));
        }

        @Override
        public long nanos(long real, int site) {
            note(site);
            return 42;
        }

        @Override
        public long wall(long real, long unit, int site) {
            note(site);
            return MILLIS * 1_000_000;
        }

        @Override
        public long realWallOffset() {
            return System.currentTimeMillis() * 1_000_000 - MILLIS * 1_000_000;
        }

        @Override
        public long value(long real, int site) {
            note(site);
            return 7;
        }

        @Override
        public void unfit(int site) {
            asked.add("unfit");
        }

        @Override
        public void bytes(byte[] real, int site) {
            note(site);
            Arrays.fill(real, (byte) 3);
        }

        @Override
        public int hash(Object object, int real, int site) {
            note(site);
            return 99;
        }

        @Override
        public void outside(long print, int site) {
            note(site);
            asked.add("= " + print);
        }
    }

    @BeforeEach
    void answer() {
        Probes.current().inputs = new Fixed();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private Object call(String name) {
        asked.clear();
        return rig.call(asking, name);
    }

    @Test
    void passesTimesThrough() {
        assertThat(call("nanos")).isEqualTo(42L);
        assertThat(asked).containsExactly("System.nanoTime");
        assertThat(call("times")).isEqualTo(Collections.nCopies(8, MILLIS));
        assertThat(asked)
                .containsExactly(
                        "System.currentTimeMillis",
                        "Instant.now",
                        "LocalDateTime.now",
                        "ZonedDateTime.now",
                        "new Date",
                        "Calendar.getInstance",
                        "Clock.millis",
                        "Clock.instant");
        assertThat((List<?>) call("dates")).first().isEqualTo(LocalDate.of(2001, 9, 9));
    }

    /** With a replayed time of long ago, the program still waits for its whole time limit. */
    @Test
    void letsTheJdkWaitByTheRealClock() {
        assertThat(call("awaitUntil")).isEqualTo(true);
        assertThat(call("parkUntil")).isEqualTo(true);
        assertThat(call("timer")).isEqualTo(true);
    }

    @Test
    void passesTheLimitOfATimedWaitToTheMode() {
        List<String> limits = new ArrayList<>();
        try (InstrumentationRig holding = InstrumentationRig.directing()) {
            Probes.current().inputs = new Fixed() {
                @Override
                public void waiting(long nanos) {
                    limits.add("for " + nanos);
                }

                @Override
                public void waitingUntil(long wall) {
                    limits.add("until " + wall);
                }

                @Override
                public void waited() {
                    limits.add("waited");
                }
            };
            assertThat(holding.call(holding.load("sample.Asking"), "limited")).isEqualTo("nullfalse");
        }
        List<String> expected = new ArrayList<>();
        for (String limit : List.of(
                "for 3000000",
                "for 3000004",
                "for 1000000",
                "for 1000002",
                "for 5000000",
                "for 6",
                "for 7",
                "for 8000",
                "for 9",
                "for 10",
                "for 11",
                "for 12",
                "for 13",
                "until 14000000",
                "until 15000000")) {
            expected.add(limit);
            expected.add("waited");
        }
        expected.add("waited"); // join(0) has no limit
        assertThat(limits).isEqualTo(expected);
    }

    @Test
    void leavesTheProgramsOwnClocksAlone() {
        assertThat(call("ownClock")).isEqualTo(List.of(5L, 5L, 5L));
        assertThat(asked).isEmpty();
    }

    @Test
    void givesSeedsToGeneratorsWithoutOne() {
        List<Integer> shuffled = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8));
        Collections.shuffle(shuffled, new Random(7));
        assertThat(call("seeds"))
                .isEqualTo(List.of(
                        new Random(7).nextLong(),
                        new SplittableRandom(7).nextLong(),
                        new Random(7).nextLong(),
                        1,
                        shuffled));
        assertThat(call("seeded")).isEqualTo(new Random(3).nextInt(100));
        assertThat(asked).isEmpty();
    }

    @Test
    void passesFreshNumbersThrough() {
        assertThat(call("numbers")).isEqualTo(List.of(7, 7, 7, 7L, 7, true, 7L, (byte) 3, (byte) 3));
        assertThat(call("fractions")).isEqualTo(List.of(Double.longBitsToDouble(7), Double.longBitsToDouble(7)));
        assertThat(call("uuid")).isEqualTo(new UUID(7, 7));
    }

    @Test
    void keepsToTheBoundsAskedFor() {
        assertThat(call("small")).isEqualTo(true);
        assertThat(asked).containsExactly("ThreadLocalRandom.nextInt", "unfit");
    }

    @Test
    void answersIdentityHashCodesOnly() {
        assertThat(call("hashes")).isEqualTo(List.of(99, 99, 5, 99, 0));
    }

    @Test
    void seesMethodReferences() {
        assertThat(call("references"))
                .isEqualTo(Arrays.asList(
                        42L, MILLIS, MILLIS, new UUID(7, 7), 7, 7, new Random(7).nextLong(), MILLIS, 99, null));
        assertThat(asked)
                .contains("System.nanoTime", "Random.nextInt", "new Random", "new Date", "System.getenv", "= 0");
    }

    @Test
    void namesInputsFromTheEnvironment() {
        assertThat(call("environment")).isEqualTo("nullxnull");
        assertThat(asked)
                .containsExactly("System.getenv", "= 0", "System.getProperty", "= 120", "Integer.getInteger", "= 0");
    }

    @Test
    void namesInputsThatCannotBeReplayed() {
        assertThat(call("outside")).isEqualTo("false 120");
        assertThat(asked).containsExactly("Files.exists", "= 0", "StringReader.read", "= 120");
    }

    @Test
    void worksBeforeTheParentsConstructor() {
        assertThat(call("beforeSuper")).isEqualTo(new Random(7).nextLong() + 42);
    }

    /** The same exceptions with the same messages, thrown from the same frames of the program. */
    @Test
    void leavesExceptionsAsTheyAre() throws Exception {
        Class<?> plain = Class.forName("sample.Asking");
        for (String name : List.of("wrongBound", "missingRandom", "noZone")) {
            Throwable expected = (Throwable) InstrumentationRig.callPlain(plain, name);
            Throwable thrown = (Throwable) call(name);
            assertThat(thrown).hasSameClassAs(expected);
            assertThat(thrown.getMessage()).isEqualTo(expected.getMessage());
        }
    }

    @Test
    void callsRunAsTheyAreWhenTheModeTakesNoInputs() {
        Probes.current().inputs = null;
        assertThat((Long) call("nanos")).isNotEqualTo(42);
        assertThat((List<?>) call("times")).hasSize(8).noneMatch(time -> time.equals(MILLIS));
        assertThat((List<?>) call("numbers")).hasSize(9);
        assertThat((List<?>) call("hashes")).hasSize(5);
        assertThat(call("uuid")).isNotEqualTo(call("uuid"));
        assertThat(asked).isEmpty();
    }
}
