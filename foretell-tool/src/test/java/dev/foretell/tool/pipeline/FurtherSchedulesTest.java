// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.process.AgentJar;
import dev.foretell.tool.process.Capture;
import dev.foretell.tool.process.ProgramInput;
import dev.foretell.tool.process.ProgramRunner;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.SampleReport;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.Severity;
import dev.foretell.trace.clip.AnomalyShape;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is tried when the first schedule did no harm, with a script in place of the directed JVM. */
@DisabledOnOs(OS.WINDOWS)
class FurtherSchedulesTest {
    private static final String START = "if grep -q '^kind schedule' \"$clip\"; then echo followed >> \"$dir/outcome\";"
            + " echo hello; exit 0; fi\n";
    private static final String CREATED = "echo created >> \"$dir/outcome\"\n";
    private static final String THROWN = "echo 'uncaught t: java.lang.Error: early at A.f' >> \"$dir/outcome\"\n";

    @TempDir
    private Path temporary;

    private OutputFolder folder;

    @BeforeEach
    void makeFolder() {
        folder = OutputFolder.create(temporary.resolve("out"));
    }

    /** A read before the write that it saw; the clip's title distinguishes its schedules. */
    private Finding order(String id, String file, String title, int line) throws IOException {
        Clip race = ConfirmPhaseTest.clip(AnomalyKind.RACE, List.of(0, 1));
        Path path = folder.file(file);
        Files.createDirectories(path.getParent());
        ClipFormat.write(
                new Clip(
                        AnomalyKind.ORDER,
                        title,
                        new Clip.Program(race.command(), race.classes(), race.threads()),
                        race.steps(),
                        new Clip.Events(
                                race.anomaly(),
                                AnomalyShape.inOrder(List.of(0, 0), List.of(0, 1)),
                                List.of(0, 1),
                                false)),
                path);
        Finding like = ConfirmPhaseTest.predicted(SampleReport.race());
        return new Finding(
                new Finding.FindingId(id, "f", AnomalyKind.ORDER),
                new Finding.Judgement(Status.PREDICTED, Severity.NOTE, "not re-executed", Harm.NONE),
                new Finding.Anomaly(like.variable(), "overdue use", like.accesses()),
                new Finding.Replay(
                        new Finding.Schedule(line, 1, List.of(), List.of()),
                        file,
                        Finding.Replays.NONE,
                        List.of("order"),
                        true,
                        true));
    }

    private Finding first(String id) throws IOException {
        return order(id, "clips/" + id + ".clip", "nearest", 1);
    }

    private Finding other(String id, int n) throws IOException {
        return order(id, "clips/others/" + id + "-" + n + ".clip", "other" + n, 10 + n);
    }

    private Session confirm(String body, List<Finding> predicted, List<Finding> others) throws Exception {
        Path java = FakeJava.script(temporary, START + body + "echo hello\n");
        ClipFormat.write(ConfirmPhaseTest.clip(AnomalyKind.SCHEDULE, List.of()), folder.recordedClip());
        Files.writeString(folder.record().resolve("stdout"), "hello\n");
        Session session = Session.of(
                        List.of(java.toString(), "Desk"),
                        temporary.toString(),
                        InstrumentationScope.ALL,
                        List.of("order"),
                        "")
                .with(new Session.Recording(0, false, false, 0.1, output("hello\n"), List.of("jvm-1")))
                .with(new Session.Analysis(
                        0,
                        "",
                        SampleReport.report().run(),
                        new Session.Extent(1, List.of(), List.of(), false),
                        predicted,
                        others));
        PhaseContext context = new PhaseContext(
                new ProgramRunner(), new AgentJar(temporary.resolve("agent.jar"), ""), ProgressListener.NONE);
        Replayer replayer = new Replayer(context, session, ProgramInput.NONE, Duration.ofMinutes(1));
        return new ConfirmPhase(context, folder, replayer, 2, false).run(session);
    }

    private String output(String text) throws IOException {
        try (Capture capture = new Capture(temporary.resolve("expected"))) {
            capture.write(text.getBytes(StandardCharsets.UTF_8));
            return capture.fingerprint();
        }
    }

    private static String when(String words, String then) {
        return "if grep -q '" + words + "' \"$clip\"; then\n" + then + "fi\n";
    }

    @Test
    void theScheduleThatDoesHarmStandsForTheFinding() throws Exception {
        Session session = confirm(
                CREATED + when("other2", THROWN), List.of(first("O1")), List.of(other("O1", 1), other("O1", 2)));
        Finding finding = session.findings().get(0);
        assertThat(finding.id()).isEqualTo("O1");
        assertThat(finding.clip()).isEqualTo("clips/O1.clip");
        assertThat(finding.severity()).isEqualTo(Severity.ERROR);
        assertThat(finding.harm().kind()).isEqualTo(Harm.Kind.EXCEPTION);
        assertThat(finding.schedule().switches()).isEqualTo(12);
        assertThat(finding.replays()).isEqualTo(new Finding.Replays(2, 2));
        assertThat(ClipFormat.read(folder.file("clips/O1.clip")).title()).isEqualTo("other2");
    }

    @Test
    void noOtherIsTriedWhenTheFirstDoesHarm() throws Exception {
        Session session = confirm(CREATED + THROWN, List.of(first("O1")), List.of(other("O1", 1)));
        assertThat(session.confirmation().executions().runs())
                .as("recorded, and twice the first")
                .isEqualTo(3);
        assertThat(ClipFormat.read(folder.file("clips/O1.clip")).title()).isEqualTo("nearest");
    }

    @Test
    void theThreadOfTheEarlyReadGoesOnFirst() throws Exception {
        Session session = confirm(CREATED + when("^then first", THROWN), List.of(first("O1")), List.of());
        assertThat(session.findings().get(0).severity()).isEqualTo(Severity.ERROR);
        assertThat(ClipFormat.read(folder.file("clips/O1.clip")).firstGoesOn()).isTrue();
    }

    @Test
    void harmThatDoesNotComeTwiceDoesNotCount() throws Exception {
        String once = "case $dir in *-d) " + THROWN.trim() + ";; esac\n";
        Session session = confirm(CREATED + once, List.of(first("O1")), List.of());
        assertThat(session.findings().get(0).severity()).isEqualTo(Severity.NOTE);
        assertThat(ClipFormat.read(folder.file("clips/O1.clip")).firstGoesOn()).isFalse();
    }

    @Test
    void whatOnlyAnotherScheduleCreatesIsConfirmedByIt() throws Exception {
        Session session = confirm(when("other1", CREATED), List.of(first("O1")), List.of(other("O1", 1)));
        Finding finding = session.findings().get(0);
        assertThat(finding.status()).isEqualTo(Status.CONFIRMED);
        assertThat(finding.severity()).isEqualTo(Severity.NOTE);
        assertThat(finding.reason()).isEmpty();
        assertThat(ClipFormat.read(folder.file("clips/O1.clip")).title()).isEqualTo("other1");
    }

    @Test
    void anotherScheduleThatCreatesNothingChangesNothing() throws Exception {
        Session session = confirm(when("nearest", CREATED), List.of(first("O1")), List.of(other("O1", 1)));
        Finding finding = session.findings().get(0);
        assertThat(finding.status()).isEqualTo(Status.CONFIRMED);
        assertThat(finding.replays()).isEqualTo(new Finding.Replays(1, 1));
        assertThat(ClipFormat.read(folder.file("clips/O1.clip")).title()).isEqualTo("nearest");
    }

    /** One for each before the second of any, and half as many as there were before. */
    @Test
    void theyAreFewerThanWhatWasTriedBefore() throws Exception {
        List<Finding> predicted = new ArrayList<>();
        List<Finding> others = new ArrayList<>();
        for (int i = 1; i <= 19; i++) {
            predicted.add(first("O" + i));
            others.add(other("O" + i, 1));
            others.add(other("O" + i, 2));
        }
        Session session = confirm(CREATED, predicted, others);
        assertThat(session.confirmation().executions().runs()).isEqualTo(20 + 10);
        assertThat(session.confirmation().truncated()).hasSize(1);
        assertThat(session.confirmation().truncated().get(0)).startsWith("19 findings without harm");
    }
}
