// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import static dev.foretell.trace.EventKind.ACQUIRE;
import static dev.foretell.trace.EventKind.ACQUIRE_SHARED;
import static dev.foretell.trace.EventKind.BEGIN;
import static dev.foretell.trace.EventKind.END;
import static dev.foretell.trace.EventKind.FORK;
import static dev.foretell.trace.EventKind.INIT_BEGIN;
import static dev.foretell.trace.EventKind.INIT_END;
import static dev.foretell.trace.EventKind.JOIN;
import static dev.foretell.trace.EventKind.PERMIT_ACQUIRE;
import static dev.foretell.trace.EventKind.PERMIT_RELEASE;
import static dev.foretell.trace.EventKind.PUBLISH;
import static dev.foretell.trace.EventKind.READ;
import static dev.foretell.trace.EventKind.RELEASE;
import static dev.foretell.trace.EventKind.RELEASE_SHARED;
import static dev.foretell.trace.EventKind.TRY_ACQUIRE_FAILED;
import static dev.foretell.trace.EventKind.TRY_PERMIT_FAILED;
import static dev.foretell.trace.EventKind.VOLATILE_READ;
import static dev.foretell.trace.EventKind.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.ClassInfo.FieldInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceReaderTest {
    private static final List<FieldInfo> FIELDS =
            List.of(new FieldInfo("x", 0), new FieldInfo("y", 0), new FieldInfo("v", 0x40), new FieldInfo("f", 0x10));

    @TempDir
    Path folder;

    private HandWrittenTrace trace;

    @BeforeEach
    void begin() throws IOException {
        trace = new HandWrittenTrace(folder);
        trace.thread(1, "main");
        trace.thread(2, "main/0");
        trace.placeless(1, BEGIN, 0);
        trace.placeless(2, BEGIN, 0);
    }

    private List<String> lines() throws IOException {
        List<String> lines = HandWrittenTrace.lines(trace.read());
        assertThat(lines.subList(0, 2)).containsExactly("main BEGIN", "main/0 BEGIN");
        return lines.subList(2, lines.size());
    }

    @Test
    void keepsOnlyVariablesThatSeveralThreadsUseAndOneWrites() throws IOException {
        int s = trace.define(
                "p.C", "", FIELDS, READ, "p.C.x", WRITE, "p.C.x", READ, "p.C.y", READ, "int[]", WRITE, "int[]");
        trace.plain(1, s + 1, 7, 0); // written here, read by the other
        trace.plain(1, s + 1, 8, 0); // used by one thread only
        trace.plain(1, s + 2, 7, 0); // never written
        trace.plain(1, s + 4, 9, 5); // this element is shared,
        trace.plain(1, s + 4, 9, 6); // this one is not
        trace.placeless(1, END, 0);
        trace.plain(2, s, 7, 0);
        trace.plain(2, s + 2, 7, 0);
        trace.plain(2, s + 3, 9, 5);
        trace.plain(2, s + 3, 9, 4);
        assertThat(lines())
                .containsExactly(
                        "main WRITE C.x/7",
                        "main WRITE int[]/9",
                        "main END",
                        "main/0 READ C.x/7",
                        "main/0 READ int[]/9");
    }

    @Test
    void countsOccurrencesOfWhatItLeavesOut() throws IOException {
        int s = trace.define("p.C", "", FIELDS, WRITE, "p.C.x");
        for (int object = 20; object < 25; object++) {
            trace.plain(1, s, object, 0);
        }
        trace.plain(1, s, 7, 0);
        trace.placeless(1, END, 0);
        trace.plain(2, s, 7, 0);
        Trace read = trace.read();
        assertThat(read.occurrence(2)).isEqualTo(6);
        assertThat(read.occurrence(4)).isEqualTo(1);
        assertThat(read.run().recordedAccesses()).isEqualTo(7);
        assertThat(read.run().recordedEvents()).isEqualTo(10);
        assertThat(read.site(s).what()).isEqualTo("p.C.x");
        assertThat(read.site(0)).isEqualTo(Site.UNKNOWN);
    }

    @Test
    void resolvesFieldsToTheClassThatDeclaresThem() throws IOException {
        int s = trace.define("p.Sub", "p.C", List.of(), WRITE, "p.Sub.x", READ, "p.Sub.f", WRITE, "p.Sub.f");
        int t = trace.define("p.C", "", FIELDS, READ, "p.C.x");
        trace.plain(1, s, 7, 0);
        trace.plain(1, s + 2, 7, 0);
        trace.placeless(1, END, 0);
        trace.plain(2, t, 7, 0);
        trace.plain(2, s + 1, 7, 0); // final: not data
        assertThat(lines()).containsExactly("main WRITE C.x/7", "main END", "main/0 READ C.x/7");
    }

    /** A site may access a plain field as volatile, as a VarHandle does, but not a volatile one as plain. */
    @Test
    void knowsVolatilesByTheFieldOrByTheSite() throws IOException {
        int s = trace.define("p.D", "", List.of(), WRITE, "p.C.v", VOLATILE_READ, "p.C.x", WRITE, "p.C.x");
        trace.define("p.C", "", FIELDS);
        trace.plain(1, s, 7, 0);
        trace.plain(1, s + 2, 7, 0);
        trace.placeless(1, END, 0);
        trace.sync(2, s + 1, 7, 0);
        trace.plain(2, s, 7, 0);
        assertThat(lines())
                .containsExactly(
                        "main VOLATILE_WRITE C.v/7",
                        "main WRITE C.x/7",
                        "main END",
                        "main/0 VOLATILE_READ C.x/7",
                        "main/0 VOLATILE_WRITE C.v/7");
    }

    @Test
    void ordersPlainAccessesBetweenTheNumbersTheySawAndCountsGuesses() throws IOException {
        int s = trace.define("p.C", "", FIELDS, WRITE, "p.C.x", ACQUIRE, "", RELEASE, "");
        trace.add(DefinitionRecord.type(3, "java.lang.Object"));
        trace.plain(2, s, 7, 0);
        trace.sync(1, s + 1, 50, 3);
        trace.plain(2, s, 7, 0);
        trace.sync(1, s + 2, 50, 3);
        trace.plain(1, s, 7, 0);
        trace.plain(2, s, 7, 0);
        Trace read = trace.read();
        assertThat(HandWrittenTrace.lines(read).subList(2, 8))
                .containsExactly(
                        "main/0 WRITE C.x/7",
                        "main ACQUIRE Object",
                        "main/0 WRITE C.x/7",
                        "main RELEASE Object",
                        "main WRITE C.x/7",
                        "main/0 WRITE C.x/7");
        assertThat(read.run().guessed()).isEqualTo(1);
    }

    @Test
    void marksWhereAThreadReliesOnAnInitialiserOfAnother() throws IOException {
        int parent = trace.define("p.P", "", FIELDS, INIT_BEGIN, "", INIT_END, "");
        int s = trace.define("p.C", "p.P", FIELDS, INIT_BEGIN, "", INIT_END, "", READ, "p.C.x");
        int t = trace.define("p.D", "", FIELDS, WRITE, "p.C.x", ACQUIRE, "", RELEASE, "");
        trace.sync(2, parent, 0, 0);
        trace.sync(2, parent + 1, 0, 0);
        trace.sync(1, s, 0, 0);
        trace.plain(2, s + 2, 9, 0); // before the end: not yet
        trace.sync(1, s + 1, 0, 0);
        trace.plain(1, s + 2, 9, 0);
        trace.sync(2, t + 1, 50, 0);
        trace.plain(2, t, 0, 0);
        trace.plain(2, s + 2, 9, 0);
        assertThat(lines())
                .containsExactly(
                        "main/0 INIT_BEGIN class0",
                        "main/0 INIT_END class0",
                        "main INIT_USE class0",
                        "main INIT_BEGIN class1",
                        "main INIT_END class1",
                        "main/0 ACQUIRE lock",
                        "main/0 INIT_USE class1");
    }

    @Test
    void keepsTheLastStartOfAThreadAndEndsThreadsThatJustStop() throws IOException {
        int s = trace.define("p.C", "", FIELDS, FORK, "", JOIN, "");
        trace.thread(3, "main/1");
        trace.thread(4, "main/2");
        trace.sync(1, s, 3, 0);
        trace.sync(1, s, 3, 0);
        trace.sync(1, s, 4, 0);
        trace.placeless(3, BEGIN, 0);
        trace.sync(1, s + 1, 3, 0);
        trace.sync(1, s + 1, 4, 0);
        Trace read = trace.read();
        List<String> lines = HandWrittenTrace.lines(read);
        assertThat(lines.subList(2, lines.size()))
                .containsExactly(
                        "main FORK main/1",
                        "main FORK main/2",
                        "main/1 BEGIN",
                        "main/1 END",
                        "main JOIN main/1",
                        "main JOIN main/2");
        assertThat(read.occurrence(2)).isEqualTo(2);
    }

    @Test
    void leavesOutMonitorEventsThatContradictOthers() throws IOException {
        int s = trace.define("p.C", "", FIELDS, ACQUIRE, "", RELEASE, "");
        trace.sync(1, s + 1, 50, 0);
        trace.sync(1, s, 50, 0);
        trace.sync(2, s, 50, 0);
        trace.sync(2, s + 1, 50, 0);
        trace.sync(1, s + 1, 50, 0);
        Trace read = trace.read();
        List<String> lines = HandWrittenTrace.lines(read);
        assertThat(lines.subList(2, lines.size())).containsExactly("main ACQUIRE lock", "main RELEASE lock");
        assertThat(read.run().warnings()).containsExactly("3 events contradict others and were left out.");
    }

    @Test
    void letsThreadsShareALock() throws IOException {
        int s = trace.define("p.C", "", FIELDS, ACQUIRE, "", RELEASE, "", ACQUIRE_SHARED, "", RELEASE_SHARED, "");
        trace.sync(1, s + 2, 50, 0);
        trace.sync(2, s + 2, 50, 0);
        trace.sync(2, s, 50, 0); // others share it
        trace.sync(1, s + 3, 50, 0);
        trace.sync(1, s + 3, 50, 0); // released already
        trace.sync(2, s + 3, 50, 0);
        trace.sync(2, s, 50, 0);
        trace.sync(1, s + 2, 50, 0); // held exclusively
        trace.sync(2, s + 2, 50, 0);
        trace.sync(2, s + 1, 50, 0);
        trace.sync(1, s + 2, 50, 0);
        Trace read = trace.read();
        List<String> lines = HandWrittenTrace.lines(read);
        assertThat(lines.subList(2, lines.size()))
                .containsExactly(
                        "main ACQUIRE_SHARED lock",
                        "main/0 ACQUIRE_SHARED lock",
                        "main RELEASE_SHARED lock",
                        "main/0 RELEASE_SHARED lock",
                        "main/0 ACQUIRE lock",
                        "main/0 ACQUIRE_SHARED lock",
                        "main/0 RELEASE lock",
                        "main ACQUIRE_SHARED lock");
        assertThat(read.run().warnings()).containsExactly("3 events contradict others and were left out.");
    }

    @Test
    void knowsWhichThreadIsInterrupted() throws IOException {
        int s = trace.define("p.C", "", FIELDS, PUBLISH, Site.INTERRUPT, PUBLISH, "");
        trace.add(DefinitionRecord.threadObject(60, 2));
        trace.add(DefinitionRecord.threadObject(61, 99)); // a thread that is not defined
        trace.sync(1, s, 60, 0);
        trace.sync(1, s, 61, 0);
        trace.sync(1, s, 62, 0);
        trace.sync(1, s + 1, 60, 0);
        Trace read = trace.read();
        int first = read.size() - 4;
        assertThat(read.threads().get(read.interruptedBy(first)).path()).isEqualTo("main/0");
        assertThat(List.of(read.interruptedBy(first + 1), read.interruptedBy(first + 2), read.interruptedBy(first + 3)))
                .containsOnly(-1);
        assertThat(read.target(first + 3)).isEqualTo(read.target(first));
    }

    @Test
    void knowsThePermitsOfSemaphores() throws IOException {
        int s = trace.define("p.C", "", FIELDS, PERMIT_ACQUIRE, "", PERMIT_RELEASE, "");
        trace.add(DefinitionRecord.type(3, "java.util.concurrent.Semaphore"));
        trace.add(DefinitionRecord.permits(60, 1));
        trace.add(DefinitionRecord.permits(60, 7));
        trace.add(DefinitionRecord.permits(61, -1));
        trace.sync(1, s, 60, 3);
        trace.sync(2, s, 60, 3); // none left
        trace.sync(2, s + 1, 60, 3);
        trace.sync(2, s, 60, 3);
        trace.sync(1, s + 1, 61, 0);
        Trace read = trace.read();
        List<String> lines = HandWrittenTrace.lines(read);
        assertThat(lines.subList(2, lines.size()))
                .containsExactly(
                        "main PERMIT_ACQUIRE Semaphore/1",
                        "main/0 PERMIT_RELEASE Semaphore/1",
                        "main/0 PERMIT_ACQUIRE Semaphore/1",
                        "main PERMIT_RELEASE semaphore/-1");
        assertThat(read.run().warnings()).containsExactly("1 events contradict others and were left out.");
    }

    /** A lock is held for longer than between its events, so a failed try may be recorded too late or too early. */
    @Test
    void movesFailedTriesToWhereAnotherThreadHoldsTheLock() throws IOException {
        int s = trace.define("p.C", "", FIELDS, ACQUIRE, "", RELEASE, "", TRY_ACQUIRE_FAILED, "", PERMIT_RELEASE, "");
        trace.sync(1, s, 50, 0);
        trace.sync(1, s + 1, 50, 0);
        trace.sync(2, s + 2, 50, 0); // goes before the release
        trace.sync(2, s + 3, 70, 0);
        trace.sync(1, s, 51, 0);
        trace.sync(1, s + 1, 51, 0);
        trace.sync(2, s + 3, 71, 0);
        trace.sync(2, s + 2, 51, 0); // the release goes behind it: its thread has done nothing since
        trace.sync(2, s + 2, 52, 0); // goes behind the acquire
        trace.sync(1, s + 3, 72, 0);
        trace.sync(1, s, 52, 0);
        trace.sync(2, s + 2, 53, 0); // the acquire goes before it
        trace.sync(2, s + 3, 73, 0);
        trace.sync(1, s, 53, 0);
        trace.sync(1, s + 2, 54, 0); // no thread holds it, as recorded
        Trace read = trace.read();
        List<String> lines = new ArrayList<>();
        for (int e = 2; e < read.size(); e++) {
            lines.add(read.thread(e) + " " + read.kind(e) + " " + read.target(e));
        }
        assertThat(lines)
                .containsExactly(
                        "0 ACQUIRE 0",
                        "1 TRY_ACQUIRE_FAILED 0",
                        "0 RELEASE 0",
                        "1 PERMIT_RELEASE 0",
                        "0 ACQUIRE 1",
                        "1 PERMIT_RELEASE 1",
                        "1 TRY_ACQUIRE_FAILED 1",
                        "0 RELEASE 1",
                        "0 PERMIT_RELEASE 2",
                        "0 ACQUIRE 2",
                        "1 TRY_ACQUIRE_FAILED 2",
                        "0 ACQUIRE 3",
                        "1 TRY_ACQUIRE_FAILED 3",
                        "1 PERMIT_RELEASE 3",
                        "0 TRY_ACQUIRE_FAILED 4");
        assertThat(read.run().warnings()).isEmpty();
    }

    @Test
    void movesFailedTriesForPermitsToWhereNoneIsLeft() throws IOException {
        int s = trace.define("p.C", "", FIELDS, PERMIT_ACQUIRE, "", PERMIT_RELEASE, "", TRY_PERMIT_FAILED, "");
        trace.add(DefinitionRecord.permits(60, 1));
        trace.sync(1, s, 60, 0);
        trace.sync(1, s + 1, 60, 0);
        trace.sync(2, s + 2, 60, 0); // goes before the permit is released
        trace.sync(2, s, 60, 0);
        trace.sync(2, s + 2, 60, 0);
        List<String> lines = HandWrittenTrace.lines(trace.read());
        assertThat(lines.subList(2, lines.size()))
                .containsExactly(
                        "main PERMIT_ACQUIRE semaphore/1",
                        "main/0 TRY_PERMIT_FAILED semaphore/1",
                        "main PERMIT_RELEASE semaphore/1",
                        "main/0 PERMIT_ACQUIRE semaphore/1",
                        "main/0 TRY_PERMIT_FAILED semaphore/1");
    }

    @Test
    void readsTracesOfTheVersionBefore() throws IOException {
        int s = trace.define("p.C", "", FIELDS, ACQUIRE, "", RELEASE, "");
        trace.setVersion(TraceFormat.OLDEST);
        trace.sync(1, s, 50, 0);
        trace.sync(1, s + 1, 50, 0);
        assertThat(HandWrittenTrace.lines(trace.read())).endsWith("main ACQUIRE lock", "main RELEASE lock");
        trace.setVersion(TraceFormat.VERSION + 1);
        assertThatThrownBy(trace::read).isInstanceOf(TraceException.class).hasMessageContaining("reads formats 1 to 2");
    }

    @Test
    void distinguishesStaticFieldsOfClassesWithTheSameName() throws IOException {
        int one = trace.define("p.C", "", FIELDS, WRITE, "p.C.x");
        int other = trace.define("p.C", "", FIELDS, WRITE, "p.C.x");
        int outside = trace.define("p.D", "", FIELDS, WRITE, "p.C.x", WRITE, "p.D.x");
        trace.plain(1, one, 0, 0);
        trace.plain(2, other, 0, 0);
        trace.plain(2, outside, 0, 0);
        trace.plain(1, outside + 1, 0, 0);
        trace.plain(2, outside + 1, 0, 0);
        Trace read = trace.read();
        List<String> lines = HandWrittenTrace.lines(read);
        assertThat(lines.subList(2, lines.size())).containsExactlyInAnyOrder("main WRITE D.x/0", "main/0 WRITE D.x/0");
        assertThat(read.run().warnings()).hasSize(1).first().asString().contains("class loaders");
    }

    @Test
    void usesNothingAfterTheFirstGap() throws IOException {
        int s = trace.define("p.C", "", FIELDS, WRITE, "p.C.x", ACQUIRE, "", RELEASE, "");
        trace.sync(1, s + 1, 50, 0);
        trace.plain(2, 999, 7, 0); // no class defines this site
        trace.sync(1, s + 2, 50, 0);
        trace.sync(1, s + 1, 50, 0);
        Trace read = trace.read();
        List<String> lines = HandWrittenTrace.lines(read);
        assertThat(lines.subList(2, lines.size())).containsExactly("main ACQUIRE lock");
        assertThat(read.run().complete()).isFalse();
        assertThat(read.run().warnings()).hasSize(1);
    }

    @Test
    void classesComeBackAsTheyWereDefined() throws IOException {
        trace.define("p.C", "java.lang.Object", FIELDS, WRITE, "p.C.x", READ, "int[]");
        trace.read();
        ClassInfo info = TraceReader.read(folder).classes().get("p.C");
        assertThat(info)
                .isEqualTo(new ClassInfo(
                        "p.C",
                        "java.lang.Object",
                        List.of(),
                        "0",
                        FIELDS,
                        List.of(
                                new Site("p.C", "m()V", "F.java", 0, 0, EventKind.WRITE, "p.C.x"),
                                new Site("p.C", "m()V", "F.java", 2, 2, EventKind.READ, "int[]"))));
    }

    /** A trace whose record claims so many predicted accesses before it. */
    private Trace readWithHits(Path folder, long hits) throws IOException {
        HandWrittenTrace trace = new HandWrittenTrace(folder);
        int first = trace.define("a.A", "java.lang.Object", List.of(), EventKind.WRITE, "int[]");
        trace.thread(1, "main");
        trace.placeless(1, EventKind.BEGIN, 0);
        trace.plain(1, first, 1, 0);
        trace.predicted(1, hits);
        trace.placeless(1, EventKind.END, 0);
        return trace.read();
    }

    @Test
    void countsNoMorePredictedAccessesThanARecordCanHave(@TempDir Path one, @TempDir Path other) throws IOException {
        Trace whole = readWithHits(one, TraceFormat.MAX_HITS);
        assertThat(whole.run().recordedEvents()).isEqualTo(3 + TraceFormat.MAX_HITS);
        assertThat(whole.run().complete()).isTrue();
        Trace claimed = readWithHits(other, 2_000_000_000L);
        assertThat(claimed.run().recordedEvents()).isLessThan(10);
        assertThat(claimed.run().complete()).isFalse();
    }

    @Test
    void siteNumbersBeyondTheFileEndTheDefinitions(@TempDir Path folder) throws IOException {
        HandWrittenTrace trace = new HandWrittenTrace(folder);
        Site site = new Site("a.A", "m()V", "A.java", 1, 1, EventKind.WRITE, "a.A.x");
        trace.add(DefinitionRecord.classDefined(
                2_000_000_000, new ClassInfo("a.A", "java.lang.Object", List.of(), "0", List.of(), List.of(site))));
        assertThat(trace.read().siteCount()).isEqualTo(1);
    }

    @Test
    void identitiesFarApartTakeNoMoreMemoryThanAccesses() {
        SharedObjects objects = new SharedObjects();
        long stride = 1L << 16;
        for (int i = 1; i < 200_000; i++) {
            objects.touch(i * stride, 0);
            objects.touch(i * stride, i % 2);
        }
        assertThat(objects.isShared(stride)).isTrue();
        assertThat(objects.isShared(2 * stride)).isFalse();
        assertThat(objects.isShared(3)).isFalse();
    }

    @Test
    void classesThatExtendEachOtherEndTheSearchForAField(@TempDir Path folder) throws IOException {
        HandWrittenTrace trace = new HandWrittenTrace(folder);
        trace.define("a.A", "a.B", List.of(), EventKind.WRITE, "a.A.x");
        trace.define("a.B", "a.A", List.of(), EventKind.WRITE, "a.B.x");
        assertThat(trace.read().siteCount()).isEqualTo(3);
    }

    @Test
    void regionsWithoutAPlaceAreLeftOut(@TempDir Path folder) throws IOException {
        HandWrittenTrace trace = new HandWrittenTrace(folder);
        trace.thread(1, "main");
        trace.placeless(1, EventKind.BEGIN, 0);
        trace.placeless(1, EventKind.REGION_BEGIN, 0);
        trace.placeless(1, EventKind.END, 0);
        assertThat(HandWrittenTrace.lines(trace.read())).doesNotContain("main REGION_BEGIN");
    }
}
