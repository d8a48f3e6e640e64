// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.process.FileCopies;
import dev.foretell.tool.process.WrittenFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which differences in files are harm: a recorded run, its controls and one more run, each of which writes {@code f}.
 */
class FileControlTest {
    @TempDir
    private Path root;

    private Path file;
    private Path record;
    private final List<Path> controls = new ArrayList<>();
    private int runs;

    @BeforeEach
    void folders() throws IOException {
        file = Files.createDirectories(root.resolve("work")).resolve("f");
    }

    private void write(byte[] bytes) throws IOException {
        Files.write(file, bytes);
        Files.setLastModifiedTime(file, FileTime.fromMillis(1000L * ++runs));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void recorded(byte[] bytes) throws IOException {
        long before = Files.exists(file) ? Files.size(file) : -1;
        write(bytes);
        record = Files.createDirectories(root.resolve("record"));
        FileCopies.keep(
                file.getParent(), new WrittenFiles(List.of(new WrittenFiles.Written("f", before)), List.of()), record);
    }

    /** A run that leaves these bytes; null when it does not write the file. */
    private Path run(byte[] bytes) throws IOException {
        FileCopies copies = FileCopies.before(file.getParent(), List.of("f"));
        if (bytes != null) {
            write(bytes);
        }
        Path folder = Files.createDirectories(root.resolve("run-" + ++runs));
        copies.keep(folder);
        return folder;
    }

    private void control(String text) throws IOException {
        controls.add(run(text == null ? null : bytes(text)));
    }

    private FileControl control() {
        return FileControl.of(record, controls, controls);
    }

    private Optional<String> difference(Path run) {
        return control().difference(record, run, false);
    }

    @Test
    void anotherLineIsHarm() throws IOException {
        recorded(bytes("total 2\n"));
        control("total 2\n");
        control("total 2\n");
        assertThat(difference(run(bytes("total 1\n")))).hasValue("'total 1' instead of 'total 2' in the file f");
        assertThat(difference(run(bytes("total 2\n")))).isEmpty();
    }

    @Test
    void whatVariesAmongControlsIsNoHarm() throws IOException {
        recorded(bytes("at 100\ntotal 2\n"));
        control("at 200\ntotal 2\n");
        control("at 300\ntotal 2\n");
        assertThat(difference(run(bytes("at 400\ntotal 2\n")))).isEmpty();
        assertThat(difference(run(bytes("at 400\ntotal 1\n"))))
                .hasValue("'total 1' instead of 'total 2' in the file f");
    }

    @Test
    void fileOfWhichAllVariesIsNotCompared() throws IOException {
        recorded(bytes("one\n"));
        control("two\n");
        assertThat(control().isEmpty()).isTrue();
        assertThat(control().written()).isEqualTo(1);
        assertThat(difference(run(bytes("three\n")))).isEmpty();
    }

    @Test
    void fileThatAControlDoesNotWriteIsNotCompared() throws IOException {
        recorded(bytes("total 2\n"));
        control("total 2\n");
        control(null);
        assertThat(difference(run(bytes("total 1\n")))).isEmpty();
    }

    /** Of a log only what the run itself added counts, also when the recorded run found an older log. */
    @Test
    void ofALogOnlyTheNewPartIsCompared() throws IOException {
        write(bytes("older\n"));
        recorded(bytes("older\nsum 2\n"));
        control("older\nsum 2\nsum 2\n");
        Path wrong = run(bytes("older\nsum 2\nsum 2\nsum 1\n"));
        control("older\nsum 2\nsum 2\nsum 1\nsum 2\n");
        Path right = run(bytes("older\nsum 2\nsum 2\nsum 1\nsum 2\nsum 2\n"));
        Path rotated = run(bytes("sum 7\n"));
        assertThat(difference(wrong)).hasValue("'sum 1' instead of 'sum 2' in the file f");
        assertThat(difference(right)).isEmpty();
        assertThat(difference(rotated)).isEmpty();
    }

    @Test
    void binaryFileIsComparedWhenItNeverVaries() throws IOException {
        recorded(new byte[] {0, 1});
        controls.add(run(new byte[] {0, 1}));
        Path other = run(new byte[] {0, 2});
        assertThat(difference(other)).hasValue("the file f has other bytes");
        controls.add(run(new byte[] {0, 3}));
        assertThat(difference(other)).isEmpty();
    }

    @Test
    void missingFileIsHarmAndAnUntouchedOneIsNot() throws IOException {
        recorded(bytes("total 2\n"));
        control("total 2\n");
        assertThat(difference(run(null))).isEmpty();
        Files.delete(file);
        assertThat(difference(run(null))).hasValue("the file f is missing");
    }

    /** Only runs with other inputs show what depends on these. */
    @Test
    void runWithFreshAnswersIsComparedWithControlsThatHadSome() throws IOException {
        recorded(bytes("at 1\n"));
        control("at 1\n");
        List<Path> all = new ArrayList<>(controls);
        all.add(run(bytes("at 2\n")));
        FileControl control = FileControl.of(record, controls, all);
        Path other = run(bytes("at 3\n"));
        assertThat(control.difference(record, other, true)).isEmpty();
        assertThat(control.difference(record, other, false)).isPresent();
        assertThat(FileControl.of(record, controls, null).difference(record, other, true))
                .isEmpty();
    }
}
