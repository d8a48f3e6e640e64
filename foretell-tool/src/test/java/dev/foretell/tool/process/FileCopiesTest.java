// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.process.FileCopies.Copy;
import dev.foretell.tool.process.FileCopies.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of the files that a run wrote. */
class FileCopiesTest {
    @TempDir
    private Path root;

    private Path directory;
    private Path run;

    @BeforeEach
    void folders() throws IOException {
        directory = Files.createDirectories(root.resolve("work"));
        run = Files.createDirectories(root.resolve("run"));
    }

    private void write(String name, String text, int seconds) throws IOException {
        Files.writeString(directory.resolve(name), text);
        Files.setLastModifiedTime(directory.resolve(name), FileTime.fromMillis(1000L * seconds));
    }

    private List<Copy> copies() {
        return FileCopies.index(run).copies();
    }

    private String content(String name) {
        return FileCopies.content(run, FileCopies.index(run), name)
                .map(String::new)
                .orElse(null);
    }

    @Test
    void recordsWhatARunDid() throws IOException {
        write("kept", "a\n", 1);
        write("again", "a\n", 1);
        write("longer", "a\n", 1);
        write("gone", "a\n", 1);
        FileCopies copies = FileCopies.before(directory, List.of("kept", "again", "longer", "gone", "new"));
        write("again", "a\n", 2);
        write("longer", "a\nb\n", 2);
        Files.delete(directory.resolve("gone"));
        write("new", "c\n", 2);
        copies.keep(run);
        assertThat(copies())
                .containsExactly(
                        new Copy("kept", State.UNTOUCHED, 0),
                        new Copy("again", State.WRITTEN, 0),
                        new Copy("longer", State.WRITTEN, 2),
                        new Copy("gone", State.MISSING, 0),
                        new Copy("new", State.WRITTEN, 0));
        assertThat(content("longer")).isEqualTo("a\nb\n");
        assertThat(content("gone")).isNull();
    }

    /** A session can come from another user. */
    @Test
    void readsNothingOutsideOfTheDirectory() throws IOException {
        Files.writeString(root.resolve("secret"), "s");
        Files.createSymbolicLink(directory.resolve("link"), root.resolve("secret"));
        Files.createSymbolicLink(directory.resolve("folder"), root);
        List<String> names =
                List.of("../secret", root.resolve("secret").toString(), "link", "folder/secret", "x\0y", "");
        FileCopies.before(directory, names).keep(run);
        assertThat(copies()).hasSize(names.size()).allMatch(copy -> copy.state() == State.MISSING);
        assertThat(Files.list(run.resolve("files"))).hasSize(1);
    }

    @Test
    void keepsWhatTheRecordedRunWrote() throws IOException {
        write("log", "old\nnew\n", 1);
        WrittenFiles written = new WrittenFiles(
                List.of(new WrittenFiles.Written("log", 4), new WrittenFiles.Written("temporary", -1)),
                List.of("a limit"));
        FileCopies.keep(directory, written, run);
        assertThat(FileCopies.index(run))
                .isEqualTo(new FileCopies.Index(List.of(new Copy("log", State.WRITTEN, 4)), List.of("a limit")));
        assertThat(content("log")).isEqualTo("old\nnew\n");
    }

    @Test
    void garbledIndexMeansNoFiles() throws IOException {
        Files.createDirectories(run.resolve("files"));
        for (String text : List.of("", "null", "[]", "{\"copies\":[{}]}", "{\"copies\":[null]}", "{\"copies\":7}")) {
            Files.writeString(run.resolve("files/index.json"), text);
            assertThat(copies()).as(text).isEmpty();
        }
    }
}
