// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Races that are created on demand. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DirectorRaceTest {
    private static final class Box {
        int x;
        int y;
    }

    @TempDir
    Path folder;

    /** Two threads that increment one field, each a hundred times. */
    private final class Counters {
        final SimulatedProgram program = new SimulatedProgram(folder);
        final Box box = new Box();
        final int fork0 = program.site(EventKind.FORK, 1);
        final int fork1 = program.site(EventKind.FORK, 2);
        final int join = program.site(EventKind.JOIN, 3);
        final int read = program.site(EventKind.READ, 10);
        final int write = program.site(EventKind.WRITE, 10);
        final int readY = program.site(EventKind.READ, 20, "demo.Play.y");
        final int writeY = program.site(EventKind.WRITE, 20, "demo.Play.y");
        int rounds = 100;

        Outcome runProgram() throws Exception {
            return program.run(p -> {
                Thread left = program.start(p, fork0, "left", this::increment);
                Thread right = program.start(p, fork1, "right", this::increment);
                SimulatedProgram.join(p, left, join);
                SimulatedProgram.join(p, right, join);
            });
        }

        private void increment(ThreadProbe p) {
            for (int i = 0; i < rounds; i++) {
                p.read(box, read);
                int value = box.x;
                p.write(box, write);
                box.x = value + 1;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void createsALostUpdateOrNotAsTheClipOrdersEveryTime(boolean writerFirst) throws Exception {
        for (int round = 0; round < 100; round++) {
            Counters program = new Counters();
            program.rounds = 1;
            program.program.kind = AnomalyKind.RACE;
            program.program.until("main", program.join, 1).until("main/0", program.write, 1);
            program.program.meet("main/0", program.write, 1).meet("main/1", program.read, 1);
            program.program.order = writerFirst ? List.of(0, 1) : List.of(1, 0);
            Outcome outcome = program.runProgram();
            assertThat(outcome.problem()).isEmpty();
            assertThat(outcome.created()).isTrue();
            assertThat(outcome.followed()).isTrue();
            assertThat(outcome.steps()).isEqualTo(2);
            assertThat(program.box.x).isEqualTo(writerFirst ? 2 : 1);
        }
    }

    @Test
    void countsOccurrencesPerThread() throws Exception {
        Counters program = new Counters();
        program.program.kind = AnomalyKind.RACE;
        program.program
                .until("main", program.join, 1)
                .until("main/1", program.write, 40)
                .until("main/0", program.read, 71);
        program.program.meet("main/0", program.read, 71).meet("main/1", program.write, 40);
        program.program.order = List.of(1, 0);
        Outcome outcome = program.runProgram();
        assertThat(outcome.problem()).isEmpty();
        assertThat(outcome.created()).isTrue();
        // right had read 39, left then wrote 39..109-1, right writes 40 and all left's work is lost
        assertThat(program.box.x).isBetween(40, 130);
    }

    @Test
    void followsManySwitchesExactly() throws Exception {
        Counters program = new Counters();
        program.program.until("main", program.join, 1);
        for (int i = 1; i <= 100; i++) {
            program.program.until("main/0", program.write, i).until("main/1", program.write, i);
        }
        program.program.untilEnd("main/0").untilEnd("main/1").untilEnd("main");
        Outcome outcome = program.runProgram();
        assertThat(outcome.problem()).isEmpty();
        assertThat(outcome.followed()).isTrue();
        assertThat(outcome.steps()).isEqualTo(204);
        assertThat(program.box.x).as("each pair of increments loses one").isEqualTo(100);
    }

    @Test
    void isNotCreatedWhenTheThreadsMeetOnDifferentObjects() throws Exception {
        SimulatedProgram program = new SimulatedProgram(folder);
        int fork = program.site(EventKind.FORK, 1);
        int write = program.site(EventKind.WRITE, 10);
        program.kind = AnomalyKind.RACE;
        program.meet("main/0", write, 1).meet("main/1", write, 1);
        Outcome outcome = program.run(p -> {
            for (int i = 0; i < 2; i++) {
                Box own = new Box();
                program.start(p, fork, "own" + i, q -> {
                    q.write(own, write);
                    own.x = 1;
                });
            }
        });
        assertThat(outcome.created()).isFalse();
        assertThat(outcome.problem())
                .contains("met but on different objects")
                .contains("main/0 \"own0\" before write of Play.x at Play.java:10");
    }

    @Test
    void isNotCreatedWhenTheFieldsDiffer() throws Exception {
        Counters program = new Counters();
        program.program.kind = AnomalyKind.RACE;
        program.program.meet("main/0", program.write, 1).meet("main/1", program.writeY, 1);
        Outcome outcome = program.program.run(p -> {
            program.program.start(p, program.fork0, "x", q -> q.write(program.box, program.write));
            program.program.start(p, program.fork1, "y", q -> q.write(program.box, program.writeY));
        });
        assertThat(outcome.created()).isFalse();
        assertThat(outcome.problem()).contains("different objects or fields");
    }

    @Test
    void isNotCreatedWhenBothOnlyRead() throws Exception {
        Counters program = new Counters();
        program.program.kind = AnomalyKind.RACE;
        program.program.meet("main/0", program.read, 1).meet("main/1", program.read, 1);
        Outcome outcome = program.runProgram();
        assertThat(outcome.created()).isFalse();
        assertThat(outcome.problem()).contains("both only read");
    }

    @Test
    void isNotCreatedOnAVolatile() throws Exception {
        SimulatedProgram program = new SimulatedProgram(folder);
        int fork = program.site(EventKind.FORK, 1);
        int write = program.site(EventKind.VOLATILE_WRITE, 10);
        Box box = new Box();
        program.kind = AnomalyKind.RACE;
        program.meet("main/0", write, 1).meet("main/1", write, 2);
        Outcome outcome = program.run(p -> {
            for (int i = 0; i < 2; i++) {
                program.start(p, fork, "t" + i, q -> {
                    for (int n = 0; n < 3; n++) {
                        q.beforeVolatile(box, write);
                        q.afterVolatile(box, write);
                    }
                });
            }
        });
        assertThat(outcome.created()).isFalse();
        assertThat(outcome.problem()).contains("not at two plain accesses");
    }

    @Test
    void distinguishesArrayElements() throws Exception {
        for (int other = 0; other < 2; other++) {
            int index = other;
            SimulatedProgram program = new SimulatedProgram(folder);
            int fork = program.site(EventKind.FORK, 1);
            int write = program.site(EventKind.WRITE, 10, "int[]");
            int[] array = new int[2];
            program.kind = AnomalyKind.RACE;
            program.meet("main/0", write, 1).meet("main/1", write, 1);
            Outcome outcome = program.run(p -> {
                program.start(p, fork, "a", q -> {
                    q.writeElement(array, -1, write); // about to throw: does not count
                    q.writeElement(null, 0, write);
                    q.writeElement(array, 2, write);
                    q.writeElement(array, 0, write);
                });
                program.start(p, fork, "b", q -> q.writeElement(array, index, write));
            });
            assertThat(outcome.created()).isEqualTo(index == 0);
        }
    }

    @Test
    void findsAStaticFieldThroughASubclass() throws Exception {
        SimulatedProgram program = new SimulatedProgram(folder);
        int fork = program.site(EventKind.FORK, 1);
        int write = program.site(EventKind.WRITE, 10, "demo.Play.x");
        int read = program.site(EventKind.READ, 11, "demo.Sub.x");
        program.kind = AnomalyKind.RACE;
        program.meet("main/0", write, 1).meet("main/1", read, 1);
        Outcome outcome = program.run(p -> {
            program.director()
                    .define(new dev.foretell.trace.ClassInfo(
                            "demo.Sub", "demo.Play", List.of(), "0", List.of(), List.of()));
            program.start(p, fork, "a", q -> q.writeStatic(write));
            program.start(p, fork, "b", q -> q.readStatic(read));
        });
        assertThat(outcome.problem()).isEmpty();
        assertThat(outcome.created()).isTrue();
    }

    @Test
    void matchesByLineWhenTheInstructionIsNotFound() throws Exception {
        Counters program = new Counters();
        program.program.kind = AnomalyKind.RACE;
        dev.foretell.trace.Site moved = new dev.foretell.trace.Site(
                "demo.Play", "run()V", "Play.java", 10, 4711, EventKind.WRITE, "demo.Play.x");
        program.program.until("main", program.join, 1).until("main/0", moved, 3);
        program.program.meet("main/0", program.write, 3).meet("main/1", program.write, 1);
        Outcome outcome = program.runProgram();
        assertThat(outcome.problem()).isEmpty();
        assertThat(outcome.created()).isTrue();
    }

    @Test
    void followsAHandWrittenClip() throws Exception {
        Counters program = new Counters();
        Path file = folder.resolve("hand.clip");
        java.nio.file.Files.writeString(file, """
                foretell clip 1
                kind race
                # no brackets, no labels
                run main until join at Play.java:3
                run main/0 until write x at Play.java:10 #5
                meet main/0 before write Play.x at Play.java:10 #5
                meet main/1 before read at Play.java:10
                """);
        Outcome outcome = program.program.clipFile(file).run(p -> {
            Thread left = program.program.start(p, program.fork0, "left", program::increment);
            Thread right = program.program.start(p, program.fork1, "right", program::increment);
            SimulatedProgram.join(p, left, program.join);
            SimulatedProgram.join(p, right, program.join);
        });
        assertThat(outcome.problem()).isEmpty();
        assertThat(outcome.created()).isTrue();
    }

    @Test
    void reportsThatAClassHasAnotherVersion() throws Exception {
        Counters program = new Counters();
        program.program.checksums = java.util.Map.of("demo.Play", "badbad");
        program.program.untilEnd("main");
        Outcome outcome = program.runProgram();
        assertThat(outcome.problem()).contains("another version of class demo.Play (checksum badbad, now c0ffee)");
        assertThat(outcome.followed()).isTrue();
    }
}
