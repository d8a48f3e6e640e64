// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foretell.tool.UserError;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserVerdictTest {
    @TempDir
    private Path folder;

    private String judge() throws Exception {
        Path file = folder.resolve("Judge.java");
        Files.writeString(file, """
                import java.nio.file.*;
                public class Judge {
                    public static void main(String[] args) throws Exception {
                        System.out.println("looked at " + args[1]);
                        System.exit(Files.readString(Path.of(args[1], "record")).equals(args[0]) ? 0 : 7);
                    }
                }
                """);
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return java + "  " + file + " 42";
    }

    @Test
    void theExitCodeOfTheCommandIsTheVerdict() throws Exception {
        UserVerdict verdicts = new UserVerdict(judge());
        Files.writeString(folder.resolve("record"), "42");
        assertThat(verdicts.isGood(folder)).isTrue();
        Files.writeString(folder.resolve("record"), "41");
        assertThat(verdicts.isGood(folder)).isFalse();
        assertThat(folder.resolve("oracle.txt")).content().contains("looked at " + folder.toAbsolutePath());
    }

    @Test
    void aCommandThatCannotBeRunIsAMistakeOfTheUser() {
        assertThatThrownBy(() -> new UserVerdict("no-such-command-anywhere").isGood(folder))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("--oracle: 'no-such-command-anywhere' cannot be run");
    }
}
