// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import static dev.foretell.trace.EventKind.ACQUIRE;
import static dev.foretell.trace.EventKind.FORK;
import static dev.foretell.trace.EventKind.JOIN;
import static dev.foretell.trace.EventKind.READ;
import static dev.foretell.trace.EventKind.RELEASE;
import static dev.foretell.trace.EventKind.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import dev.foretell.trace.io.TraceException;
import dev.foretell.trace.io.TraceFormat;
import dev.foretell.trace.io.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace that was cut off or changed yields an exception or less of what happened, never something else. */
class DamagedTraceTest {
    @TempDir
    Path directory;

    private RecordedProgram program;
    private Path copy;
    private byte[] definitions;
    private byte[] events;

    @BeforeEach
    void record() throws Exception {
        program = new RecordedProgram(directory.resolve("original"));
        int s = program.sites(
                FORK, "", JOIN, "", ACQUIRE, "", RELEASE, "", READ, "p.C.x", WRITE, "p.C.x", WRITE, "int[]");
        RecordedProgram.Cell cell = new RecordedProgram.Cell();
        int[] array = new int[10];
        Consumer<RecordingThread> body = probe -> {
            for (int i = 0; i < 30; i++) {
                synchronized (cell) {
                    probe.afterEnter(cell, s + 2);
                    probe.read(cell, s + 4);
                    probe.write(cell, s + 5);
                    probe.beforeExit(cell, s + 3);
                }
                probe.writeElement(array, i % 10, s + 6);
            }
        };
        program.run(s, s + 1, Collections.nCopies(3, body));
        RecordingThread main = program.attach();
        for (int i = 0; i < 10; i++) {
            main.writeElement(array, i, s + 6);
        }
        copy = Files.createDirectory(directory.resolve("copy"));
    }

    private void finish() throws IOException {
        program.end();
        load();
    }

    private void load() throws IOException {
        definitions = Files.readAllBytes(program.recorder.folder().resolve(TraceFormat.DEFINITIONS_FILE));
        events = Files.readAllBytes(program.recorder.folder().resolve(TraceFormat.EVENTS_FILE));
    }

    private Trace read(byte[] changedDefinitions, byte[] changedEvents) throws IOException {
        Files.write(copy.resolve(TraceFormat.DEFINITIONS_FILE), changedDefinitions);
        Files.write(copy.resolve(TraceFormat.EVENTS_FILE), changedEvents);
        return TraceReader.read(copy).trace();
    }

    /** Places where a file has content, and some where it has none. */
    private static List<Integer> places(byte[] bytes) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < bytes.length; i++) {
            if (i % 331 == 0 || bytes[i] != 0 && (i < 8192 || i % 3 == 0)) {
                places.add(i);
            }
        }
        return places;
    }

    private static List<String> events(Trace trace) {
        List<String> lines = new ArrayList<>();
        for (int e = 0; e < trace.size(); e++) {
            if (trace.kind(e) != EventKind.END) {
                lines.add(RecordedProgram.line(trace, e) + " " + trace.siteOf(e) + " " + trace.occurrence(e));
            }
        }
        return lines;
    }

    /** Its events are some of the others, in the same order. */
    private static boolean isPart(List<String> part, List<String> whole) {
        int at = 0;
        for (String line : part) {
            while (at < whole.size() && !whole.get(at).equals(line)) {
                at++;
            }
            if (at++ == whole.size()) {
                return false;
            }
        }
        return true;
    }

    @Test
    void traceOfAKilledProgramHasAllThatWasWritten() throws Exception {
        Trace killed = program.read().trace();
        assertThat(killed.run().complete()).isFalse();
        assertThat(killed.run().warnings()).isEmpty();
        finish();
        List<String> whole = events(read(definitions, events));
        List<String> part = events(killed);
        assertThat(isPart(part, whole)).isTrue();
        assertThat(whole.size() - part.size()).isLessThan(10);
        assertThat(part.stream().filter(line -> line.contains("ACQUIRE"))).hasSize(90);
    }

    @Test
    void endOfTheRunNotesWhatNoRecordCoversYet() throws Exception {
        program.recorder.close();
        load();
        Trace trace = read(definitions, events);
        assertThat(trace.run().complete()).isTrue();
        assertThat(events(trace).stream().filter(line -> line.startsWith("main WRITE")))
                .hasSize(10);
    }

    @Test
    void eventsFileCutOffAnywhereYieldsLess() throws Exception {
        finish();
        checkCuts();
    }

    @Test
    void openEventsFileCutOffAnywhereYieldsLess() throws Exception {
        load();
        checkCuts();
    }

    private void checkCuts() throws IOException {
        List<String> whole = events(read(definitions, events));
        for (int length : places(events)) {
            try {
                Trace trace = read(definitions, Arrays.copyOf(events, length));
                assertThat(isPart(events(trace), whole)).as("cut at %d", length).isTrue();
            } catch (TraceException refused) {
                assertThat(length).isLessThan(TraceFormat.PAGE);
            }
        }
    }

    @Test
    void definitionsCutOffAnywhereYieldLess() throws Exception {
        finish();
        List<String> whole = events(read(definitions, events));
        for (int length = 0; length < definitions.length; length++) {
            try {
                Trace trace = read(Arrays.copyOf(definitions, length), events);
                assertThat(trace.run().complete()).isFalse();
                assertThat(isPart(withoutNames(events(trace)), withoutNames(whole)))
                        .as("cut at %d", length)
                        .isTrue();
            } catch (TraceException refused) {
                assertThat(length).isLessThan(12);
            }
        }
    }

    private static List<String> withoutNames(List<String> lines) {
        return lines.stream()
                .map(line -> line.replaceAll("QUIRE \\S+|LEASE \\S+", ""))
                .toList();
    }

    @Test
    void changedBytesAreNoticed() throws Exception {
        finish();
        List<String> whole = events(read(definitions, events));
        for (int place : places(events)) {
            byte[] changed = events.clone();
            changed[place] ^= 0x55;
            try {
                Trace trace = read(definitions, changed);
                List<String> part = events(trace);
                assertThat(isPart(part, whole)).as("changed at %d", place).isTrue();
                assertThat(part.size() == whole.size()
                                || !trace.run().warnings().isEmpty())
                        .as("changed at %d", place)
                        .isTrue();
            } catch (TraceException refused) {
                assertThat(place).isLessThan(TraceFormat.PAGE);
            }
        }
        for (int place = 0; place < definitions.length; place++) {
            byte[] changed = definitions.clone();
            changed[place] ^= 0x55;
            try {
                assertThat(read(changed, events).run().complete()).isFalse();
            } catch (TraceException refused) {
                assertThat(place).isLessThan(12);
            }
        }
    }

    @Test
    void foreignFilesAndOtherVersionsAreRefusedWithASentence() throws Exception {
        finish();
        byte[] newer = definitions.clone();
        newer[8] = 9;
        assertThatThrownBy(() -> read(newer, events))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("has trace format 9 but this Foretell reads formats 1 to 2")
                .hasMessageContaining("record again");
        assertThatThrownBy(() -> read("hello, I am text".getBytes(), events))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("is not a Foretell trace");
        assertThatThrownBy(() -> TraceReader.read(directory))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("it has no file `definitions`");
    }

    @Test
    void recordingThatStoppedSaysWhyAndKeepsWhatCameBefore() throws Exception {
        program.recorder.stop("No space left on device");
        RecordingThread main = program.attach();
        main.beforeStart(new Thread(), 1);
        program.recorder.close();
        Trace trace = program.read().trace();
        assertThat(trace.run().complete()).isFalse();
        assertThat(trace.run().warnings())
                .containsExactly("Recording stopped before the program ended: No space left on device.");
        assertThat(events(trace).stream().filter(line -> line.contains("ACQUIRE")))
                .hasSize(90);
        assertThat(events(trace).stream().filter(line -> line.contains("FORK"))).hasSize(3);
    }
}
