// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.pipeline.InstrumentationScope;
import dev.foretell.tool.pipeline.OutputFolder;
import dev.foretell.tool.pipeline.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every error ends in one sentence and the documented exit code, never in a stack trace. */
class MainTest {
    @TempDir
    private Path temporary;

    private final Cli cli = new Cli();

    private void refuses(int exit, String sentence, String... args) {
        assertThat(cli.run(args)).isEqualTo(exit);
        assertThat(cli.err()).contains(sentence).doesNotContain("\tat ", "Exception");
        assertThat(cli.err().lines().filter(line -> line.startsWith("foretell: ")))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "check",
                "demo",
                "record",
                "analyze",
                "confirm",
                "replay",
                "watch",
                "report",
                "trace info",
                "trace dump",
                "trace export",
                "trace import",
                "atomic infer",
                "atomic refine"
            })
    void everyCommandHasHelpWithAnExample(String command) {
        String[] args = (command + " --help").split(" ");
        assertThat(cli.run(args)).isZero();
        assertThat(cli.out()).contains("Usage: foretell " + command, "Example", "  foretell " + command);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--noise loud",
                "--noise random:0",
                "--noise random:50:9h",
                "--noise random:5:1s:2",
                "--noise variables",
                "--by hold",
                "--focus no-such-folder"
            })
    void watchExplainsWrongNoise(String options) {
        String[] args = ("watch " + options + " -- java X").split(" ");
        assertThat(cli.run(args)).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err())
                .startsWith("foretell: ")
                .contains(options.startsWith("--focus") ? "no-such-folder" : "--noise");
    }

    @Test
    void helpListsOnlyCommandsThatExist() {
        assertThat(cli.run("--help")).isZero();
        assertThat(cli.out())
                .contains("check", "demo", "replay", "watch", "atomic", "trace")
                .doesNotContain("verify-fix");
        assertThat(new Cli().run()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void printsItsVersion() {
        assertThat(cli.run("--version")).isZero();
        assertThat(cli.out()).matches("Foretell \\d+\\.\\d+\\.\\d+\n");
    }

    @Test
    void unknownOptionIsOneSentenceAndAHint() {
        refuses(2, "Unknown option: '--frobnicate'", "check", "--frobnicate", "--", "java");
        assertThat(cli.err()).contains("Try 'foretell check --help'.");
    }

    @Test
    void unknownCommandSuggestsTheNearest() {
        refuses(2, "chek", "chek");
        assertThat(cli.err() + cli.out()).contains("check");
    }

    @Test
    void unknownDetectorNamesTheAvailableOnes() {
        refuses(
                2,
                "no detector 'branch'. Available for --detect: race, deadlock, atomicity, asv, order, pattern.",
                "check",
                "--detect",
                "race,branch",
                "--",
                "java");
    }

    @Test
    void wrongValuesAreNamed() {
        refuses(2, "'soon' is not a duration", "check", "--timeout", "soon", "--", "java");
        assertThat(new Cli().run("check", "--fail-on", "fatal", "--", "java")).isEqualTo(2);
        Cli harm = new Cli();
        String out = temporary.resolve("out").toString();
        harm.run("check", "--fail-on", "harm", "-o", out, "--", "/no/such/program");
        assertThat(harm.err()).doesNotContain("--fail-on");
        assertThat(new Cli().run("check", "--jobs", "0", "--", "java")).isEqualTo(2);
        assertThat(new Cli().run("replay", "--times", "0", "x.clip")).isEqualTo(2);
    }

    @Test
    void wrongKindOfRegionIsNamed() {
        refuses(
                2,
                "--regions must be 'locks' or 'methods', not 'blocks'",
                "check",
                "--regions",
                "blocks",
                "--",
                "java");
        assertThat(new Cli().run("record", "--regions", "blocks", "--", "java")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"java.lang.**", "java.util.concurrent.**", "java.util.zip.ZipFile"})
    void whatOfTheJdkCannotBeLookedIntoIsNamed(String closed) {
        String sentence = "--include " + closed + ": of the JDK only java.util.* and java.text.* can be instrumented.";
        refuses(2, sentence, "check", "--include", closed, "--", "java");
    }

    @Test
    void mistakeInAPatternFileIsNamedWithLineAndColumn() throws IOException {
        Path file = Files.writeString(
                temporary.resolve("my.patterns"),
                "pattern lost-update\nE = a - b - c\nT = t - u - t\nAT = r - x - w\n");
        Path out = temporary.resolve("out");
        refuses(2, "my.patterns:4:10: ", "check", "--patterns", file.toString(), "-o", out.toString(), "--", "java");
        assertThat(out).doesNotExist();
    }

    @Test
    void patternsNeedAFile() {
        refuses(2, "--detect pattern needs a file of patterns", "check", "--detect", "pattern", "--", "java");
        Path none = temporary.resolve("none");
        Cli missing = new Cli();
        assertThat(missing.run("check", "--patterns", none.toString(), "--", "java"))
                .isEqualTo(2);
        assertThat(missing.err()).contains("There is no file " + none);
    }

    @Test
    void missingCommandLeavesNoFolderBehind() {
        Path out = temporary.resolve("out");
        refuses(2, "There is no command to run", "check", "-o", out.toString());
        assertThat(out).doesNotExist();
    }

    @Test
    void missingFolderIsNamed() {
        refuses(
                2,
                "There is no folder " + temporary.resolve("none"),
                "report",
                temporary.resolve("none").toString());
    }

    @Test
    void foreignFolderIsLeftAlone() throws IOException {
        Files.writeString(temporary.resolve("thesis.tex"), "mine");
        refuses(2, "holds something else", "record", "-o", temporary.toString(), "--", "java");
        assertThat(new Cli().run("analyze", temporary.toString())).isEqualTo(2);
    }

    @Test
    void sessionWithoutTraceIsNamed() throws IOException {
        OutputFolder folder = OutputFolder.create(temporary.resolve("out"));
        folder.save(session());
        refuses(2, "There is no trace in", "trace", "info", folder.root().toString());
        refusesReport(folder);
    }

    private void refusesReport(OutputFolder folder) {
        Cli again = new Cli();
        assertThat(again.run("report", folder.root().toString())).isEqualTo(2);
        assertThat(again.err()).contains("has not been analysed yet");
    }

    private static Session session() {
        return Session.of(List.of("java", "Main"), "/", InstrumentationScope.ALL, List.of("race"), "another user's");
    }

    @Test
    void damagedAndForeignTracesAreNamed() throws IOException {
        OutputFolder folder = OutputFolder.create(temporary.resolve("out"));
        Path jvm = Files.createDirectories(folder.traces().resolve("jvm-1"));
        folder.save(session().with(new Session.Recording(0, false, false, 1, "", List.of("jvm-1", "jvm-2"))));
        refuses(2, folder.traces().toString(), "trace", "info", folder.root().toString());
        Files.writeString(jvm.resolve("events"), "not a trace at all");
        Cli again = new Cli();
        assertThat(again.run("trace", "info", folder.root().toString())).isEqualTo(2);
        assertThat(again.err()).doesNotContain("\tat ");
    }

    @Test
    void tracePathsFromAStrangerCannotLeaveTheFolder() throws IOException {
        OutputFolder folder = OutputFolder.create(temporary.resolve("out"));
        Files.writeString(temporary.resolve("secret.txt"), "T1|r(x)|1\n");
        folder.save(session().with(new Session.Recording(0, false, false, 1, "", List.of("../../secret.txt"))));
        refuses(2, "is not in that folder", "trace", "dump", folder.root().toString());
    }

    @Test
    void commandOfAStrangerIsShownButNotRun() throws IOException {
        OutputFolder folder = OutputFolder.create(temporary.resolve("out"));
        folder.save(session().with(new Session.Recording(0, false, false, 1, "", List.of("jvm-1"))));
        refuses(
                2,
                "was not recorded by you on this machine, so it is not run: java Main",
                "confirm",
                folder.root().toString());
    }

    @Test
    void brokenClipIsNamedWithItsLine() throws IOException {
        Path clip = Files.writeString(temporary.resolve("x.clip"), "foretell clip 1\nnonsense\n");
        refuses(2, "x.clip", "replay", clip.toString());
    }

    @Test
    void importedTraceHasNothingToReExecute() throws IOException {
        Path text = Files.writeString(temporary.resolve("t.std"), "T1|fork(T2)|1\nT1|w(x)|2\nT2|w(x)|3\n");
        String out = temporary.resolve("out").toString();
        assertThat(cli.run("trace", "import", text.toString(), "-o", out)).isZero();
        assertThat(new Cli().run("analyze", out)).isZero();
        Cli confirm = new Cli();
        assertThat(confirm.run("confirm", out)).isEqualTo(2);
        assertThat(confirm.err()).contains("was imported");
    }

    /**
     * One thread reads x in two sections and writes what depends on it, the other writes x, and all hold the same lock.
     */
    @Test
    void whatIsFoundInAnImportedTraceIsPredictedAndNeverConfirmed() throws IOException {
        Path text = Files.writeString(temporary.resolve("t.std"), """
                T0|fork(T1)|1
                T0|fork(T2)|2
                T1|acq(o)|10
                T1|acq(l)|11
                T1|r(x)|12
                T1|rel(l)|13
                T1|acq(l)|14
                T1|r(x)|15
                T1|rel(l)|16
                T1|rel(o)|17
                T2|acq(l)|20
                T2|w(x)|21
                T2|rel(l)|22
                """);
        Path out = temporary.resolve("out");
        cli.run("trace", "import", text.toString(), "-o", out.toString());
        Cli analyze = new Cli();
        assertThat(analyze.run("analyze", out.toString())).isZero();
        assertThat(analyze.out())
                .contains("A1  atomicity violation on x  [warning, predicted]", "1. T1 reads it at 12")
                .contains("reason: there is no program to re-execute")
                .contains("0 confirmed, 1 predicted but not confirmed");
    }

    @Test
    void textThatIsNoTraceIsNamedWithItsLine() throws IOException {
        Path text = Files.writeString(temporary.resolve("t.std"), "T1|w(x)|2\nT2 writes x\n");
        refuses(
                2,
                "2",
                "trace",
                "import",
                text.toString(),
                "-o",
                temporary.resolve("out").toString());
        assertThat(temporary.resolve("out")).doesNotExist();
    }

    @Test
    void exportedTraceCanBeImportedAgain() throws IOException {
        Path text = Files.writeString(
                temporary.resolve("t.std"), "T1|fork(T2)|1\nT1|w(x)|2\nT2|acq(l)|3\nT2|w(x)|4\nT2|rel(l)|5\n");
        String out = temporary.resolve("out").toString();
        cli.run("trace", "import", text.toString(), "-o", out);
        for (String form : List.of("text", "std", "perfetto")) {
            assertThat(new Cli()
                            .run(
                                    "trace",
                                    "export",
                                    out,
                                    "--format",
                                    form,
                                    "-o",
                                    temporary.resolve(form).toString()))
                    .isZero();
        }
        assertThat(temporary.resolve("std"))
                .hasContent("T0|fork(T1)|0\nT0|w(V0)|1\nT1|acq(L0)|2\nT1|w(V0)|3\nT1|rel(L0)|4\n");
        assertThat(Files.readString(temporary.resolve("perfetto"))).contains("\"traceEvents\"", "\"ph\":\"B\"");
        assertThat(new Cli()
                        .run(
                                "trace",
                                "import",
                                temporary.resolve("text").toString(),
                                "-o",
                                temporary.resolve("again").toString()))
                .isZero();
        Cli dump = new Cli();
        dump.run("trace", "dump", temporary.resolve("again").toString());
        assertThat(dump.out().lines()).hasSize(5);
    }
}
