// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import static dev.foretell.trace.EventKind.FORK;
import static dev.foretell.trace.EventKind.JOIN;
import static dev.foretell.trace.EventKind.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.Trace;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdentityTest {
    @TempDir
    Path directory;

    @Test
    void objectsWithTheSameHashNeverShareAnIdentity() {
        IdentityTable table = new IdentityTable();
        int[][] arrays = new int[500][2];
        for (int i = 0; i < arrays.length; i++) {
            assertThat(table.entry(arrays[i], 77, i + 1).id).isEqualTo(i + 1);
        }
        for (int i = 0; i < arrays.length; i++) {
            IdentityTable.Entry entry = table.entry(arrays[i], 77, 1000);
            assertThat(entry.id).isEqualTo(i + 1);
            assertThat(entry.length).isEqualTo(2);
        }
        assertThat(table.size()).isEqualTo(arrays.length);
    }

    @Test
    void objectsAreNotKeptAlive() {
        IdentityTable table = new IdentityTable();
        int rounds = 0;
        do {
            for (int i = 0; i < 1000; i++) {
                int[] array = new int[100];
                table.entry(array, System.identityHashCode(array), i + 1);
            }
            System.gc();
            rounds++;
        } while (table.size() == rounds * 1000 && rounds < 200);
        assertThat(table.size()).isLessThan(rounds * 1000);
    }

    @Test
    void fieldIsFoundInSuperclassesAndNotInClassesWithout() {
        ObjectTypes types = new RecordedProgram(directory).recorder.types;
        assertThat(types.get(RecordedProgram.Cell.class).offset).isPositive();
        assertThat(types.get(RecordedProgram.SubCell.class).offset)
                .isEqualTo(types.get(RecordedProgram.Cell.class).offset);
        assertThat(types.get(Object.class).offset).isZero();
        assertThat(types.get(int[].class).offset).isZero();
        assertThat(types.get(IdentityTest.class).offset).isZero();
    }

    @Test
    void copiesHaveAnIdentityOfTheirOwn() throws Exception {
        RecordedProgram program = new RecordedProgram(directory);
        int s = program.sites(FORK, "", JOIN, "", WRITE, "p.C.x");
        RecordingThread main = program.attach();
        RecordedProgram.Cell original = new RecordedProgram.Cell();
        main.write(original, s + 2);
        RecordedProgram.Cell copy = original.clone();
        main.cloned(original, copy);
        main.cloned(original, original);
        program.run(s, s + 1, List.of(probe -> {
            probe.write(copy, s + 2);
            probe.write(original, s + 2);
        }));
        main.write(copy, s + 2);
        Trace trace = program.end().trace();
        assertThat(trace.variableCount()).isEqualTo(2);
        assertThat(trace.variableOwner(0)).isNotEqualTo(trace.variableOwner(1));
        assertThat(trace.variableName(0)).isEqualTo("C.x");
    }

    @Test
    void threadsThatMeetAnObjectAtTheSameTimeAgree() throws Exception {
        RecordedProgram program = new RecordedProgram(directory);
        int s = program.sites(FORK, "", JOIN, "", WRITE, "p.C.x", WRITE, "int[]");
        RecordedProgram.Cell[] cells = new RecordedProgram.Cell[3000];
        int[][] arrays = new int[3000][1];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = i % 2 == 0 ? new RecordedProgram.Cell() : new RecordedProgram.SubCell();
        }
        Consumer<RecordingThread> body = probe -> {
            for (int i = 0; i < cells.length; i++) {
                probe.write(cells[i], s + 2);
                probe.writeElement(arrays[i], 0, s + 3);
            }
        };
        program.run(s, s + 1, List.of(body, body, body));
        Trace trace = program.end().trace();
        Set<Long> owners = new HashSet<>();
        for (int v = 0; v < trace.variableCount(); v++) {
            owners.add(trace.variableOwner(v));
        }
        assertThat(trace.variableCount()).isEqualTo(6000);
        assertThat(owners).hasSize(6000);
    }
}
