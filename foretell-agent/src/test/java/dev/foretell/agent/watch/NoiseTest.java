// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.agent.watch.WatcherRig.Access;
import dev.foretell.agent.watch.WatcherRig.Cell;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.options.AgentOptions;
import dev.foretell.trace.options.WatchOptions;
import dev.foretell.trace.options.WatchOptions.Delay;
import dev.foretell.trace.options.WatchOptions.NoiseSettings;
import dev.foretell.trace.options.WatchOptions.Where;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Noise is injected where the options name it, and accesses at special sites find each other. */
class NoiseTest {
    private static final String X = Cell.class.getName() + ".x";

    @TempDir
    private Path directory;

    private final Cell cell = new Cell();

    private WatcherRig watched(Where where, int perMille, Delay delay, long micros, List<String> names) {
        AgentOptions options = new NoiseSettings(where, perMille, delay, micros)
                .addTo(AgentOptions.NONE)
                .with(WatchOptions.VARIABLES, names)
                .with(WatchOptions.PLACES, names)
                .with(WatchOptions.SEED, 5L);
        return new WatcherRig(directory, options);
    }

    @Test
    void onlyTheNamedVariableIsSpecial() {
        WatcherRig program = watched(Where.VARIABLES, 1000, Delay.YIELD, 0, List.of(X));
        WatchedThread one = program.thread("one");
        int x = program.access(one, cell, "x", true).site();
        int y = program.access(one, cell, "y", true).site();
        assertThat(program.watcher.siteActions.control()[x]).isEqualTo(SiteActions.SPECIAL);
        assertThat(program.watcher.siteActions.control()[y]).isPositive();
    }

    @Test
    void aNamedSiteMakesAllSitesOfItsVariableSpecial() {
        WatcherRig program = watched(Where.PLACES, 1000, Delay.YIELD, 0, List.of("p.C2.run:2"));
        WatchedThread one = program.thread("one");
        int before = program.access(one, cell, "x", true).site();
        int named = program.access(one, cell, "x", true).site();
        int after = program.access(one, cell, "x", false).site();
        int other = program.access(one, cell, "y", true).site();
        for (int site : new int[] {before, named, after}) {
            assertThat(program.watcher.siteActions.control()[site]).isEqualTo(SiteActions.SPECIAL);
        }
        assertThat(program.watcher.siteActions.control()[other]).isPositive();
    }

    private static Access first(WatcherRig program, String thread, Cell cell, String what, ClassLoader loader) {
        int site = program.site(EventKind.WRITE, what);
        if (loader != null) {
            program.watcher.loadedBy(
                    loader, program.watcher.siteActions.site(site).className());
        }
        boolean isStatic = what.equals("s");
        int index = isStatic ? WatchedThread.STATIC : WatchedThread.FIELD;
        return new Access(program.thread(thread), isStatic ? null : cell, index, site, true);
    }

    /** The first execution of a site is watched when its class and the object's are of one loader. */
    @Test
    void theFirstExecutionCountsWhereNoClassHasToBeLoaded() {
        WatcherRig program = watched(Where.ANYWHERE, 1000, Delay.YIELD, 0, List.of());
        ClassLoader here = Cell.class.getClassLoader();
        Access one = first(program, "one", cell, "x", here);
        Access two = first(program, "two", cell, "x", here);
        play(one, two, "12ab");
        assertThat(program.raced(one, two)).isTrue();
        for (ClassLoader other : new ClassLoader[] {null, here.getParent()}) {
            one = first(program, "one", cell, "x", other);
            two = first(program, "two", cell, "x", other);
            play(one, two, "12ab");
            assertThat(program.raced(one, two)).isFalse();
            play(one, two, "12ab");
            assertThat(program.raced(one, two)).isTrue();
        }
    }

    /** A static field of another class may have to be initialised first, and null is no object. */
    @Test
    void theFirstExecutionAtStaticFieldsOfOthersDoesNotCount() {
        WatcherRig program = watched(Where.ANYWHERE, 1000, Delay.YIELD, 0, List.of());
        ClassLoader here = Cell.class.getClassLoader();
        Access one = first(program, "one", cell, "s", here);
        Access two = first(program, "two", cell, "s", here);
        play(one, two, "12ab");
        assertThat(program.raced(one, two)).isFalse();
        Access none = first(program, "one", null, "x", here);
        none.before(); // then an exception
        assertThat(program.watcher.siteActions.control()[none.site()]).isEqualTo(SiteActions.UNLINKED);
    }

    @Test
    void ongoingAccessesFindEveryOverlapAndNothingElse() {
        WatcherRig program = watched(Where.ANYWHERE, 1000, Delay.YIELD, 0, List.of());
        WatchedThread one = program.thread("one");
        WatchedThread two = program.thread("two");
        int[] array = new int[3];
        for (String order : List.of("1a2b", "2b1a", "12ab", "12ba", "21ab", "21ba")) {
            for (boolean firstWrites : new boolean[] {false, true}) {
                for (boolean secondWrites : new boolean[] {false, true}) {
                    boolean overlap = !order.equals("1a2b") && !order.equals("2b1a");
                    Access first = program.access(one, cell, "x", firstWrites);
                    Access second = program.access(two, cell, "x", secondWrites);
                    play(first, second, order);
                    assertThat(program.raced(first, second)).isEqualTo(overlap && (firstWrites || secondWrites));
                    Access element = program.access(one, array, "int[]", 1, firstWrites);
                    Access same = program.access(two, array, "int[]", 1, secondWrites);
                    play(element, same, order);
                    assertThat(program.raced(element, same)).isEqualTo(overlap && (firstWrites || secondWrites));
                    Access another = program.access(two, array, "int[]", 2, secondWrites);
                    play(element, another, order);
                    assertThat(program.raced(element, another)).isFalse();
                }
            }
        }
    }

    private static void play(Access first, Access second, String order) {
        for (char end : order.toCharArray()) {
            switch (end) {
                case '1' -> first.before();
                case 'a' -> first.after();
                case '2' -> second.before();
                default -> second.after();
            }
        }
    }

    @Test
    void anOngoingAccessThatFailedReportsNothing() {
        WatcherRig program = watched(Where.ANYWHERE, 1000, Delay.YIELD, 0, List.of());
        WatchedThread one = program.thread("one");
        WatchedThread two = program.thread("two");
        Object[] array = new Object[1];
        Access failing = program.access(one, array, "Object[]", 0, true);
        Access other = program.access(two, array, "Object[]", 0, true);
        failing.before();
        other.whole(); // cannot know that the other one failed
        Access next = program.access(one, cell, "x", true);
        next.whole();
        other.whole();
        assertThat(program.raced(failing, other)).isFalse();
        other.before();
        failing.before(); // fails too, while the other one is open
        other.after();
        next.whole();
        assertThat(program.raced(failing, other)).isFalse();
        play(failing, other, "12ab");
        assertThat(program.raced(failing, other)).isTrue();
    }

    @Test
    @Timeout(60) // a hold that never happens must fail here instead of hanging the build
    void aHeldThreadIsMetAndGoesOn() throws Exception {
        long minute = 60_000_000L;
        WatcherRig program = watched(Where.VARIABLES, 1000, Delay.HOLD, minute, List.of("Cell.x", "WatcherRig$Cell.x"));
        int first = program.site(EventKind.WRITE, "x");
        int second = program.site(EventKind.READ, "x");
        program.thread("linker").afterWrite(cell, first);
        program.thread("linker").afterRead(cell, second);
        CountDownLatch attached = new CountDownLatch(1);
        Thread holder = new Thread(() -> {
            WatchedThread me = (WatchedThread) program.watcher.attach(Thread.currentThread());
            attached.countDown();
            me.write(cell, first);
            me.afterWrite(cell, first);
        });
        holder.start();
        attached.await();
        WatchedThread visitor = program.thread("visitor");
        while (!isHeld(program, first)) {
            Thread.sleep(1);
        }
        visitor.read(cell, second);
        visitor.afterRead(cell, second);
        holder.join();
        assertThat(program.watcher.races.times(first, second)).isEqualTo(1);
    }

    private static boolean isHeld(WatcherRig program, int site) {
        for (WatchedThread thread : program.watcher.threads()) {
            if (thread != null && thread.ongoing.variable() == program.watcher.siteActions.variable(site)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void choicesAreTheSameForTheSameSeed() {
        WatcherRig program = watched(Where.ANYWHERE, 500, Delay.YIELD, 0, List.of());
        WatcherRig again = watched(Where.ANYWHERE, 500, Delay.YIELD, 0, List.of());
        WatchedThread one = program.thread("one");
        WatchedThread other = again.thread("one");
        int sum = 0;
        for (int i = 0; i < 1000; i++) {
            int chance = one.random(1000);
            assertThat(other.random(1000)).isEqualTo(chance);
            sum += chance < 500 ? 1 : 0;
        }
        assertThat(sum).isBetween(400, 600);
    }
}
