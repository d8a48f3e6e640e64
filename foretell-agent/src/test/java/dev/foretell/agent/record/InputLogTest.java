// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.probe.Inputs;
import dev.foretell.probe.ThreadInputs;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.InputKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.io.InputRecord;
import dev.foretell.trace.io.RecordedInputs;
import dev.foretell.trace.io.TraceFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputLogTest {
    @TempDir
    Path folder;

    private RecordedProgram program;
    private int first;

    private RecordingThread begin() {
        program = new RecordedProgram(folder);
        List<Object> sites = new ArrayList<>();
        for (InputKind kind : InputKind.values()) {
            sites.add(EventKind.OBSERVE);
            sites.add(kind.what("Some.call"));
        }
        first = program.define("p.Asking", sites.toArray());
        return program.attach();
    }

    private int site(InputKind kind) {
        return first + kind.ordinal();
    }

    private RecordedInputs end() throws IOException {
        program.end();
        return read();
    }

    private RecordedInputs read() throws IOException {
        return RecordedInputs.read(program.recorder.folder().resolve(TraceFormat.INPUTS_FILE));
    }

    private static int number(RecordedInputs inputs, InputKind kind) {
        int line = 10 + kind.ordinal();
        return inputs.number(new Site(
                "p.Asking", "run()V", "C.java", line, kind.ordinal(), EventKind.OBSERVE, kind.what("Some.call")));
    }

    private static long[] answers(RecordedInputs inputs, String path, InputKind kind) {
        return inputs.answers(path, number(inputs, kind));
    }

    @Test
    void keepsEachThreadsAnswersInTheirOrder() throws Exception {
        RecordingThread main = begin();
        Random random = new Random(1);
        List<Long> nanos = new ArrayList<>();
        List<Long> values = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            long time = i % 7 == 0 ? -random.nextLong() : i * 31L;
            nanos.add(Inputs.nanoTime(time, site(InputKind.NANOS), main));
            values.add(Inputs.next(random.nextLong(), ThreadLocalRandom.current(), site(InputKind.VALUE), main));
            Inputs.currentTimeMillis(1_700_000_000_000L + i, site(InputKind.WALL), main);
        }
        Thread other = program.thread(probe -> Inputs.nanoTime(17, site(InputKind.NANOS), probe));
        main.beforeStart(other, 0);
        other.start();
        other.join();
        RecordedInputs inputs = end();
        assertThat(answers(inputs, "main", InputKind.NANOS))
                .containsExactly(nanos.stream().mapToLong(Long::longValue).toArray());
        assertThat(answers(inputs, "main", InputKind.VALUE))
                .containsExactly(values.stream().mapToLong(Long::longValue).toArray());
        assertThat(answers(inputs, "main", InputKind.WALL)[4999]).isEqualTo((1_700_000_000_000L + 4999) * 1_000_000);
        assertThat(answers(inputs, "main/0", InputKind.NANOS)).containsExactly(17);
        assertThat(answers(inputs, "main/0", InputKind.VALUE)).isEmpty();
        assertThat(inputs.canBeReplayed()).isTrue();
        assertThat(inputs.cut()).isEmpty();
    }

    @Test
    void keepsWhatInitialisersAskApart() throws Exception {
        RecordingThread main = begin();
        main.enterInitializer(1);
        Inputs.nanoTime(5, site(InputKind.NANOS), main);
        main.exitInitializer(1);
        Inputs.nanoTime(6, site(InputKind.NANOS), main);
        RecordedInputs inputs = end();
        assertThat(answers(inputs, "", InputKind.NANOS)).containsExactly(5);
        assertThat(answers(inputs, "main", InputKind.NANOS)).containsExactly(6);
    }

    @Test
    void keepsWholeObjects() throws Exception {
        RecordingThread main = begin();
        UUID uuid = UUID.randomUUID();
        assertThat(Inputs.uuid(uuid, site(InputKind.VALUE), main)).isEqualTo(uuid);
        byte[] bytes = {1, 2, 3, 4, 5, 6, 7, 8, -9};
        Inputs.next(ThreadLocalRandom.current(), bytes, site(InputKind.VALUE), main);
        RecordedInputs inputs = end();
        assertThat(answers(inputs, "main", InputKind.VALUE))
                .containsExactly(
                        uuid.getMostSignificantBits(), uuid.getLeastSignificantBits(), 9, 0x0807060504030201L, 0xF7);
    }

    @Test
    void leavesGeneratorsWithASeedAlone() throws Exception {
        RecordingThread main = begin();
        Inputs.next(3, new Random(1), site(InputKind.VALUE), main);
        assertThat(end().canBeReplayed()).isFalse();
    }

    @Test
    void stopsAtThePlaceThatAsksTooOften() throws Exception {
        RecordingThread main = begin();
        for (int i = 0; i < InputRecord.MAX_ANSWERS + 10; i++) {
            Inputs.nanoTime(i, site(InputKind.NANOS), main);
        }
        Inputs.next(3L, ThreadLocalRandom.current(), site(InputKind.VALUE), main);
        RecordedInputs inputs = end();
        assertThat(answers(inputs, "main", InputKind.NANOS)).hasSize(InputRecord.MAX_ANSWERS);
        assertThat(answers(inputs, "main", InputKind.VALUE)).containsExactly(3);
        assertThat(inputs.cut()).hasSize(1);
        assertThat(inputs.cut().get(0).line()).isEqualTo(10);
    }

    @Test
    void keepsHalfOfWhatAKilledProgramAsked() throws Exception {
        RecordingThread main = begin();
        for (int i = 0; i < 100; i++) {
            Inputs.nanoTime(i * 1000L, site(InputKind.NANOS), main);
        }
        assertThat(answers(read(), "main", InputKind.NANOS).length).isBetween(50, 100);
        program.end();
    }

    @Test
    void readsAsFarAsTheFileIsWhole() throws Exception {
        RecordingThread main = begin();
        for (int i = 0; i < 100; i++) {
            Inputs.nanoTime(i, site(InputKind.NANOS), main);
        }
        program.end();
        Path file = program.recorder.folder().resolve(TraceFormat.INPUTS_FILE);
        byte[] bytes = Files.readAllBytes(file);
        Path cut = folder.resolve("cut");
        int before = 0;
        for (int size = 12; size <= bytes.length; size++) {
            Files.write(cut, java.util.Arrays.copyOf(bytes, size));
            RecordedInputs inputs = RecordedInputs.read(cut);
            int place = number(inputs, InputKind.NANOS);
            int count = place == 0 ? 0 : inputs.answers("main", place).length;
            assertThat(count).isGreaterThanOrEqualTo(before);
            before = count;
        }
        assertThat(before).isEqualTo(100);
    }

    @Test
    void makesNoTwoSeedsAlike() {
        RecordingThread main = begin();
        assertThat(Inputs.seed(site(InputKind.VALUE), main)).isNotEqualTo(Inputs.seed(site(InputKind.VALUE), main));
    }

    @Test
    void remembersHowTheWaitsOfAWorkerEnded() throws Exception {
        ThreadInputs worker = begin().inputs;
        Object pool = new Object();
        Object other = new Object();
        worker.submits(pool, "first");
        worker.submits(other, "another pool's");
        worker.getsNextTask();
        worker.idles(pool, null, 1);
        worker.submits(pool, "second");
        worker.submits(pool, "third");
        worker.takes(pool, "second");
        worker.getsNextTask(); // by a queue that keeps tasks
        worker.getsNextTask();
        worker.tryToLeave(pool);
        worker.submits(pool, "too late for it");
        worker.leaves(pool);
        RecordedInputs inputs = end();
        assertThat(inputs.answers("main", inputs.number(InputKind.IDLE_WORKER)))
                .containsExactly(InputRecord.idle(1, false), 2, InputRecord.idle(3, true), 3);
        assertThat(inputs.canBeReplayed()).isFalse();
    }

    @Test
    void hasSeenWorkersAlsoWhenNoneHasEnded() throws Exception {
        begin().inputs.idles(new Object(), null, 1);
        RecordedInputs inputs = end();
        assertThat(inputs.isEmpty()).isFalse();
        assertThat(inputs.canBeReplayed()).isFalse();
    }
}
