// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import static dev.foretell.trace.EventKind.ACQUIRE;
import static dev.foretell.trace.EventKind.BEGIN;
import static dev.foretell.trace.EventKind.END;
import static dev.foretell.trace.EventKind.JOIN;
import static dev.foretell.trace.EventKind.READ;
import static dev.foretell.trace.EventKind.RELEASE;
import static dev.foretell.trace.EventKind.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foretell.trace.ClassInfo.FieldInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces in which a few bytes stand for many events. */
class ExtentTest {
    private static final int LOOP = TraceFormat.MAX_HITS;

    @TempDir
    Path folder;

    private HandWrittenTrace trace;
    private int site;
    private long events;

    @BeforeEach
    void begin() throws IOException {
        trace = new HandWrittenTrace(folder);
        for (int thread = 1; thread <= 2; thread++) {
            trace.thread(thread, thread == 1 ? "main" : "main/0");
            trace.placeless(thread, BEGIN, 0);
        }
        List<FieldInfo> fields = List.of(new FieldInfo("hot", 0), new FieldInfo("cold", 0));
        site = trace.define(
                "p.C",
                "",
                fields,
                READ,
                "p.C.hot",
                WRITE,
                "p.C.hot",
                READ,
                "int[]",
                WRITE,
                "p.C.cold",
                ACQUIRE,
                "p.C",
                RELEASE,
                "p.C",
                JOIN,
                "");
        events = 2;
    }

    private void end() {
        trace.placeless(1, END, 0);
        trace.placeless(2, END, 0);
        events += 2;
    }

    private void access(int thread, int place, long id, int index) {
        trace.plain(thread, site + place, id, index);
        events++;
    }

    private void section(int thread) {
        trace.sync(thread, site + 4, 9, 0);
        trace.sync(thread, site + 5, 9, 0);
        events += 2;
    }

    /** {@code hot++} until it is predicted, and then so many records that stand for a loop of it. */
    private void increment(int thread, int records) {
        access(thread, 0, 7, 0);
        access(thread, 1, 7, 0);
        access(thread, 0, 7, 0);
        access(thread, 1, 7, 0);
        for (int i = 0; i < records; i++) {
            trace.predicted(thread, LOOP);
            events += LOOP;
        }
    }

    private void turns(int count) {
        for (int i = 0; i < count; i++) {
            increment(1 + i % 2, 3);
            section(1 + i % 2);
        }
    }

    private static TraceLimit decoded(long most) {
        return new TraceLimit(Integer.MAX_VALUE, Integer.MAX_VALUE, most);
    }

    private static List<String> synchronisation(RecordedTrace read) {
        return HandWrittenTrace.lines(read.trace()).stream()
                .filter(line -> line.contains("ACQUIRE") || line.contains("RELEASE"))
                .toList();
    }

    @Test
    void traceWithinTheLimitIsReadAsWithoutOne() throws IOException {
        turns(10);
        end();
        RecordedTrace whole = trace.read(TraceLimit.NONE);
        RecordedTrace bounded = trace.read(decoded(events));
        assertThat(whole.trace().run().recordedEvents()).isEqualTo(events);
        assertThat(bounded.truncated()).isEmpty();
        assertThat(bounded.trace().run()).isEqualTo(whole.trace().run());
        assertThat(HandWrittenTrace.lines(bounded.trace())).isEqualTo(HandWrittenTrace.lines(whole.trace()));
    }

    @Test
    void longerTraceIsCutToAPrefix() throws IOException {
        turns(10);
        end();
        List<String> whole = synchronisation(trace.read(TraceLimit.NONE));
        long last = -1;
        for (long most = 1; most < events; most += 97) {
            RecordedTrace read = trace.read(decoded(most));
            long now = read.trace().run().recordedEvents();
            assertThat(now).isBetween(Math.max(0, last), most);
            // No value of the clock has more events than these.
            assertThat(now).isGreaterThan(most - 4 * LOOP);
            last = now;
            List<String> kept = synchronisation(read);
            assertThat(kept).isEqualTo(whole.subList(0, kept.size()));
            assertThat(read.truncated())
                    .singleElement()
                    .asString()
                    .startsWith(String.format("Only the beginning of the run was read, its first %,d events", now));
        }
        assertThat(last).isPositive();
    }

    /**
     * A thread that was joined has ended, unless more of it follows: then the JOIN is wrong, also when that is cut off.
     */
    @Test
    void threadWithEventsBehindTheCutHasNotEnded() throws IOException {
        increment(1, 2);
        increment(2, 2);
        trace.sync(1, site + 6, 2, 0);
        events++;
        long most = events;
        section(1);
        increment(2, 200);
        end();
        RecordedTrace whole = trace.read(TraceLimit.NONE);
        RecordedTrace read = trace.read(decoded(most));
        assertThat(read.trace().run().recordedEvents()).isEqualTo(most);
        assertThat(HandWrittenTrace.lines(read.trace())).noneMatch(line -> line.contains(" END"));
        assertThat(read.trace().run().warnings())
                .isEqualTo(whole.trace().run().warnings())
                .hasSize(1);
    }

    @Test
    void beginningIsReadWhenNoTimeIsLeft() throws IOException {
        increment(1, 8_000);
        section(1);
        increment(2, 8_000);
        section(2);
        end();
        trace.write();
        TraceLimit limit = new TraceLimit(1000, 10).within(Duration.ZERO);
        RecordedTrace read = TraceReader.read(folder, limit, () -> true);
        assertThat(events).isGreaterThan(2 * limit.decoded());
        assertThat(read.trace().run().recordedEvents()).isLessThanOrEqualTo(limit.decoded());
        assertThat(read.truncated()).anyMatch(text -> text.startsWith("Only the beginning of the run was read"));
    }

    @Test
    void readingThrowsOutOfTime() throws IOException {
        increment(1, 8_000);
        increment(2, 8_000);
        end();
        trace.write();
        TraceLimit limit = new TraceLimit(1000, 10).within(Duration.ofHours(1));
        assertThatThrownBy(() -> TraceReader.read(folder, limit, () -> true)).isInstanceOf(TraceReader.OutOfTime.class);
        assertThat(TraceReader.read(folder, limit, () -> false).truncated()).hasSize(1);
    }

    @Test
    void quarterOfALimitDecodesLess() {
        TraceLimit less = TraceLimit.ofHeap(64 << 20).quarter();
        assertThat(less.decoded()).isLessThan(1_000_000);
        assertThat(less.within(Duration.ofHours(1)).decoded()).isEqualTo(less.decoded());
        assertThat(less.quarter().decoded()).isLessThanOrEqualTo(less.decoded() / 4);
    }

    /** Loops over one to five places, some of which go through objects or an array. */
    private void randomLoops(Random random) {
        for (int loop = 0; loop < 40; loop++) {
            int length = 1 + random.nextInt(5);
            int step = random.nextInt(4) == 0 ? 1 : 0;
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < length; i++) {
                    access(1, (loop + i) % 4, 1_000_000 + i + (i == 1 ? step * round : 0), i == 2 ? step * round : 0);
                }
            }
            for (int record = random.nextInt(3); record >= 0; record--) {
                int hits = random.nextInt(LOOP + 1);
                trace.predicted(1, hits);
                events += hits;
            }
            if (random.nextBoolean()) {
                section(2);
            }
        }
    }

    private static Map<String, Long> sum(ThreadStream stream) throws IOException {
        Map<String, Long> sums = new TreeMap<>();
        while (stream.next()) {
            String event = stream.clock + " " + stream.sync + " " + stream.site + " " + stream.id + " " + stream.index;
            sums.merge(event, (long) stream.times, Long::sum);
        }
        assertThat(stream.broken).isFalse();
        return sums;
    }

    @Test
    void lapsStandForAllTheirEvents() throws IOException {
        for (int seed = 0; seed < 50; seed++) {
            begin();
            randomLoops(new Random(seed));
            end();
            trace.write();
            try (EventChunks chunks = new EventChunks(folder.resolve(TraceFormat.EVENTS_FILE))) {
                List<EventChunks.Chunk> own = chunks.byThread.get(1);
                Map<String, Long> single = sum(new ThreadStream(chunks, own, Integer.MAX_VALUE));
                Map<String, Long> grouped = sum(new ThreadStream(chunks, own, Integer.MAX_VALUE).grouped());
                assertThat(grouped).as("seed %d", seed).isEqualTo(single);
            }
            assertThat(trace.read().run().recordedEvents()).isEqualTo(events);
        }
    }

    @Test
    void lapsAreNotDecoded() throws IOException {
        increment(1, 100);
        end();
        trace.write();
        try (EventChunks chunks = new EventChunks(folder.resolve(TraceFormat.EVENTS_FILE))) {
            ThreadStream stream = new ThreadStream(chunks, chunks.byThread.get(1), Integer.MAX_VALUE).grouped();
            int steps = 0;
            while (stream.next()) {
                steps++;
            }
            assertThat(steps).isEqualTo(1 + 4 + 100 * 2 + 1);
        }
    }
}
