// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import static dev.foretell.trace.EventKind.ACQUIRE;
import static dev.foretell.trace.EventKind.FORK;
import static dev.foretell.trace.EventKind.JOIN;
import static dev.foretell.trace.EventKind.READ;
import static dev.foretell.trace.EventKind.RELEASE;
import static dev.foretell.trace.EventKind.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.Trace;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecorderTest {
    @TempDir
    Path directory;

    @Test
    void recordsWhatTwoThreadsShareAndLeavesOutTheRest() throws Exception {
        RecordedProgram program = new RecordedProgram(directory);
        int s = program.sites(
                FORK, "", JOIN, "", ACQUIRE, "", RELEASE, "", READ, "p.C.x", WRITE, "p.C.x", WRITE, "p.C.y");
        Object lock = new Object();
        RecordedProgram.Cell shared = new RecordedProgram.Cell();
        program.run(s, s + 1, List.of(probe -> {
            probe.write(new RecordedProgram.Cell(), s + 5);
            synchronized (lock) {
                probe.afterEnter(lock, s + 2);
                probe.read(shared, s + 4);
                probe.write(shared, s + 5);
                probe.write(shared, s + 6);
                probe.beforeExit(lock, s + 3);
            }
        }));
        RecordingThread main = program.attach();
        main.read(shared, s + 4);
        Trace trace = program.end().trace();
        assertThat(RecordedProgram.lines(trace))
                .containsExactly(
                        "main BEGIN",
                        "main FORK main/0",
                        "main/0 BEGIN",
                        "main/0 ACQUIRE Object",
                        "main/0 READ C.x",
                        "main/0 WRITE C.x",
                        "main/0 RELEASE Object",
                        "main/0 END",
                        "main JOIN main/0",
                        "main READ C.x",
                        "main END");
        assertThat(trace.occurrence(5)).isEqualTo(2);
        assertThat(trace.run().complete()).isTrue();
        assertThat(trace.run().warnings()).isEmpty();
        assertThat(trace.run().recordedAccesses()).isEqualTo(5);
    }
}
