// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.pipeline.InstrumentationScope;
import dev.foretell.tool.pipeline.OutputFolder;
import dev.foretell.tool.pipeline.Session;
import dev.foretell.tool.pipeline.SessionSeal;
import dev.foretell.tool.process.CacheFolder;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Report;
import dev.foretell.tool.report.SampleReport;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An output folder of another user is no way to write files or to run commands. */
class UntrustedSessionTest {
    private static final String VICTIM = "the user's own file";

    @TempDir
    private Path temporary;

    private Path victim;
    private Path out;
    private final Cli cli = new Cli();

    @BeforeEach
    void writeVictim() throws IOException {
        victim = Files.writeString(temporary.resolve("victim"), VICTIM);
        out = temporary.resolve("out");
    }

    private static Session analysed(String seal, Finding... findings) {
        return Session.of(List.of("java", "Main"), "/", InstrumentationScope.ALL, List.of("race"), seal)
                .with(new Session.Recording(0, false, false, 1, "", List.of("jvm-1")))
                .with(new Session.Analysis(0.1, "", SampleReport.report().run(), 9, List.of(), List.of(findings)))
                .with(new Report.Canary("confirmed", "confirmed"));
    }

    private static String own() {
        return SessionSeal.of(CacheFolder.open()).seal(List.of("java", "Main"), "/");
    }

    private OutputFolder session(String seal, Finding... findings) throws IOException {
        OutputFolder folder = OutputFolder.create(out);
        folder.save(analysed(seal, findings));
        return folder;
    }

    @Test
    void nothingIsWrittenIntoAFolderThatTheUserDidNotMake() throws IOException {
        session("another user's");
        assertThat(cli.run("report", out.toString())).isEqualTo(2);
        assertThat(cli.err()).contains("was not made by you", "-o DIR");
        assertThat(out.resolve("report.txt")).doesNotExist();
        assertThat(out.resolve(".lock")).doesNotExist();
        assertThat(new Cli().run("analyze", out.toString())).isEqualTo(2);
    }

    @Test
    void aCopyOfItIsTheUsersOwn() throws IOException {
        session("another user's", SampleReport.race());
        String copy = temporary.resolve("copy").toString();
        assertThat(cli.run("report", out.toString(), "-o", copy)).isEqualTo(1);
        assertThat(Path.of(copy, "report.html")).exists();
        assertThat(out.resolve("report.html")).doesNotExist();
        assertThat(new Cli().run("report", copy)).isEqualTo(1);
        Cli confirm = new Cli();
        assertThat(confirm.run("confirm", copy)).isEqualTo(2);
        assertThat(confirm.err()).contains("so it is not run: java Main");
    }

    @ParameterizedTest
    @ValueSource(strings = {"report.txt", "report.html", "report.json", "record/stdout", "clips", "trace/jvm-1"})
    void linksAreNotFollowed(String name) throws IOException {
        session(own(), SampleReport.race());
        OutputFolder.delete(out.resolve(name));
        Files.createSymbolicLink(out.resolve(name), victim);
        assertThat(cli.run("report", out.toString())).isEqualTo(2);
        assertThat(cli.err()).contains("is a link");
        Cli copy = new Cli();
        String elsewhere = temporary.resolve("copy").toString();
        assertThat(copy.run("report", out.toString(), "-o", elsewhere)).isEqualTo(2);
        assertThat(victim).hasContent(VICTIM);
    }

    @Test
    void draftsOfFilesAreNotWrittenThroughLinks() throws IOException {
        session(own(), SampleReport.race());
        for (String name : List.of("session.json", "report.json", "report.txt", "report.html")) {
            Files.createSymbolicLink(out.resolve(name + ".new"), victim);
        }
        assertThat(cli.run("report", out.toString())).isEqualTo(1);
        assertThat(victim).hasContent(VICTIM);
    }

    @Test
    void aNewSessionReplacesLinksAndNotWhatTheyPointTo() throws IOException {
        session(own());
        Path kept = Files.createDirectories(temporary.resolve("kept"));
        Files.writeString(kept.resolve("file"), VICTIM);
        OutputFolder.delete(out.resolve("trace"));
        Files.createSymbolicLink(out.resolve("trace"), kept);
        OutputFolder.create(out).keep();
        assertThat(kept.resolve("file")).hasContent(VICTIM);
        assertThat(Files.isDirectory(out.resolve("trace"), LinkOption.NOFOLLOW_LINKS))
                .isTrue();
    }

    @Test
    void namesInASessionCannotLeaveItsFolder() throws IOException {
        session(own(), SampleReport.race());
        Path file = out.resolve("session.json");
        String text = Files.readString(file);
        for (String garbled : List.of(
                text.replace("clips/R1.clip", "../victim"),
                text.replace("\"R1\"", "\"../../victim\""),
                text.replace("jvm-1", "../../victim"))) {
            assertThat(garbled).isNotEqualTo(text);
            Files.writeString(file, garbled);
            Cli each = new Cli();
            assertThat(each.run("report", out.toString())).isEqualTo(2);
            assertThat(each.err()).contains("is not in that folder");
        }
        assertThat(victim).hasContent(VICTIM);
    }

    @ParameterizedTest
    @ValueSource(strings = {"scope", "canary", "op", "kind", "jvms", "run", "accesses", "directory", "harm"})
    void garbledFieldsAreOneSentenceWithTheFile(String field) throws IOException {
        session(own(), SampleReport.race());
        Path file = out.resolve("session.json");
        String text = Files.readString(file);
        Files.writeString(file, text.replaceAll("(?s)\"" + field + "\" : ", "\"" + field + "\" : null, \"none\" : "));
        assertThat(cli.run("report", out.toString())).isEqualTo(2);
        assertThat(cli.err()).contains(file.toString()).doesNotContain("Exception");
    }

    @Test
    void namesOfOtherRunsThatAreNoPathsAreOneSentenceWithTheFile() throws IOException {
        OutputFolder folder = OutputFolder.create(out);
        folder.save(analysed(own()).with(new Session.Detection(List.of("race"), null, List.of("a\0b"))));
        assertThat(cli.run("analyze", out.toString())).isEqualTo(2);
        assertThat(cli.err()).contains(out.resolve("session.json").toString()).doesNotContain("Exception");
    }

    @Test
    void aTypedCommandRunsInTheUsersDirectoryWithoutInput() throws IOException {
        OutputFolder folder = session("another user's");
        Files.writeString(folder.record().resolve("stdin"), "from another user");
        Session session = folder.load();
        TrustedCommand typed = TrustedCommand.of(null, session, folder, CacheFolder.open(), session.command(), false);
        assertThat(typed.session().directory())
                .isEqualTo(Path.of("").toAbsolutePath().toString());
        assertThat(typed.input().file()).isNull();
    }

    @Test
    void trustShowsDirectoryEnvironmentAndInput() throws IOException {
        OutputFolder folder = OutputFolder.create(out);
        Path missing = temporary.resolve("gone");
        folder.save(Session.of(List.of("./run"), missing.toString(), InstrumentationScope.ALL, List.of("race"), "")
                .with(new Session.Recording(0, false, false, 1, "", List.of("jvm-1"))));
        Files.writeString(folder.record().resolve("stdin"), "12345");
        Session session = folder.load();
        TrustedCommand allowed = TrustedCommand.of(cli.console(), session, folder, CacheFolder.open(), List.of(), true);
        assertThat(allowed.session().directory()).isEqualTo(missing.toString());
        assertThat(cli.err()).contains("directory: " + missing, "JAVA_TOOL_OPTIONS", "5 bytes");
    }

    @Test
    void aSecondSessionInOneFolderStops() throws IOException {
        session(own(), SampleReport.race());
        try (Closeable first = OutputFolder.lock(out)) {
            assertThat(first).isNotNull();
            assertThat(cli.run("report", out.toString())).isEqualTo(2);
            assertThat(cli.err()).contains("Another session of Foretell is working in " + out);
        }
        assertThat(new Cli().run("report", out.toString())).isEqualTo(1);
    }

    @Test
    void whatAKilledSessionSetAsideComesBack() throws IOException {
        OutputFolder folder = session(own(), SampleReport.race());
        Files.writeString(folder.clips().resolve("R1.clip"), "clip");
        OutputFolder.create(out); // and then it is killed
        OutputFolder second = OutputFolder.create(out);
        assertThat(second.restore()).isTrue();
        assertThat(folder.clips().resolve("R1.clip")).hasContent("clip");
    }

    /** A race at two lines of Desk.java, which lies in a directory that the session names. */
    private void imported(String seal, Path directory, Path expected) throws IOException {
        Path text = Files.writeString(
                temporary.resolve("t.std"), "a|fork(b)|Desk.java:1\na|w(x)|Desk.java:2\nb|w(x)|Desk.java:3\n");
        assertThat(new Cli().run("trace", "import", text.toString(), "-o", out.toString()))
                .isZero();
        Files.writeString(Files.createDirectories(directory).resolve("Desk.java"), "1\nSECRET\nSECRET\n");
        OutputFolder folder = OutputFolder.open(out);
        Session session = Session.of(List.of(), directory.toString(), InstrumentationScope.ALL, List.of("race"), seal)
                .with(folder.load().recording());
        folder.save(
                expected == null
                        ? session
                        : session.with(new Session.Detection(List.of("race"), null, List.of(expected.toString()))));
    }

    private String report(Path folder) throws IOException {
        return Files.readString(folder.resolve("report.txt"))
                + Files.readString(folder.resolve("report.json"))
                + Files.readString(folder.resolve("report.html"));
    }

    @Test
    void sourceLinesNamedByAStrangersSessionAreNotRead() throws IOException {
        Path directory = temporary.resolve("project");
        Path copy = temporary.resolve("copy");
        imported("another user's", directory, null);
        assertThat(cli.run("analyze", out.toString(), "-o", copy.toString())).isZero();
        assertThat(report(copy)).contains("Desk.java:2").doesNotContain("SECRET");
        assertThat(new Cli().run("analyze", copy.toString())).isZero();
        assertThat(report(copy)).as("it stays untrusted").doesNotContain("SECRET");
        assertThat(new Cli().run("analyze", "--trust", copy.toString())).isZero();
        assertThat(report(copy)).contains("SECRET");
        imported(SessionSeal.of(CacheFolder.open()).seal(List.of(), directory.toString()), directory, null);
        assertThat(new Cli().run("analyze", out.toString())).isZero();
        assertThat(report(out)).as("the user's own").contains("SECRET");
    }

    @Test
    void expectedRunsNamedByAStrangersSessionAreNotRead() throws IOException {
        Path named = temporary.resolve("no-session");
        imported("another user's", temporary.resolve("project"), named);
        String copy = temporary.resolve("copy").toString();
        assertThat(cli.run("analyze", out.toString(), "-o", copy)).isZero();
        assertThat(cli.err()).contains("the expected runs that it names are not read");
        imported("another user's", temporary.resolve("project"), named);
        Cli trusting = new Cli();
        String other = temporary.resolve("other").toString();
        assertThat(trusting.run("analyze", "--trust", out.toString(), "-o", other))
                .isEqualTo(2);
        assertThat(trusting.err()).as("it is looked for").contains(named.toString());
        Cli typed = new Cli();
        assertThat(typed.run("analyze", out.toString(), "-o", other, "--expect", named.toString()))
                .isEqualTo(2);
    }
}
