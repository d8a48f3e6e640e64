// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.agent.watch.WatcherRig.Access;
import dev.foretell.agent.watch.WatcherRig.Cell;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.watch.WatchEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figure 2 of the AtomRace paper: two accesses race when one begins before the other has ended. */
class AtomRaceFigure2Test {
    @TempDir
    private Path directory;

    private WatcherRig program;
    private WatchedThread one;
    private WatchedThread two;
    private final Cell cell = new Cell();

    @BeforeEach
    void start() {
        program = new WatcherRig(directory);
        one = program.thread("one");
        two = program.thread("two");
    }

    /** Whether a race is reported for two accesses in this order of their four probes: 1 and 2 begin, a and b end. */
    private boolean raced(Access first, Access second, String order) {
        for (char end : order.toCharArray()) {
            switch (end) {
                case '1' -> first.before();
                case 'a' -> first.after();
                case '2' -> second.before();
                default -> second.after();
            }
        }
        return program.raced(first, second);
    }

    @Test
    void reportsOverlappingAccessesOfWhichOneWrites() {
        Object[] noTarget = {null};
        for (String what : List.of("x", "s")) {
            for (boolean firstWrites : new boolean[] {false, true}) {
                for (boolean secondWrites : new boolean[] {false, true}) {
                    for (String order : List.of("1a2b", "2b1a", "12ab", "12ba", "21ab", "21ba")) {
                        Object target = what.equals("s") ? noTarget[0] : cell;
                        Access first = program.access(one, target, what, firstWrites);
                        Access second = program.access(two, target, what, secondWrites);
                        boolean overlap = !order.equals("1a2b") && !order.equals("2b1a");
                        assertThat(raced(first, second, order))
                                .as("%s %s %s %s", what, firstWrites, secondWrites, order)
                                .isEqualTo(overlap && (firstWrites || secondWrites));
                    }
                }
            }
        }
    }

    @Test
    void reportsOverlappingAccessesToOneElement() {
        int[] array = new int[4];
        for (String order : List.of("12ab", "12ba", "21ab", "21ba")) {
            assertThat(raced(
                            program.access(one, array, "int[]", 2, true),
                            program.access(two, array, "int[]", 2, true),
                            order))
                    .as(order)
                    .isTrue();
            assertThat(raced(
                            program.access(one, array, "int[]", 2, true),
                            program.access(two, array, "int[]", 2, false),
                            order))
                    .as(order)
                    .isEqualTo(!order.equals("21ab")); // a whole write inside a read leaves no trace that proves it
        }
        assertThat(raced(
                        program.access(one, array, "int[]", 2, true),
                        program.access(two, array, "int[]", 2, true),
                        "1a2b"))
                .isFalse();
    }

    @Test
    void comparesObjectAndField() {
        Access mine = program.access(one, cell, "x", true);
        assertThat(raced(mine, program.access(two, new Cell(), "x", true), "12ab"))
                .isFalse();
        assertThat(raced(mine, program.access(two, cell, "y", true), "12ab")).isFalse();
        assertThat(raced(mine, program.access(two, cell, "x", true), "12ab")).isTrue();
    }

    @Test
    void doesNotMistakeArraysThatShareAWord() {
        int[] mine = new int[1 << 16];
        int[] theirs = new int[1 << 16];
        int distance = System.identityHashCode(mine) - System.identityHashCode(theirs) & (1 << 16) - 1;
        assertThat(SiteActions.slotOf(mine, 0)).isEqualTo(SiteActions.slotOf(theirs, distance));
        for (String order : List.of("12ab", "12ba", "21ab", "21ba")) {
            Access first = program.access(one, mine, "int[]", 0, true);
            Access second = program.access(two, theirs, "int[]", distance, true);
            assertThat(raced(first, second, order)).as(order).isFalse();
        }
    }

    @Test
    void reportsNothingForAnAccessThatFailed() {
        Access failed = program.access(one, cell, "x", true);
        failed.before(); // and has no second probe
        Access later = program.access(two, cell, "x", false);
        later.whole();
        later.whole();
        Access again = program.access(one, cell, "y", true);
        again.whole();
        later.whole();
        assertThat(program.raced(failed, later)).isFalse();
    }

    @Test
    void doesNotWatchTheFirstExecutionOfASite() {
        // a static access may run a class initialiser, with locks and all, between its two probes
        int site = program.site(EventKind.WRITE, "s");
        Access first = new Access(one, null, WatchedThread.STATIC, site, true);
        Access second = program.access(two, null, "s", true);
        assertThat(raced(first, second, "12ba")).isFalse();
        assertThat(raced(first, second, "12ba")).isTrue();
    }

    @Test
    void doesNotWatchClassInitialisers() {
        Access first = program.access(one, cell, "x", true);
        Access second = program.access(two, cell, "x", true);
        one.enterInitializer(0);
        assertThat(raced(first, second, "12ab")).isFalse();
        one.exitInitializer(0);
        assertThat(raced(first, second, "12ab")).isTrue();
    }

    @Test
    void reportsThreadsAndStacks() throws Exception {
        Access first = program.access(one, cell, "x", true);
        Access second = program.access(two, cell, "x", false);
        raced(first, second, "12ba");
        raced(first, second, "12ba");
        List<WatchEvent> reported = program.sightings();
        assertThat(reported).hasSize(1);
        WatchEvent race = reported.get(0);
        assertThat(race.kind()).isEqualTo("race");
        assertThat(race.variable()).endsWith("Cell.x");
        assertThat(race.object()).contains("Cell@");
        assertThat(race.spots()).extracting(WatchEvent.Spot::thread).containsExactlyInAnyOrder("one", "two");
        assertThat(race.spots()).allSatisfy(spot -> assertThat(spot.stack()).isNotEmpty());
        assertThat(program.watcher.races.times(first.site(), second.site())).isGreaterThanOrEqualTo(2);
    }

    @Test
    void wordsOfTwoLoadersClassesAreNotMixedUp() {
        Access first = program.access(one, null, "s", true);
        program.watcher.define(new dev.foretell.trace.ClassInfo(
                Cell.class.getName(), "java.lang.Object", List.of(), "01", List.of(), List.of()));
        Access second = program.access(two, null, "s", true);
        assertThat(raced(first, second, "12ab")).isFalse();
    }

    /** The oracle: in every schedule, also with failing accesses, only overlapping accesses are reported. */
    @Test
    void neverReportsAccessesThatDidNotOverlap() {
        Random random = new Random(7);
        Cell secondCell = new Cell();
        int[] array = new int[2];
        int[] another = new int[2];
        Object[] references = new Object[2];
        List<WatchedThread> threads = List.of(one, two, program.thread("three"));
        List<List<Access>> sites = new ArrayList<>();
        for (WatchedThread thread : threads) {
            List<Access> all = new ArrayList<>();
            for (boolean write : new boolean[] {false, true}) {
                for (Cell target : List.of(cell, secondCell)) {
                    all.add(program.access(thread, target, "x", write));
                    all.add(program.access(thread, target, "y", write));
                }
                all.add(program.access(thread, null, "s", write));
                all.add(program.access(thread, array, "int[]", 0, write));
                all.add(program.access(thread, array, "int[]", 1, write));
                all.add(program.access(thread, another, "int[]", 0, write));
                all.add(program.access(thread, references, "Object[]", 0, write));
            }
            sites.add(all);
        }
        Access[] open = new Access[threads.size()];
        List<Set<Access>> overlapping = new ArrayList<>();
        threads.forEach(thread -> overlapping.add(new HashSet<>()));
        int reported = 0;
        for (int step = 0; step < 200_000; step++) {
            int thread = random.nextInt(threads.size());
            if (open[thread] == null) {
                List<Access> choice = sites.get(thread);
                boolean usual = random.nextInt(10) > 0; // mostly all access the same variable
                open[thread] =
                        choice.get(usual ? choice.size() / 2 * random.nextInt(2) : random.nextInt(choice.size()));
                open[thread].before();
                overlapping.get(thread).clear();
                for (int other = 0; other < open.length; other++) {
                    if (other != thread && open[other] != null) {
                        overlapping.get(thread).add(open[other]);
                        overlapping.get(other).add(open[thread]);
                    }
                }
            } else if (random.nextInt(50) == 0) {
                open[thread] = null; // ended by an exception, so that there is no second probe
            } else {
                reported += endAndCheck(open[thread], sites, overlapping.get(thread));
                open[thread] = null;
            }
        }
        assertThat(reported).isGreaterThan(10_000);
    }

    /** What is reported at the end of an access conflicts with it and has overlapped with it. */
    private int endAndCheck(Access access, List<List<Access>> sites, Set<Access> overlapping) {
        Map<Access, Long> before = new HashMap<>();
        sites.forEach(all ->
                all.forEach(other -> before.put(other, program.watcher.races.times(access.site(), other.site()))));
        access.after();
        int reported = 0;
        for (Map.Entry<Access, Long> entry : before.entrySet()) {
            Access other = entry.getKey();
            if (program.watcher.races.times(access.site(), other.site()) > entry.getValue()) {
                reported++;
                assertThat(overlapping).as("%s", access).contains(other);
                assertThat(access.conflicts(other)).as("%s %s", access, other).isTrue();
            }
        }
        return reported;
    }
}
