// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Operand;
import dev.foretell.trace.RunInfo;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.TraceBuilder;
import dev.foretell.trace.io.TraceException;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TextTraceTest {
    @Test
    void readsTheStdForm() throws IOException {
        Trace trace = TextTrace.parse("""
                T1|fork(T2)|1
                T2|begin|2
                T2|acq(L)|3
                T2|w(x)|File.java:4
                T2|rel(L)|5
                T2|end(0)|6
                T1|join(T2)|7
                T1|r(x)|8
                """);
        assertThat(trace.size()).isEqualTo(8);
        assertThat(trace.kind(0)).isEqualTo(EventKind.FORK);
        assertThat(trace.target(0)).isEqualTo(trace.thread(1));
        assertThat(trace.site(trace.siteOf(3)).position()).isEqualTo("File.java:4");
        assertThat(trace.site(trace.siteOf(7)).position()).isEqualTo("8");
        assertThat(trace.variableName(trace.target(3))).isEqualTo("x");
        assertThat(trace.target(3)).isEqualTo(trace.target(7));
        assertThat(trace.lockName(trace.target(2))).isEqualTo("L");
        assertThat(trace.run().recordedAccesses()).isEqualTo(2);
        assertThat(trace.run().warnings()).isEmpty();
    }

    @Test
    void countsOccurrencesPerThreadAndSite() throws IOException {
        Trace trace = TextTrace.parse("T1|r(x)|1\nT1|r(x)|1\nT2|r(x)|1\nT1|w(x)|1\n");
        assertThat(Stream.of(0, 1, 2, 3).map(trace::occurrence)).containsExactly(1, 2, 1, 1);
    }

    @Test
    void foldsReentrantAcquiresByDepth() throws IOException {
        Trace trace = TextTrace.parse("""
                T1|acq(L)|1
                T1|acq(L)|2
                T1|rel(L)|3
                T1|w(x)|4
                T1|rel(L)|5
                """);
        assertThat(Stream.of(0, 1, 2).map(trace::kind))
                .containsExactly(EventKind.ACQUIRE, EventKind.WRITE, EventKind.RELEASE);
        assertThat(trace.site(trace.siteOf(2)).line()).isEqualTo(5);
    }

    @Test
    void foldsSharedAcquiresByThreadAndAllowsThemToAnExclusiveHolder() throws IOException {
        Trace trace = TextTrace.parse("""
                T1|acqs(L)|1
                T2|acqs(L)|2
                T1|acqs(L)|3
                T1|rels(L)|4
                T1|rels(L)|5
                T2|rels(L)|6
                T2|acq(L)|7
                T2|acqs(L)|8
                T2|rel(L)|9
                T1|acqs(L)|10
                """);
        assertThat(Stream.of(0, 1, 2, 3, 4, 5, 6, 7)
                        .map(e -> trace.thread(e) + " " + trace.kind(e) + " "
                                + trace.site(trace.siteOf(e)).line()))
                .containsExactly(
                        "0 ACQUIRE_SHARED 1",
                        "1 ACQUIRE_SHARED 2",
                        "0 RELEASE_SHARED 5",
                        "1 RELEASE_SHARED 6",
                        "1 ACQUIRE 7",
                        "1 ACQUIRE_SHARED 8",
                        "1 RELEASE 9",
                        "0 ACQUIRE_SHARED 10");
        assertThat(trace.lockCount()).isEqualTo(1);
    }

    @Test
    void readsInitialPermitsOfSemaphores() throws IOException {
        Trace trace = TextTrace.parse("""
                # semaphore 1|s
                # any comment
                T1|permitAcquire(s)|1
                T2|permitRelease(q)|2
                T1|permitAcquire(q)|3
                """);
        assertThat(trace.semaphoreCount()).isEqualTo(2);
        assertThat(trace.initialPermits(trace.target(0))).isEqualTo(1);
        assertThat(trace.semaphoreName(trace.target(1))).isEqualTo("q");
        assertThat(trace.initialPermits(trace.target(1))).isZero();
    }

    @Test
    void readsFormerWords() throws IOException {
        Trace former = TextTrace.parse("""
                # semaphore 1|s
                A|acq(l)|1
                A|rel(l)|2
                A|wait(l)|2
                A|acq(l)|2
                B|refused(l)|3
                A|signal(c)|4
                B|await(c)|5
                A|take(s)|6
                B|lacked(s)|7
                A|give(s)|8
                """);
        Trace current = TextTrace.parse("""
                # semaphore 1|s
                A|acq(l)|1
                A|rel(l)|2
                A|wake(l)|2
                A|acq(l)|2
                B|tryAcquireFailed(l)|3
                A|publish(c)|4
                B|observe(c)|5
                A|permitAcquire(s)|6
                B|tryPermitFailed(s)|7
                A|permitRelease(s)|8
                """);
        assertThat(TextTrace.format(former)).isEqualTo(TextTrace.format(current));
        String tables =
                TextTrace.format(former).replace("|publish(", "|signal(").replace("|publish|", "|signal|");
        assertThat(tables).contains("|signal(", "|signal|");
        assertThat(TextTrace.format(TextTrace.parse(tables))).isEqualTo(TextTrace.format(current));
    }

    @Test
    void knowsWhichThreadIsInterrupted() throws IOException {
        String text = "T1|interrupt(T2)|1\nT2|observe(T2)|2\nT1|publish(T2)|3\nT1|publish(c)|4\n";
        Trace trace = TextTrace.parse(text);
        assertThat(trace.kind(0)).isEqualTo(EventKind.PUBLISH);
        assertThat(trace.interruptedBy(0)).isEqualTo(trace.thread(1));
        assertThat(trace.target(1)).isEqualTo(trace.target(0));
        assertThat(trace.interruptedBy(1)).isEqualTo(-1);
        assertThat(trace.interruptedBy(2))
                .as("any other PUBLISH to the thread is no interrupt")
                .isEqualTo(-1);
        assertThat(trace.threadOfChannel(trace.target(3))).isEqualTo(-1);
        Trace copy = TextTrace.parse(TextTrace.format(trace));
        assertThat(TextTrace.format(copy)).isEqualTo(TextTrace.format(trace));
        assertThat(copy.interruptedBy(0)).isEqualTo(trace.interruptedBy(0));
        Trace repaired = TextTrace.parse("T1|interrupt(2)|1\nT2|w(x)|2\n", TextTrace.Option.REPAIR_THREAD_NAMES);
        assertThat(repaired.interruptedBy(0)).isEqualTo(repaired.thread(1));
    }

    @Test
    void leavesOutRequestsAndStrayReleasesWithWarnings() throws IOException {
        Trace trace = TextTrace.parse("T1|req(L)|1\nT1|acq(L)|1\nT2|rel(L)|2\nT1|w(x)|2\n");
        assertThat(trace.size()).isEqualTo(2);
        assertThat(trace.run().warnings()).hasSize(2);
    }

    @Test
    void findsThreadNamesWithoutTheirLetter() throws IOException {
        String text = "T1|w(x)|1\nT1|fork(3)|2\nT3|r(x)|3\n";
        Trace asWritten = TextTrace.parse(text);
        assertThat(asWritten.target(1)).isNotEqualTo(asWritten.thread(2));
        assertThat(asWritten.run().warnings())
                .singleElement()
                .asString()
                .contains("thread 3")
                .contains("T3");
        Trace repaired = TextTrace.parse(text, TextTrace.Option.REPAIR_THREAD_NAMES);
        assertThat(repaired.target(1)).isEqualTo(repaired.thread(2));
        assertThat(repaired.threads()).hasSize(2);
        assertThat(repaired.run().warnings()).singleElement().asString().contains("repaired");
    }

    @Test
    void errorsNameTheLineAndWhatIsExpected() {
        assertWrong("T1|w(x)|1\nT1 w x\n", "line 2", "thread|op(operand)|location");
        assertWrong("T1|grab(x)|1\n", "line 1", "grab", "acq rel");
        assertWrong("T1|w|1\n", "line 1", "w(name)");
        assertWrong("T1|w(x|1\n", "line 1", "parenthesis");
        assertWrong("T1|w(x)|here\n", "line 1", "File.java:12");
        assertWrong("T1|acq(L)|1\nT2|acq(L)|2\n", "line 2", "since line 1");
        assertWrong("T1|acqs(L)|1\nT2|acq(L)|2\n", "line 2", "since line 1");
        assertWrong("T1|acq(L)|1\nT2|acqs(L)|2\n", "line 2", "since line 1");
        assertWrong("T1|acqs(L)|1\nT1|acq(L)|2\n", "line 2", "since line 1");
        assertWrong(
                "T1|permitRelease(s)|1\nT1|permitAcquire(s)|2\nT1|permitAcquire(s)|3\n", "line 3", "# semaphore 1|s");
        assertWrong("T1|permitRelease(s)|1\n# semaphore 1|s\n", "line 2", "before it is used");
        assertWrong("# foretell trace 99\n", "line 1", "newer");
        assertWrong(TextTables.HEADER + "\n# thread main\n", "line 2");
        assertWrong(TextTables.HEADER + "\n# channel 0|main\n", "line 2", "table of threads");
        assertWrong(
                TextTables.HEADER + "\n# thread main|main\nmain|interrupt(main)|(unknown)@0#1\n",
                "line 3",
                "publish on the channel");
        assertWrong(TextTables.HEADER + "\nmain|begin|(unknown)@0#1\n", "line 2", "table of threads");
    }

    private static void assertWrong(String text, String... parts) {
        assertThatThrownBy(() -> TextTrace.parse(text))
                .isInstanceOf(TraceException.class)
                .hasMessageContainingAll(parts);
    }

    @Test
    void keepsEverythingOfTracesWithTables() throws IOException {
        TraceBuilder builder = new TraceBuilder();
        builder.addSite(Site.UNKNOWN);
        builder.addThread("main", "main");
        builder.addThread("main/0", "odd|name\\with\nbreak");
        builder.addVariable("Account.balance", 17);
        builder.addVariable("Account.balance", 18);
        builder.addLock("Account");
        builder.addSemaphore("permits|a", -3);
        for (EventKind kind : EventKind.values()) {
            int site = builder.addSite(
                    new Site("com.acme.Account", "run(I)V", "Account.java", 12, kind.ordinal(), kind, "a.B.c|d"));
            boolean none = kind.operand() == Operand.NONE;
            builder.add(kind, kind.ordinal() % 2, none ? -1 : kind == EventKind.FORK ? 1 : 0, site, 7);
        }
        builder.add(EventKind.WRITE, 0, 1, 0, 3);
        Trace trace = builder.build(new RunInfo(
                new RunInfo.Recorded(100, 90, false, 3),
                new RunInfo.Classes(5, 4, List.of("f"), List.of("p")),
                List.of("u|v"),
                List.of("h"),
                List.of("w1", "w2"),
                List.of()));

        Trace copy = TextTrace.parse(TextTrace.format(trace));

        assertThat(TextTrace.format(copy)).isEqualTo(TextTrace.format(trace));
        assertThat(copy.run()).isEqualTo(trace.run());
        assertThat(copy.threads()).isEqualTo(trace.threads());
        assertThat(copy.size()).isEqualTo(trace.size());
        for (int e = 0; e < trace.size(); e++) {
            assertThat(copy.kind(e)).isEqualTo(trace.kind(e));
            assertThat(copy.target(e)).isEqualTo(trace.target(e));
            assertThat(copy.occurrence(e)).isEqualTo(trace.occurrence(e));
            assertThat(copy.site(copy.siteOf(e))).isEqualTo(trace.site(trace.siteOf(e)));
        }
        assertThat(copy.variableOwner(1)).isEqualTo(18);
        assertThat(copy.semaphoreName(0)).isEqualTo("permits|a");
        assertThat(copy.initialPermits(0)).isEqualTo(-3);
    }

    @Test
    void operandsMustBeInTheTables() {
        String text = "# foretell trace 1\n# thread main|main\n# site ||A.java|1|1|w|x\nmain|w(7)|A.java:1@0#1\n";
        assertThatThrownBy(() -> TextTrace.parse(text)).hasMessageContaining("w(7)");
    }
}
