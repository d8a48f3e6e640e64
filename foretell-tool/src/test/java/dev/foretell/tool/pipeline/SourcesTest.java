// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourcesTest {
    @TempDir
    private Path root;

    @BeforeEach
    void writeSources() throws IOException {
        write("src/main/java/com/acme/Desk.java", "package com.acme;\n\n    int stock; // right\n");
        write("src/main/java/com/other/Desk.java", "\n\nwrong package\n");
        write("target/com/acme/Desk.java", "\n\nwrong folder\n");
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void findsTheLineByPackageAndFile() {
        assertThat(new Sources(root).line("com.acme.Desk$Inner", "Desk.java", 3))
                .isEqualTo("int stock; // right");
    }

    @Test
    void findsTheLineOfAClassWithoutPackage() throws IOException {
        write("Main.java", "first\n");
        assertThat(new Sources(root).line("Main", "Main.java", 1)).isEqualTo("first");
    }

    /** Obfuscated classes, or a garbled trace. */
    @Test
    void saysNothingOfNamesThatNoFileHas() {
        Sources sources = new Sources(root);
        assertThat(sources.line("com.acme.Desk", "De\0sk.java", 3)).isEmpty();
        assertThat(sources.line("com.ac\0me.Desk", "Desk.java", 3)).isEmpty();
    }

    @Test
    void saysNothingWhereThereIsNothing() {
        Sources sources = new Sources(root);
        assertThat(sources.line("com.acme.Desk", "Desk.java", 99)).isEmpty();
        assertThat(sources.line("com.acme.Desk", "Desk.java", -1)).isEmpty();
        assertThat(sources.line("org.acme.Desk", "Desk.java", 1)).isEmpty();
        assertThat(sources.line("com.acme.Desk", "", 1)).isEmpty();
        assertThat(new Sources(root.resolve("absent")).line("com.acme.Desk", "Desk.java", 1))
                .isEmpty();
    }
}
