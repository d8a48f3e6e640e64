// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import static dev.foretell.trace.EventKind.ACQUIRE;
import static dev.foretell.trace.EventKind.BEGIN;
import static dev.foretell.trace.EventKind.END;
import static dev.foretell.trace.EventKind.READ;
import static dev.foretell.trace.EventKind.RELEASE;
import static dev.foretell.trace.EventKind.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.ClassInfo.FieldInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceLimitTest {
    private static final List<FieldInfo> FIELDS = List.of(new FieldInfo("hot", 0), new FieldInfo("cold", 0));

    @TempDir
    Path folder;

    private HandWrittenTrace trace;
    private int site;

    @BeforeEach
    void begin() throws IOException {
        trace = new HandWrittenTrace(folder);
        for (int thread = 1; thread <= 2; thread++) {
            trace.thread(thread, thread == 1 ? "main" : "main/0");
            trace.placeless(thread, BEGIN, 0);
        }
        site = trace.define(
                "p.C",
                "",
                FIELDS,
                WRITE,
                "p.C.hot",
                READ,
                "p.C.hot",
                WRITE,
                "p.C.cold",
                READ,
                "p.C.cold",
                ACQUIRE,
                "p.C",
                RELEASE,
                "p.C");
    }

    private void end() {
        trace.placeless(1, END, 0);
        trace.placeless(2, END, 0);
    }

    private static Map<String, Integer> count(Trace trace) {
        Map<String, Integer> counts = new HashMap<>();
        HandWrittenTrace.lines(trace).forEach(line -> counts.merge(line, 1, Integer::sum));
        return counts;
    }

    /** Each turn is a critical section, so that the clock moves on. */
    private void turns(int count) {
        for (int i = 0; i < count; i++) {
            int thread = 1 + i % 2;
            trace.sync(thread, site + 4, 9, 0);
            trace.plain(thread, site + (i % 2), 7, 0);
            trace.sync(thread, site + 5, 9, 0);
        }
    }

    @Test
    void aTraceThatFitsIsReadWhole() throws IOException {
        turns(100);
        end();
        RecordedTrace read = trace.read(new TraceLimit(1000, 2));
        assertThat(read.truncated()).isEmpty();
        assertThat(read.trace().size()).isEqualTo(304);
        assertThat(read.trace().run().complete()).isTrue();
    }

    @Test
    void ofAHotVariableAPrefixIsKeptAndAllOfTheOthers() throws IOException {
        for (int i = 0; i < 300; i++) {
            trace.plain(1, site, 7, 0);
            trace.plain(2, site + 1, 7, 0);
        }
        trace.sync(1, site + 4, 9, 0);
        trace.plain(1, site + 2, 7, 0);
        trace.plain(1, site, 7, 0);
        trace.sync(1, site + 5, 9, 0);
        trace.plain(2, site + 3, 7, 0);
        end();
        RecordedTrace read = trace.read(new TraceLimit(200, 2));
        Map<String, Integer> counts = count(read.trace());
        assertThat(read.trace().size()).isLessThanOrEqualTo(200);
        // Both threads have events, although all accesses of the first are put before those of the second.
        assertThat(counts.get("main WRITE C.hot/7")).isBetween(32, 150);
        assertThat(counts.get("main/0 READ C.hot/7")).isBetween(8, 150);
        assertThat(counts).containsEntry("main WRITE C.cold/7", 1).containsEntry("main/0 READ C.cold/7", 1);
        assertThat(read.truncated())
                .singleElement()
                .asString()
                .startsWith("Of 1 variables that are accessed very often");
        // Later accesses are dropped: those kept of a variable end at one value of the clock.
        List<String> lines = HandWrittenTrace.lines(read.trace());
        int acquire = IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).contains(" ACQUIRE "))
                .findFirst()
                .orElseThrow();
        assertThat(lines.subList(acquire, lines.size())).noneMatch(line -> line.contains("C.hot"));
    }

    @Test
    void readsThatAreKeptHaveTheWritesTheyReadFrom() throws IOException {
        turns(400);
        end();
        Trace whole = trace.read(TraceLimit.NONE).trace();
        RecordedTrace read = trace.read(new TraceLimit(900, 2));
        assertThat(read.truncated()).hasSize(1);
        List<String> kept = accesses(read.trace());
        assertThat(kept).isNotEmpty().isEqualTo(accesses(whole).subList(0, kept.size()));
    }

    private static List<String> accesses(Trace trace) {
        return HandWrittenTrace.lines(trace).stream()
                .filter(line -> line.contains("hot"))
                .toList();
    }

    @Test
    void traceWithTooMuchSynchronisationIsCutToAPrefix() throws IOException {
        turns(400);
        end();
        List<String> whole = HandWrittenTrace.lines(trace.read(TraceLimit.NONE).trace());
        RecordedTrace read = trace.read(new TraceLimit(100, 2));
        List<String> lines = HandWrittenTrace.lines(read.trace());
        assertThat(lines).hasSize(100);
        assertThat(whole.subList(0, 90)).isEqualTo(lines.subList(0, 90));
        assertThat(read.truncated()).anyMatch(text -> text.startsWith("Only the first 100 events"));
    }

    @Test
    void ofTooManyThreadsThoseThatBeganFirstAreKept() throws IOException {
        trace.plain(1, site, 7, 0);
        trace.plain(2, site + 1, 7, 0);
        for (int thread = 3; thread <= 6; thread++) {
            trace.thread(thread, "main/" + thread);
            trace.placeless(thread, BEGIN, 0);
            trace.plain(thread, site + 1, 7, 0);
            trace.placeless(thread, END, 0);
        }
        end();
        RecordedTrace read = trace.read(new TraceLimit(1000, 4));
        assertThat(read.trace().threads()).hasSize(4);
        for (int e = 0; e < read.trace().size(); e++) {
            assertThat(read.trace().kind(e)).isNotEqualTo(EventKind.JOIN);
        }
        assertThat(read.truncated())
                .singleElement()
                .asString()
                .startsWith("Of 6 threads only the first 4 were analysed");
    }

    @Test
    void theLimitGrowsWithTheHeap() {
        TraceLimit small = TraceLimit.ofHeap(64 << 20);
        TraceLimit large = TraceLimit.ofHeap(8L << 30);
        assertThat(small.events()).isBetween(100_000, 400_000);
        assertThat(large.events()).isGreaterThan(20_000_000);
        assertThat(large.threads()).isBetween(3000, 10_000);
        assertThat(TraceLimit.ofHeap(1)).isEqualTo(new TraceLimit(10_000, 64));
    }
}
