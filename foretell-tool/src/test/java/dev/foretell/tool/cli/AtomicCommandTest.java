// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.section.AtomicSection;
import dev.foretell.trace.section.AtomicSections;
import dev.foretell.trace.section.Origin;
import dev.foretell.trace.section.SectionFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicCommandTest {
    /** A folder of class files that is always there: this module's own, with the order desk of the demo in it. */
    private static final Path CLASSES = Path.of("target", "classes");

    private static final String DESK = "dev.foretell.tool.demo.*";

    @TempDir
    private Path folder;

    private final Cli cli = new Cli();

    @Test
    void infersSectionsOfTheIncludedClasses() throws Exception {
        Path file = folder.resolve("desk.sections");
        int exit = cli.run("atomic", "infer", CLASSES.toString(), "--include", DESK, "-o", file.toString());
        assertThat(cli.err()).contains(" atomic sections in ", "watch --sections " + file);
        assertThat(exit).isZero();
        AtomicSections sections = SectionFormat.read(file);
        assertThat(sections.list()).isNotEmpty();
        assertThat(sections.list())
                .allMatch(section -> section.entry().place().className().startsWith("dev.foretell.tool.demo."));
        assertThat(sections.list()).extracting(AtomicSection::origin).contains(Origin.LOAD_STORE);
        assertThat(sections.classes())
                .containsKey(sections.list().get(0).entry().place().className());
    }

    @Test
    void printsThemWithoutAFile() throws Exception {
        assertThat(cli.run("atomic", "infer", CLASSES.toString(), "--include", DESK, "--find", "load-store"))
                .isZero();
        AtomicSections sections = SectionFormat.parse(cli.out(), "out");
        assertThat(sections.list()).isNotEmpty();
        assertThat(sections.list()).extracting(AtomicSection::origin).containsOnly(Origin.LOAD_STORE);
    }

    @Test
    void infersNothingInExcludedClasses() throws Exception {
        assertThat(cli.run("atomic", "infer", CLASSES.toString(), "--include", DESK, "--exclude", DESK))
                .isZero();
        assertThat(SectionFormat.parse(cli.out(), "out").list()).isEmpty();
    }

    private void refuses(String sentence, String... args) {
        assertThat(cli.run(args)).isEqualTo(2);
        assertThat(cli.err()).contains(sentence).doesNotContain("\tat ");
    }

    @Test
    void reportsWhatCannotBeRead() throws Exception {
        refuses("There is no nowhere.jar.", "atomic", "infer", "nowhere.jar");
        refuses("There are no classes in " + folder, "atomic", "infer", folder.toString());
        Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
        refuses("cannot be read as jars", "atomic", "infer", text.toString());
    }

    @Test
    void reportsWhichKindsThereAre() {
        refuses("'races' is not one of load-store", "atomic", "infer", CLASSES.toString(), "--find", "races");
    }

    @Test
    void refineNeedsSectionsAnOracleAndACommand() throws Exception {
        Path file = folder.resolve("x.sections");
        refuses("Missing required option: '--oracle=CMD'", "atomic", "refine", file.toString());
        refuses("There is no command", "atomic", "refine", file.toString(), "--oracle", "true");
        refuses("cannot be read", "atomic", "refine", file.toString(), "--oracle", "true", "--", "java", "X");
        Files.writeString(file, "foretell sections 1\nsectoin A.x\n");
        refuses(":2:1: expected ", "atomic", "refine", file.toString(), "--oracle", "true", "--", "java", "X");
    }

    @Test
    void aClassPatternMeansNestedClassesToo() {
        assertThat(ClassPatterns.any(java.util.List.of("a.B")))
                .accepts("a.B", "a.B$C")
                .rejects("a.BC", "a.b.B");
        assertThat(ClassPatterns.any(java.util.List.of("a.*")))
                .accepts("a.B", "a.B$C")
                .rejects("a.b.C");
        assertThat(ClassPatterns.any(java.util.List.of("a.**", "b.C")))
                .accepts("a.b.C", "b.C")
                .rejects("b.D");
        assertThat(ClassPatterns.any(java.util.List.of())).rejects("a.B");
    }
}
