// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.InputKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.clip.Outcome;
import dev.foretell.trace.io.InputRecord;
import dev.foretell.trace.io.RecordedInputs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayedInputsTest {
    @TempDir
    Path folder;

    private final List<Site> sites = new ArrayList<>();
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    @BeforeEach
    void begin() throws IOException {
        file.write(InputRecord.fileHeader());
        file.write(InputRecord.start(100, 200));
        for (InputKind kind : InputKind.values()) {
            int line = kind.ordinal() + 1;
            Site site = new Site("p.C", "run()V", "C.java", line, line, EventKind.OBSERVE, kind.what("A.b"));
            sites.add(site);
            file.write(InputRecord.site(line, kind, site));
        }
    }

    private ReplayedInputsTest recorded(String path, InputKind kind, long... answers) throws IOException {
        byte[] bytes = new byte[20 * answers.length];
        int length = 0;
        int last = 0;
        for (long answer : answers) {
            int place = kind.ordinal() + 1;
            length = InputRecord.put(bytes, InputRecord.put(bytes, length, place - last), answer);
            last = place;
        }
        file.write(InputRecord.thread(path.length(), path));
        file.write(InputRecord.answers(path.length(), bytes, length));
        return this;
    }

    private InputReplay inputReplay() throws IOException {
        Path inputs = folder.resolve("inputs");
        Files.write(inputs, file.toByteArray());
        InputReplay inputReplay = new InputReplay(RecordedInputs.read(inputs), new OutcomeFile(folder));
        inputReplay.define(11, new ClassInfo("p.C", "java.lang.Object", List.of(), "", List.of(), sites));
        return inputReplay;
    }

    private static int site(InputKind kind) {
        return 11 + kind.ordinal();
    }

    private Outcome outcome() throws IOException {
        return Outcome.read(folder.resolve("outcome"));
    }

    @Test
    void returnsRecordedInputsAndThenRealOnes() throws IOException {
        ReplayedInputs inputs =
                new ReplayedInputs(recorded("main", InputKind.VALUE, 5, -6).inputReplay(), null, "main");
        assertThat(inputs.value(77, site(InputKind.VALUE))).isEqualTo(5);
        assertThat(inputs.value(78, site(InputKind.VALUE))).isEqualTo(-6);
        assertThat(outcome().fresh()).isEmpty();
        assertThat(inputs.value(79, site(InputKind.VALUE))).isEqualTo(79);
        assertThat(inputs.value(80, site(InputKind.VALUE))).isEqualTo(80);
        assertThat(outcome().fresh()).contains("A.b at C.java:3", "once more than in the recorded run");
        assertThat(Files.readString(folder.resolve("outcome")).lines()).hasSize(1);
        assertThat(outcome().problem()).isEmpty();
    }

    @Test
    void keepsInputsOfThreadsApart() throws IOException {
        InputReplay inputReplay = recorded("main", InputKind.VALUE, 5)
                .recorded("main/0", InputKind.VALUE, 6)
                .inputReplay();
        ReplayedInputs other = new ReplayedInputs(inputReplay, null, "main/0");
        ReplayedInputs unknown = new ReplayedInputs(inputReplay, null, "main/1");
        assertThat(unknown.value(9, site(InputKind.VALUE))).isEqualTo(9);
        assertThat(other.value(9, site(InputKind.VALUE))).isEqualTo(6);
        assertThat(new ReplayedInputs(inputReplay, null, "main").value(9, site(InputKind.VALUE)))
                .isEqualTo(5);
    }

    @Test
    void continuesTheClockAfterTheLastRecordedTime() throws IOException {
        ReplayedInputs inputs =
                new ReplayedInputs(recorded("main", InputKind.NANOS, 1000, 50).inputReplay(), null, "main");
        long real = System.nanoTime();
        assertThat(inputs.nanos(real, site(InputKind.NANOS))).isEqualTo(1000);
        assertThat(inputs.nanos(real + 9, site(InputKind.NANOS))).isEqualTo(1050);
        assertThat(inputs.nanos(real + 30, site(InputKind.NANOS))).isEqualTo(1071);
        assertThat(inputs.nanos(real + 5_000_000_030L, site(InputKind.NANOS))).isEqualTo(5_000_001_071L);
    }

    private static final long LIMIT = 5_000_000;

    private static void spinFor(long nanos) {
        long since = System.nanoTime();
        while (System.nanoTime() - since < nanos) {
            Thread.onSpinWait();
        }
    }

    @Test
    void showsNoLessTimeThanAThreadWaited() throws IOException {
        InputReplay inputReplay = recorded("main", InputKind.NANOS, 1000, 50)
                .recorded("main/0", InputKind.WALL, 5_000)
                .inputReplay();
        ReplayedInputs inputs = new ReplayedInputs(inputReplay, null, "main");
        assertThat(inputs.nanos(System.nanoTime(), site(InputKind.NANOS))).isEqualTo(1000);
        inputs.waiting(LIMIT);
        spinFor(LIMIT);
        inputs.waited();
        assertThat(inputs.nanos(System.nanoTime(), site(InputKind.NANOS))).isEqualTo(1000 + LIMIT);
        ReplayedInputs other = new ReplayedInputs(inputReplay, null, "main/0");
        assertThat(other.wall(InputReplay.realWall(), 1, site(InputKind.WALL)))
                .as("for another thread")
                .isEqualTo(200 + LIMIT);
    }

    /** {@code future.get(5, SECONDS)} throws when the time is over. */
    @Test
    void countsAWaitThatEndedByAnException() throws IOException {
        ReplayedInputs inputs =
                new ReplayedInputs(recorded("main", InputKind.NANOS, 1000, 50).inputReplay(), null, "main");
        inputs.nanos(System.nanoTime(), site(InputKind.NANOS));
        inputs.waiting(LIMIT);
        spinFor(LIMIT);
        assertThat(inputs.nanos(System.nanoTime(), site(InputKind.NANOS))).isEqualTo(1000 + LIMIT);
    }

    @Test
    void doesNotCountAWaitThatEndedBeforeItsTimeLimit() throws IOException {
        ReplayedInputs inputs = new ReplayedInputs(
                recorded("main", InputKind.NANOS, 1000, 50, 50).inputReplay(), null, "main");
        inputs.nanos(System.nanoTime(), site(InputKind.NANOS));
        inputs.waiting(1000 * LIMIT);
        spinFor(LIMIT);
        inputs.waited();
        assertThat(inputs.nanos(System.nanoTime(), site(InputKind.NANOS))).isEqualTo(1050);
        inputs.waiting(0);
        spinFor(1_200_000_000);
        inputs.waited();
        assertThat(inputs.nanos(System.nanoTime(), site(InputKind.NANOS)))
                .as("no limit")
                .isEqualTo(1100);
        assertThat(outcome().fresh()).isEmpty();
    }

    @Test
    void showsTheDeadlineThatAThreadWaitedFor() throws IOException {
        ReplayedInputs inputs =
                new ReplayedInputs(recorded("main", InputKind.WALL, 1000, 50).inputReplay(), null, "main");
        assertThat(inputs.wall(InputReplay.realWall(), 1, site(InputKind.WALL))).isEqualTo(1000);
        inputs.waitingUntil(1000 + LIMIT);
        spinFor(LIMIT);
        inputs.waited();
        assertThat(inputs.wall(InputReplay.realWall(), 1, site(InputKind.WALL))).isEqualTo(1000 + LIMIT);
    }

    @Test
    void returnsOneHashCodePerObject() throws IOException {
        InputReplay inputReplay = recorded("main", InputKind.HASH, 7, 8, 9).inputReplay();
        ReplayedInputs inputs = new ReplayedInputs(inputReplay, null, "main");
        ReplayedInputs other = new ReplayedInputs(inputReplay, null, "main/0");
        Object first = new Object();
        Object second = new Object();
        assertThat(inputs.hash(first, 100, site(InputKind.HASH))).isEqualTo(7);
        assertThat(inputs.hash(first, 100, site(InputKind.HASH))).as("not 8").isEqualTo(7);
        assertThat(inputs.hash(second, 100, site(InputKind.HASH)))
                .as("another object, if with the same hash")
                .isEqualTo(9);
        assertThat(other.hash(first, 100, site(InputKind.HASH))).isEqualTo(7);
        assertThat(other.hash(new Object(), 101, site(InputKind.HASH))).isEqualTo(101);
    }

    @Test
    void fillsBytesOnlyWhenTheLengthIsAsRecorded() throws IOException {
        ReplayedInputs inputs = new ReplayedInputs(
                recorded("main", InputKind.VALUE, 2, 0x0201, 9, 0x0807060504030201L, 9)
                        .inputReplay(),
                null,
                "main");
        byte[] two = {7, 7};
        inputs.bytes(two, site(InputKind.VALUE));
        assertThat(two).containsExactly(1, 2);
        byte[] four = {7, 7, 7, 7};
        inputs.bytes(four, site(InputKind.VALUE));
        assertThat(four).containsExactly(7, 7, 7, 7);
        assertThat(outcome().fresh()).contains("with other bounds");
    }

    @Test
    void reportsAnInputThatDiffers() throws IOException {
        ReplayedInputs inputs =
                new ReplayedInputs(recorded("main", InputKind.OUTSIDE, 3, 4).inputReplay(), null, "main");
        inputs.outside(3, site(InputKind.OUTSIDE));
        assertThat(outcome().differed()).isEmpty();
        inputs.outside(5, site(InputKind.OUTSIDE));
        assertThat(outcome().differed()).contains("A.b at C.java:5", "another answer");
        assertThat(outcome().fresh()).isEmpty();
        assertThat(inputs.last()).isEqualTo("A.b at C.java:5");
    }

    @Test
    void needsNoFile() throws IOException {
        OutcomeFile notes = new OutcomeFile(folder);
        assertThat(InputReplay.read(null, notes)).isNull();
        assertThat(InputReplay.read(folder.resolve("missing"), notes)).isNull();
        Files.writeString(folder.resolve("odd"), "something else entirely");
        assertThat(InputReplay.read(folder.resolve("odd"), notes)).isNull();
        assertThat(outcome().fresh()).contains("cannot be read");
    }
}
