// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.ReportJson;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Structured concurrency, on JDKs that have it (as a preview, which only their own compiler takes). */
class ScopesIT {
    private static final String PROGRAM = "dev.foretell.it.beside.ScopedTasks";
    private static final int FIRST = 25;

    private Path classes;

    @BeforeEach
    void compile() {
        assumeThat(Foretell.programVersion()).isGreaterThanOrEqualTo(FIRST);
        classes = Foretell.folder("scopes-classes");
        ChildProcess.Ended compiler = new ChildProcess(List.of(
                        Path.of(Foretell.programJava()).resolveSibling("javac").toString(),
                        "--enable-preview",
                        "--release",
                        Integer.toString(Foretell.programVersion()),
                        "-g",
                        "-d",
                        classes.toString(),
                        Foretell.besideSources()
                                .resolve(PROGRAM.replace('.', '/') + ".java")
                                .toString()))
                .run();
        assertThat(compiler.exit()).as("%s", compiler).isZero();
    }

    private ReportJson check(String name, String... arguments) {
        Path folder = Foretell.folder("scopes-" + name);
        List<String> command = new ArrayList<>(List.of("check", "-o", folder.toString(), "--", Foretell.programJava()));
        command.addAll(List.of("--enable-preview", "-cp", classes.toString(), PROGRAM));
        command.addAll(List.of(arguments));
        ChildProcess.Ended run = Foretell.command(command).run();
        assertThat(folder.resolve("report.json")).as("%s", run).exists();
        return ReportJson.of(folder);
    }

    @Test
    void joinOfAScopeComesAfterItsTasks() {
        ReportJson report = check("joined");
        assertThat(report.findings()).as("%s", report).isEmpty();
        assertThat(report.root().path("coverage").path("unmodelled"))
                .as("%s", report)
                .isEmpty();
    }

    @Test
    void useBeforeTheJoinRacesWithATask() {
        ReportJson report = check("early", "early");
        assertThat(report.confirmed())
                .as("%s", report)
                .anyMatch(found -> found.kind().equals("race")
                        && found.variable().endsWith("right")
                        && found.harmKind().equals("output"));
        assertThat(report.confirmed())
                .as("%s", report)
                .noneMatch(found -> found.variable().endsWith("left"));
    }
}
