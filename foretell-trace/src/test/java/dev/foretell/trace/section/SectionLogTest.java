// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.section.SectionLog.Branch;
import dev.foretell.trace.section.SectionLog.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SectionLogTest {
    @TempDir
    private Path folder;

    @Test
    void readsBackWhatWasWritten() throws IOException {
        Path file = folder.resolve("sections.log");
        Files.writeString(
                file,
                SectionLog.seenLine(3, 1)
                        + SectionLog.violatedLine(3, 1, true, "Account.java:12")
                        + SectionLog.violatedLine(4, 0, false, "")
                        + "healed 4 0\n"
                        + "seen 7");
        SectionLog log = SectionLog.read(file);
        assertThat(log.seen()).containsExactlyInAnyOrder(new Branch(3, 1), new Branch(4, 0));
        assertThat(log.violations())
                .containsExactly(
                        new Violation(new Branch(3, 1), true, "Account.java:12"),
                        new Violation(new Branch(4, 0), false, ""));
    }

    @Test
    void noFileMeansNothingSeen() throws IOException {
        SectionLog log = SectionLog.read(folder.resolve("none"));
        assertThat(log.seen()).isEmpty();
        assertThat(log.violations()).isEmpty();
    }
}
