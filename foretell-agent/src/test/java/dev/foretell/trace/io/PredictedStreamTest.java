// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.agent.record.Recorder;
import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.options.AgentOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the recorder leaves out because it was foretold, the reader fills in: whatever one thread does comes back. */
class PredictedStreamTest {
    private static final int FIELDS = 40;
    private static final int ELEMENTS = 20;
    private static final int STATICS = 10;

    @TempDir
    Path directory;

    static class Cell {
        @SuppressWarnings("unused")
        private transient long $foretell$id;
    }

    /** Site, object (null for static) and index of an event. */
    private record Event(int site, Object object, int index) {}

    private final List<Event> happened = new ArrayList<>();
    private final List<Object> objects = new ArrayList<>();
    private Random random;
    private ThreadProbe probe;
    private int first;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void comesBackEventByEvent(long seed) throws Exception {
        random = new Random(seed);
        Recorder recorder = new Recorder(AgentOptions.of(AgentOptions.Mode.RECORD, directory));
        first = recorder.define(new ClassInfo("p.C", "", List.of(), "", List.of(), sites()));
        probe = recorder.attach(Thread.currentThread());
        for (int i = 0; i < 200; i++) {
            objects.add(random.nextInt(5) == 0 ? new Object() : new Cell());
        }
        for (int i = 0; i < 300; i++) {
            switch (random.nextInt(4)) {
                case 0 -> loopOverArray();
                case 1 -> loopOverObjects();
                case 2 -> noise();
                default -> monitor();
            }
        }
        recorder.exiting(Thread.currentThread());
        recorder.close();
        compare(recorder.folder());
    }

    private static List<Site> sites() {
        List<Site> sites = new ArrayList<>();
        for (int i = 0; i < FIELDS + ELEMENTS + STATICS; i++) {
            String what = i >= FIELDS && i < FIELDS + ELEMENTS ? "int[]" : "p.C.f" + i;
            sites.add(new Site("p.C", "m()V", "C.java", i, i, i % 2 == 0 ? EventKind.READ : EventKind.WRITE, what));
        }
        sites.add(new Site("p.C", "m()V", "C.java", 1, 90, EventKind.ACQUIRE, ""));
        sites.add(new Site("p.C", "m()V", "C.java", 2, 91, EventKind.RELEASE, ""));
        return sites;
    }

    private void loopOverArray() {
        int[] array = new int[1 + random.nextInt(3000)];
        int site = first + FIELDS + random.nextInt(ELEMENTS - 3);
        int step = 1 + random.nextInt(4);
        int body = 1 + random.nextInt(3);
        for (int i = 0; i < array.length; i += step) {
            for (int k = 0; k < body; k++) {
                element(array, i, site + k);
            }
            if (random.nextInt(200) == 0) {
                noise();
            }
        }
        element(array, -1, site);
        element(array, array.length, site);
        element(null, 0, site);
    }

    private void loopOverObjects() {
        int site = first + random.nextInt(FIELDS - 3);
        for (Object object : objects) {
            field(object, site);
            field(object, site + 1);
            if (random.nextInt(10) == 0) {
                field(objects.get(random.nextInt(objects.size())), site + 2);
            }
        }
        field(null, site);
    }

    private void noise() {
        for (int i = random.nextInt(20); i > 0; i--) {
            field(objects.get(random.nextInt(objects.size())), first + random.nextInt(FIELDS));
            int site = first + FIELDS + ELEMENTS + random.nextInt(STATICS);
            if (random.nextBoolean()) {
                probe.readStatic(site);
            } else {
                probe.writeStatic(site);
            }
            happened.add(new Event(site, null, 0));
        }
    }

    private void monitor() {
        Object monitor = objects.get(random.nextInt(objects.size()));
        int site = first + FIELDS + ELEMENTS + STATICS;
        probe.afterEnter(monitor, site);
        happened.add(new Event(site, monitor, -1));
        noise();
        probe.beforeExit(monitor, site + 1);
        happened.add(new Event(site + 1, monitor, -1));
    }

    private void field(Object object, int site) {
        if (random.nextBoolean()) {
            probe.read(object, site);
        } else {
            probe.write(object, site);
        }
        if (object != null) {
            happened.add(new Event(site, object, 0));
        }
    }

    private void element(int[] array, int index, int site) {
        if (random.nextBoolean()) {
            probe.readElement(array, index, site);
        } else {
            probe.writeElement(array, index, site);
        }
        if (array != null && index >= 0 && index < array.length) {
            happened.add(new Event(site, array, index));
        }
    }

    private void compare(Path folder) throws Exception {
        Map<Object, Long> ids = new IdentityHashMap<>();
        Map<Long, Object> owners = new HashMap<>();
        try (EventChunks chunks = new EventChunks(folder.resolve(TraceFormat.EVENTS_FILE))) {
            assertThat(chunks.byThread.keySet()).containsExactly(1);
            ThreadStream stream = new ThreadStream(chunks, chunks.byThread.get(1), Integer.MAX_VALUE);
            assertThat(stream.next()).isTrue();
            assertThat(stream.site).isEqualTo(TraceFormat.placeless(EventKind.BEGIN));
            long clock = stream.clock;
            for (Event event : happened) {
                assertThat(stream.next()).isTrue();
                assertThat(stream.site).isEqualTo(event.site());
                assertThat(stream.sync || event.index() >= 0).isTrue(); // accesses may have a number, too
                assertThat(stream.clock).isGreaterThanOrEqualTo(clock);
                clock = stream.clock;
                if (event.index() >= 0) {
                    assertThat(stream.index).isEqualTo(event.index());
                }
                if (event.object() == null) {
                    assertThat(stream.id).isZero();
                } else {
                    assertThat(ids.computeIfAbsent(event.object(), o -> stream.id))
                            .isEqualTo(stream.id);
                    assertThat(owners.computeIfAbsent(stream.id, id -> event.object()))
                            .isSameAs(event.object());
                }
            }
            assertThat(stream.next()).isTrue();
            assertThat(stream.site).isEqualTo(TraceFormat.placeless(EventKind.END));
            assertThat(stream.next()).isFalse();
            assertThat(stream.broken).isFalse();
        }
    }
}
