// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foretell.tool.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFolderTest {
    @TempDir
    private Path temporary;

    private static Session session() {
        return Session.of(List.of("java", "x"), "/w", InstrumentationScope.of("a.*"), List.of("race"), "seal");
    }

    @Test
    void replacesAnEarlierSessionButNothingElse() throws IOException {
        Path path = temporary.resolve("out");
        OutputFolder folder = OutputFolder.create(path);
        folder.save(session());
        Files.writeString(folder.clips().resolve("R1.clip"), "old");
        Files.writeString(path.resolve("notes.md"), "mine");
        OutputFolder.create(path);
        assertThat(folder.clips()).isEmptyDirectory();
        assertThat(path.resolve("notes.md")).hasContent("mine");
    }

    @Test
    void putsASecondRecordingInPlaceOfTheFirst() throws IOException {
        OutputFolder folder = OutputFolder.create(temporary.resolve("out"));
        folder.save(session());
        Files.writeString(folder.record().resolve("stdin"), "typed");
        Files.writeString(folder.clips().resolve("R1.clip"), "first");
        Files.writeString(folder.clips().resolve("R2.clip"), "first");
        Files.writeString(folder.file("notes.md"), "mine");
        OutputFolder again = folder.again();
        assertThat(again.record().resolve("stdin")).hasContent("typed");
        Files.writeString(again.clips().resolve("R1.clip"), "second");
        again.save(session());

        folder.adopt(again);
        assertThat(folder.clips()).isDirectoryNotContaining("glob:**R2.clip");
        assertThat(folder.clips().resolve("R1.clip")).hasContent("second");
        assertThat(folder.record().resolve("stdin")).hasContent("typed");
        assertThat(folder.load().command()).containsExactly("java", "x");
        assertThat(folder.file("notes.md")).hasContent("mine");
        assertThat(again.root()).doesNotExist();
    }

    @Test
    void doesNotTouchAFolderThatHoldsSomethingElse() throws IOException {
        Files.writeString(temporary.resolve("thesis.tex"), "mine");
        Files.createDirectory(temporary.resolve("clips"));
        assertThatThrownBy(() -> OutputFolder.create(temporary))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("holds something else");
        assertThat(temporary.resolve("thesis.tex")).exists();
        assertThat(temporary.resolve("clips")).exists();
    }

    @Test
    void doesNotFollowLinksWhenItCleansUp() throws IOException {
        Path precious = Files.createDirectory(temporary.resolve("precious"));
        Files.writeString(precious.resolve("file"), "mine");
        OutputFolder folder = OutputFolder.create(temporary.resolve("out"));
        folder.save(session());
        OutputFolder.delete(folder.clips());
        Files.createSymbolicLink(folder.clips(), precious);
        OutputFolder.create(temporary.resolve("out"));
        assertThat(precious.resolve("file")).hasContent("mine");
    }

    @Test
    void saysWhenTheFolderIsAFile() throws IOException {
        Path file = Files.writeString(temporary.resolve("out"), "");
        assertThatThrownBy(() -> OutputFolder.create(file)).hasMessageContaining("is a file");
        assertThatThrownBy(() -> OutputFolder.create(file.resolve("deeper"))).hasMessageContaining("cannot be written");
    }

    @Test
    void saysWhenThereIsNoSessionToOpen() {
        assertThatThrownBy(() -> OutputFolder.open(temporary.resolve("none")))
                .hasMessageContaining("There is no folder");
        assertThatThrownBy(() -> OutputFolder.open(temporary)).hasMessageContaining("is not an output folder");
    }

    @Test
    void saysWhenTheSessionFileIsBroken() throws IOException {
        for (String content : List.of("", "{", "[]", "{}", "{\"foretell\": \"0.1.0\"}", "null", "\u0000")) {
            Files.writeString(temporary.resolve("session.json"), content);
            assertThatThrownBy(() -> OutputFolder.open(temporary).load())
                    .as("'%s'", content)
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("session.json cannot be used");
        }
    }

    @Test
    void saysWhenTheSessionIsOfAnotherVersion() throws IOException {
        OutputFolder folder = OutputFolder.create(temporary.resolve("out"));
        folder.save(session());
        Path file = folder.file("session.json");
        Files.writeString(
                file, Files.readString(file).replaceFirst("\"foretell\" : \"[^\"]+\"", "\"foretell\": \"9.9\""));
        assertThatThrownBy(folder::load).isInstanceOf(UserError.class).hasMessageContaining("was made by Foretell 9.9");
    }

    @Test
    void loadsWhatItSaved() throws IOException {
        OutputFolder folder = OutputFolder.create(temporary.resolve("out"));
        folder.save(session());
        assertThat(folder.load()).isEqualTo(session());
    }
}
