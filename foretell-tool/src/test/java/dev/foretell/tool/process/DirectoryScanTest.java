// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files below a directory were written between two scans. */
class DirectoryScanTest {
    private static final DirectoryScan.Limits LIMITS = new DirectoryScan.Limits(20, 3, 100);

    @TempDir
    private Path directory;

    private DirectoryScan scan() {
        return DirectoryScan.of(directory, path -> path.endsWith("out"), Set.of(), LIMITS);
    }

    private void write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** With a time of change that certainly differs. */
    private void rewrite(String name, String text, int seconds) throws IOException {
        write(name, text);
        Files.setLastModifiedTime(directory.resolve(name), FileTime.fromMillis(1000L * seconds));
    }

    @Test
    void findsNewAndChangedFiles() throws IOException {
        rewrite("same.txt", "a", 5);
        rewrite("longer.txt", "a", 5);
        rewrite("sub/rewritten.txt", "a", 5);
        DirectoryScan before = scan();
        rewrite("longer.txt", "ab", 5);
        rewrite("sub/rewritten.txt", "a", 6);
        write("new/deep/new.txt", "a");
        assertThat(before.written().files())
                .containsExactly(
                        new WrittenFiles.Written("longer.txt", 1),
                        new WrittenFiles.Written("new/deep/new.txt", -1),
                        new WrittenFiles.Written("sub/rewritten.txt", 1));
        assertThat(before.written().left()).isEmpty();
    }

    @Test
    void leavesOutWhatIsNotOfTheProgram() throws IOException {
        DirectoryScan before = scan();
        write(".git/index", "a");
        write("out/report.txt", "a");
        Files.createSymbolicLink(directory.resolve("link"), directory.resolve("out"));
        assertThat(before.written()).isEqualTo(WrittenFiles.NONE);
    }

    @Test
    void leavesOutWhatTheToolWritesItself() throws IOException {
        write("log", "");
        Object key = Files.readAttributes(directory.resolve("log"), BasicFileAttributes.class)
                .fileKey();
        assumeTrue(key != null, "the file system has no keys");
        DirectoryScan before = DirectoryScan.of(directory, path -> false, Set.of(key), LIMITS);
        write("log", "re-executed 1 of 2");
        write("result", "a");
        assertThat(before.written().files()).containsExactly(new WrittenFiles.Written("result", -1));
    }

    @Test
    void reportsWhatIsTooLargeOrTooMuch() throws IOException {
        DirectoryScan before = scan();
        write("large.txt", "a".repeat(101));
        for (int i = 0; i < 5; i++) {
            write("file" + i, "a");
        }
        WrittenFiles written = before.written();
        assertThat(written.files()).hasSize(3);
        assertThat(written.left())
                .containsExactly(
                        "1 of the files that the recorded run wrote are larger than 100 bytes and were not compared",
                        "the recorded run wrote more than 3 files; 2 were not compared");
    }

    /** What was in a directory that was not listed before is not taken for new. */
    @Test
    void looksOnlyWhereAllWasSeenBefore() throws IOException {
        for (int i = 0; i < 30; i++) {
            write("crowded/file" + i, "a");
        }
        DirectoryScan before = scan();
        write("top.txt", "a");
        WrittenFiles written = before.written();
        assertThat(written.files()).containsExactly(new WrittenFiles.Written("top.txt", -1));
        assertThat(written.left())
                .containsExactly("files the program wrote were looked for among the first 20 entries of its working"
                        + " directory only; others were not compared");
    }

    @Test
    void comparesNothingWhenTheDirectoryItselfIsTooLarge() throws IOException {
        for (int i = 0; i < 30; i++) {
            write("file" + i, "a");
        }
        DirectoryScan before = scan();
        write("top.txt", "a");
        assertThat(before.written().files()).isEmpty();
        assertThat(before.written().left()).hasSize(1);
    }
}
