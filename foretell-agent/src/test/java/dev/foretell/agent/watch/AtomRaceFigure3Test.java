// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.agent.mode.ProbeGroup;
import dev.foretell.agent.mode.ProbePlaces;
import dev.foretell.agent.mode.ProbePlan;
import dev.foretell.agent.watch.WatcherRig.Access;
import dev.foretell.agent.watch.WatcherRig.Cell;
import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.options.AgentOptions;
import dev.foretell.trace.options.WatchOptions;
import dev.foretell.trace.section.SectionLog;
import dev.foretell.trace.watch.WatchEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Figure 3 of the AtomRace paper and what its text adds: several ends, overlapping, circular and recursive sections,
 * exits.
 */
class AtomRaceFigure3Test {
    private static final String X = Cell.class.getName() + ".x";

    @TempDir
    private Path directory;

    private final Cell cell = new Cell();
    private WatcherRig program;
    private WatchedThread one;
    private WatchedThread two;

    /** Sites are of classes {@code p.C1, p.C2, …} in the order in which they are made. */
    private void watch(String... lines) throws IOException {
        Path file = directory.resolve("test.sections");
        Files.writeString(
                file, "foretell sections 1\n" + String.join("\n", lines).replace("X", X) + "\n");
        program = new WatcherRig(directory.resolve("out"), AgentOptions.NONE.with(WatchOptions.SECTIONS, file));
        one = program.thread("one");
        two = program.thread("two");
    }

    private static String place(int number) {
        return "[p.C" + number + ".run()V @0]";
    }

    private Access read() {
        return program.access(one, cell, "x", false);
    }

    private Access write() {
        return program.access(one, cell, "x", true);
    }

    private Access by(WatchedThread thread, Access access) {
        return new Access(thread, access.target(), access.index(), access.site(), access.write());
    }

    private Access other(boolean write) {
        return program.access(two, cell, "x", write);
    }

    /** Making a site executes it once; sections that it opened are closed here. */
    private void clear() {
        one.sections.open.clear();
        two.sections.open.clear();
    }

    private List<WatchEvent> violations() throws IOException {
        return program.sightings().stream()
                .filter(sighting -> sighting.kind().equals(WatchEvent.ATOMICITY))
                .toList();
    }

    private SectionLog log() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("out"))) {
            return SectionLog.read(files.filter(file -> file.toString().endsWith(".sections"))
                    .findFirst()
                    .orElseThrow());
        }
    }

    @Test
    void aWriteBetweenReadAndWriteViolatesTheSection() throws IOException {
        watch("section X", "enter read " + place(1), "end write " + place(2));
        Access load = read();
        Access store = write();
        Access intruder = other(true);
        clear();
        load.whole();
        store.whole();
        assertThat(violations()).isEmpty();
        load.whole();
        intruder.whole();
        store.whole();
        assertThat(violations()).hasSize(1);
        assertThat(violations().get(0).spots())
                .extracting(spot -> spot.thread() + " " + spot.site().op())
                .containsExactly("one READ", "two WRITE", "one WRITE");
        assertThat(log().seen()).containsExactly(new SectionLog.Branch(0, 0));
        assertThat(log().violations()).hasSize(1);
        load.whole();
        intruder.whole();
        store.whole();
        assertThat(violations()).as("reported once").hasSize(1);
    }

    @Test
    void anAccessThatTheEndAllowsIsNoViolation() throws IOException {
        watch(
                "section X",
                "enter read " + place(1),
                "end write " + place(2) + " allow read",
                "end read " + place(3) + " allow read write");
        Access load = read();
        Access store = write();
        Access look = read();
        Access reads = other(false);
        Access writes = other(true);
        clear();
        load.whole();
        reads.whole();
        store.whole();
        load.whole();
        writes.whole();
        look.whole();
        assertThat(violations()).isEmpty();
        load.whole();
        writes.whole();
        store.whole();
        assertThat(violations()).hasSize(1);
        assertThat(log().seen()).hasSize(2);
    }

    @Test
    void onlyAccessesThatAreCertainlyBetweenCount() throws IOException {
        watch("section X", "enter read " + place(1), "end write " + place(2));
        Access load = read();
        Access store = write();
        Access intruder = other(true);
        clear();
        intruder.before(); // begins before the entry, and may have happened before it
        load.whole();
        intruder.after();
        store.whole();
        load.whole();
        intruder.before();
        store.whole();
        intruder.after(); // may have happened after the end
        load.whole();
        store.before();
        intruder.whole(); // may have happened after the end, too
        store.after();
        load.whole();
        intruder.before(); // fails
        store.whole();
        assertThat(violations()).isEmpty();
    }

    @Test
    void otherObjectsAndTheThreadItselfDoNotMatter() throws IOException {
        watch("section X", "enter read " + place(1), "end write " + place(2));
        Access load = read();
        Access store = write();
        Access elsewhere = program.access(two, new Cell(), "x", true);
        Access own = write();
        clear();
        load.whole();
        elsewhere.whole();
        own.whole();
        store.whole();
        assertThat(violations()).isEmpty();
    }

    @Test
    void twoThreadsInTheirSectionsAtOnceAreBothFollowed() throws IOException {
        watch("section X", "enter read " + place(1), "end write " + place(2));
        Access load = read();
        Access store = write();
        clear();
        load.whole();
        by(two, load).whole();
        store.whole(); // fine: two has only read
        assertThat(violations()).isEmpty();
        by(two, store).whole(); // one has written meanwhile
        assertThat(violations()).hasSize(1);
        assertThat(violations().get(0).spots().get(1).thread()).isEqualTo("one");
    }

    @Test
    void anEndMayBeTheEntryOfTheNextSection() throws IOException {
        watch(
                "section X",
                "enter read " + place(1),
                "end read " + place(2),
                "section X",
                "enter read " + place(2),
                "end write " + place(3));
        Access first = read();
        Access second = read();
        Access third = write();
        Access intruder = other(true);
        clear();
        first.whole();
        second.whole();
        intruder.whole();
        third.whole();
        assertThat(violations()).hasSize(1);
        assertThat(violations().get(0).spots().get(0).site().className()).isEqualTo("p.C2");
        first.whole();
        intruder.whole();
        second.whole();
        third.whole();
        assertThat(violations()).hasSize(2);
    }

    @Test
    void aCircularSectionEndsInTheNextIteration() throws IOException {
        watch("section X", "enter read " + place(1), "end read " + place(1));
        Access poll = read();
        Access intruder = other(true);
        clear();
        poll.whole();
        assertThat(one.sections.open).hasSize(1);
        intruder.whole();
        poll.whole();
        assertThat(violations()).hasSize(1);
        assertThat(one.sections.open).as("restarts").hasSize(1);
        poll.whole();
        assertThat(log().violations()).hasSize(1);
    }

    @Test
    void aRecursiveSectionEndsWhenItWasLeftAsOftenAsEntered() throws IOException {
        watch("section X", "enter read " + place(1), "end write " + place(2), "recursive");
        Access load = read();
        Access store = write();
        Access intruder = other(true);
        clear();
        load.whole();
        load.whole();
        store.whole();
        assertThat(one.sections.open).hasSize(1);
        intruder.whole();
        assertThat(violations()).isEmpty();
        store.whole();
        assertThat(violations()).hasSize(1);
        assertThat(one.sections.open).isEmpty();
    }

    @Test
    void aSectionThatIsEnteredAgainRestarts() throws IOException {
        watch("section X", "enter read " + place(1), "end write " + place(2));
        Access load = read();
        Access store = write();
        Access intruder = other(true);
        clear();
        load.whole();
        intruder.whole();
        load.whole();
        store.whole();
        assertThat(violations()).isEmpty();
    }

    @Test
    void anExitReportsNothing() throws IOException {
        watch(
                "section X",
                "enter read " + place(1),
                "end write " + place(2),
                "exit " + place(9),
                "exit on throw [p.D.work()V]");
        Access load = read();
        Access store = write();
        Access intruder = other(true);
        int thrown = exitSite("p.D", "work()V", "p.D.work!");
        int returned = exitSite("p.D", "work()V", "p.D.work");
        int reached = exitSite("p.C9", "run()V", "");
        clear();
        for (int exit : new int[] {thrown, reached}) {
            load.whole();
            intruder.whole();
            one.regionEnd(exit);
            store.whole();
        }
        assertThat(violations()).isEmpty();
        load.whole();
        intruder.whole();
        one.regionEnd(returned);
        store.whole();
        assertThat(violations()).hasSize(1);
    }

    private int exitSite(String className, String method, String what) {
        Site site = new Site(className, method, "D.java", 1, 0, EventKind.REGION_END, what);
        return program.watcher.define(
                new ClassInfo(className, "java.lang.Object", List.of(), "00", List.of(), List.of(site)));
    }

    @Test
    void plansProbesAtTheExitsOfSections() throws IOException {
        watch(
                "section X",
                "enter read " + place(1),
                "end write " + place(2),
                "exit [p.C9.run()V @7]",
                "exit at D.java:12",
                "exit on return [p.D.work()V]");
        ProbePlan plan = program.watcher.plan();
        ProbePlaces places = plan.places();
        assertThat(places.before("p.C9", "run()V", "C.java", 3, 7, false)).isTrue();
        assertThat(places.before("p.C9", "run()V", "C.java", 3, 8, false)).isFalse();
        assertThat(places.before("p.D", "work()V", "D.java", 12, 4, true)).isTrue();
        assertThat(places.before("p.D", "work()V", "D.java", 12, 5, false)).isFalse();
        assertThat(places.atEndOf("p.D", "work()V", "D.java")).isTrue();
        assertThat(places.atEndOf("p.D", "rest()V", "D.java")).isFalse();
        assertThat(plan.has(ProbeGroup.VOLATILE)).isTrue();
    }

    @Test
    void anExitOfTheMethodItself() throws IOException {
        watch("section X", "enter read at C.java:1", "end write at C.java:2", "exit on return");
        assertThat(program.watcher.plan().places().atEndOf("p.C1", "run()V", "C.java"))
                .isTrue();
        assertThat(program.watcher.plan().places().atEndOf("p.C1", "run()V", "D.java"))
                .isFalse();
        Site load = new Site("p.C1", "run()V", "C.java", 1, 0, EventKind.READ, X);
        Site left = new Site("p.C1", "run()V", "C.java", 1, 0, EventKind.REGION_END, "p.C1.run");
        Site elsewhere = new Site("p.C1", "walk()V", "C.java", 1, 0, EventKind.REGION_END, "p.C1.walk");
        int first = program.watcher.define(
                new ClassInfo("p.C1", "java.lang.Object", List.of(), "00", List.of(), List.of(load, left, elsewhere)));
        Access entry = new Access(one, cell, WatchedThread.FIELD, first, false);
        entry.whole();
        entry.whole();
        assertThat(one.sections.open).hasSize(1);
        one.regionEnd(first + 2);
        assertThat(one.sections.open).hasSize(1);
        one.regionEnd(first + 1);
        assertThat(one.sections.open).isEmpty();
    }

    @Test
    void aSectionWithoutAnythingForbiddenIsNotWatched() throws IOException {
        watch("section X", "enter read " + place(1), "end write " + place(2) + " allow read write");
        Access load = read();
        assertThat(program.watcher.siteActions.control()[load.site()]).isPositive();
        assertThat(program.watcher.plan().has(ProbeGroup.VOLATILE)).isFalse();
    }

    @Test
    void volatilesCanBeInSectionsButDoNotRace() throws IOException {
        watch("section X", "enter read " + place(1), "end write " + place(2));
        int load = program.site(EventKind.VOLATILE_READ, "x");
        int store = program.site(EventKind.VOLATILE_WRITE, "x");
        int strange = program.site(EventKind.VOLATILE_WRITE, "x");
        for (int site : new int[] {load, store, strange}) {
            one.afterVolatile(cell, site);
        }
        clear();
        one.beforeVolatile(cell, load);
        one.afterVolatile(cell, load);
        two.beforeVolatile(cell, strange);
        two.afterVolatile(cell, strange);
        one.beforeVolatile(cell, store);
        two.beforeVolatile(cell, strange);
        two.afterVolatile(cell, strange);
        one.afterVolatile(cell, store);
        assertThat(program.sightings()).hasSize(1);
        assertThat(violations()).hasSize(1);
    }

    @Test
    void aChangedClassIsReported() throws IOException {
        watch("class p.C1 77", "section X", "enter read " + place(1), "end write " + place(2));
        Access load = read();
        clear();
        load.whole();
        assertThat(one.sections.open).isEmpty();
        assertThat(program.lines()).anySatisfy(line -> assertThat(line.get(1)).contains("p.C1 has changed"));
    }
}
