// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.process.AgentJar;
import dev.foretell.tool.process.Capture;
import dev.foretell.tool.process.ProgramInput;
import dev.foretell.tool.process.ProgramRunner;
import dev.foretell.tool.report.FailOn;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.SampleReport;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.Severity;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A race whose clip cannot be followed, with a script in place of the directed JVM. */
@DisabledOnOs(OS.WINDOWS)
class DivergedFailuresTest {
    private static final String RECORDED =
            "if grep -q '^kind schedule' \"$clip\"; then echo followed >> \"$dir/outcome\"; echo hello; exit 0; fi\n";
    private static final String LEFT = "echo 'problem left at Desk.java:7' >> \"$dir/outcome\"\n";
    private static final String ON_THE_WAY = "grep -q '^kind failure' \"$clip\" && ";
    private static final String THROWS = "echo 'uncaught t: java.lang.Error: no at A.java:1' >> \"$dir/outcome\"\n";
    private static final String CYCLE = "a holds com.acme.X (1) and wants com.acme.Y (2)\\\\n    at A.f(A.java:1)"
            + "\\\\nb holds com.acme.Y (2) and wants com.acme.X (1)\\\\n    at B.f(B.java:2)";
    private static final String DEADLOCKS = "printf '%s\\n' 'deadlock " + CYCLE + "' >> \"$dir/outcome\"\n";

    @TempDir
    private Path temporary;

    private OutputFolder folder;

    @BeforeEach
    void makeFolder() {
        folder = OutputFolder.create(temporary.resolve("out"));
    }

    private Session confirm(String body) throws Exception {
        Path java = FakeJava.script(temporary, body);
        ClipFormat.write(ConfirmPhaseTest.clip(AnomalyKind.RACE, List.of(0, 1)), folder.file("clips/R1.clip"));
        ClipFormat.write(ConfirmPhaseTest.clip(AnomalyKind.SCHEDULE, List.of()), folder.recordedClip());
        String output;
        try (var capture = new Capture(folder.record().resolve("stdout"))) {
            capture.write("hello\n".getBytes(StandardCharsets.UTF_8));
            output = capture.fingerprint();
        }
        Session session = Session.of(
                        List.of(java.toString(), "Desk"),
                        temporary.toString(),
                        InstrumentationScope.ALL,
                        List.of("race"),
                        "")
                .with(new Session.Recording(0, false, false, 0.1, output, List.of("jvm-1")))
                .with(new Session.Analysis(
                        0,
                        "",
                        SampleReport.report().run(),
                        1,
                        List.of(),
                        List.of(ConfirmPhaseTest.predicted(SampleReport.race()))));
        PhaseContext context = new PhaseContext(
                new ProgramRunner(), new AgentJar(temporary.resolve("agent.jar"), ""), ProgressListener.NONE);
        Replayer replayer = new Replayer(context, session, ProgramInput.NONE, Duration.ofMinutes(1));
        return new ConfirmPhase(context, folder, replayer, 2, false).run(session);
    }

    private static int exit(Session session) {
        return new ReportPhase(FailOn.ERROR, false, "foretell").make(session).exit();
    }

    private static void isOnlyNoted(Session session, String why) {
        assertThat(session.findings()).extracting(Finding::id).containsExactly("R1");
        assertThat(exit(session)).isZero();
        assertThat(session.confirmation().notes())
                .filteredOn(note -> note.contains("java.lang.Error"))
                .singleElement()
                .asString()
                .contains(why);
    }

    @Test
    void whatComesBackIsAFindingWithAClipOfItsOwn() throws Exception {
        Session session = confirm(RECORDED + LEFT + THROWS);
        Finding prediction = session.findings().get(0);
        assertThat(prediction.status()).isEqualTo(Status.REFUTED);
        Finding failure = session.findings().get(1);
        assertThat(failure.id()).isEqualTo("F1");
        assertThat(failure.kind()).isEqualTo(AnomalyKind.FAILURE);
        assertThat(failure.status()).isEqualTo(Status.CONFIRMED);
        assertThat(failure.severity()).isEqualTo(Severity.ERROR);
        assertThat(failure.harm()).isEqualTo(new Harm(Harm.Kind.EXCEPTION, "t: java.lang.Error: no at A.java:1"));
        assertThat(failure.replays()).isEqualTo(new Finding.Replays(2, 2));
        assertThat(session.confirmation().notes()).noneMatch(note -> note.contains("java.lang.Error"));
        assertThat(exit(session)).isEqualTo(ExitCode.FINDINGS);
        Clip clip = ClipFormat.read(folder.file(failure.clip()));
        assertThat(clip.kind()).isEqualTo(AnomalyKind.FAILURE);
        Clip race = ConfirmPhaseTest.clip(AnomalyKind.RACE, List.of(0, 1));
        assertThat(clip.steps()).hasSize(race.steps().size() + race.anomaly().size());
        assertThat(clip.steps().subList(0, race.steps().size())).isEqualTo(race.steps());
    }

    @Test
    void theFirstOfTwoTriesCountsToo() throws Exception {
        String first = "case $dir in *R1-b) exit 0;; esac\n";
        assertThat(confirm(RECORDED + LEFT + first + THROWS).findings())
                .extracting(Finding::id)
                .containsExactly("R1", "F1");
        String created =
                "case $dir in *R1-a|*F1-*) ;; *) echo created >> \"$dir/outcome\"; echo hello; exit 0;; esac\n";
        assertThat(confirm(RECORDED + created + LEFT + THROWS).findings())
                .extracting(Finding::id)
                .containsExactly("R1", "F1");
    }

    @Test
    void whatComesBackOnlySometimesIsConfirmedAndSaysSo() throws Exception {
        String rarely = "case $dir in *F1-1|*F1-3) exit 0;; esac\n";
        Finding failure = confirm(RECORDED + LEFT + rarely + THROWS).findings().get(1);
        assertThat(failure.replays()).isEqualTo(new Finding.Replays(3, 1));
    }

    @Test
    void whatDoesNotComeBackIsANote() throws Exception {
        isOnlyNoted(confirm(RECORDED + LEFT + ON_THE_WAY + "exit 0\n" + THROWS), "3 tries");
        String elsewhere = THROWS.replace("A.java:1", "A.java:2");
        isOnlyNoted(confirm(RECORDED + LEFT + ON_THE_WAY + "{ " + elsewhere + "exit 1; }\n" + THROWS), "3 tries");
    }

    @Test
    void whatATimeLimitMayHaveDoneIsANote() throws Exception {
        String limit = "echo 'limit Thread main waited' >> \"$dir/outcome\"\n";
        isOnlyNoted(confirm(RECORDED + LEFT + limit + THROWS), "time limit");
        isOnlyNoted(confirm(RECORDED + LEFT + ON_THE_WAY + limit + THROWS), "3 tries");
        assertThat(confirm(RECORDED + LEFT + THROWS + limit).findings())
                .as("it ran out afterwards")
                .hasSize(2);
    }

    @Test
    void whatAFreshAnswerMayHaveDoneIsANote() throws Exception {
        isOnlyNoted(
                confirm(RECORDED + LEFT + "echo 'fresh clock' >> \"$dir/outcome\"\n" + THROWS),
                "an input or the machine");
    }

    /** For one, it finds what an earlier run has left in a file. */
    @Test
    void whatTheRecordedScheduleDoesAfterItIsNothing() throws Exception {
        String since = "case $dir in *recorded-again*) " + THROWS.strip() + ";; esac\n";
        Session session = confirm(since + RECORDED + LEFT + THROWS);
        assertThat(session.findings()).extracting(Finding::id).containsExactly("R1");
        assertThat(exit(session)).isZero();
    }

    @Test
    void withoutTheRecordedScheduleThereIsNothingToCompareWithButADeadlockIsOne() throws Exception {
        assertThat(confirm(LEFT + THROWS).findings()).hasSize(1);
        assertThat(confirm(LEFT + "grep -q '^kind schedule' \"$clip\" || " + DEADLOCKS)
                        .findings())
                .extracting(Finding::kind)
                .containsExactly(AnomalyKind.RACE, AnomalyKind.DEADLOCK);
    }

    @Test
    void aDeadlockIsConfirmedEvenWhenItDoesNotComeBack() throws Exception {
        Session session = confirm(RECORDED + LEFT + ON_THE_WAY + "exit 0\n" + DEADLOCKS + "sleep 100\n");
        Finding deadlock = session.findings().get(1);
        assertThat(deadlock.id()).isEqualTo("D1");
        assertThat(deadlock.title()).isEqualTo("deadlock on X, Y");
        assertThat(deadlock.replays()).isEqualTo(new Finding.Replays(3, 0));
        assertThat(exit(session)).isEqualTo(ExitCode.FINDINGS);
    }

    /** A program may recover from it, and the thread that was to interrupt may have been too late. */
    @Test
    void aDeadlockThatAnInterruptEndsIsNotedWhenItDoesNotComeBack() throws Exception {
        String ends = CYCLE.replace("Y (2)\\\\n", "Y (2), which b holds, unless it is interrupted\\\\n");
        assertThat(ends).isNotEqualTo(CYCLE);
        // In one write: the run is ended as soon as both lines are there.
        String stands = "printf '%s\\n' 'deadlock " + ends + "' 'standstill \"a\" WAITING' >> \"$dir/outcome\"\n";
        Session gone = confirm(RECORDED + LEFT + ON_THE_WAY + "exit 0\n" + stands + "sleep 100\n");
        assertThat(gone.findings()).extracting(Finding::id).containsExactly("R1");
        assertThat(exit(gone)).isZero();
        String limit = "echo 'limit Thread main waited' >> \"$dir/outcome\"\n";
        Session late = confirm(RECORDED + LEFT + limit + stands + "sleep 100\n");
        assertThat(late.findings()).extracting(Finding::id).containsExactly("R1");
        Session back = confirm(RECORDED + LEFT + stands + "sleep 100\n");
        assertThat(back.findings()).extracting(Finding::id).containsExactly("R1", "D1");
        assertThat(exit(back)).isEqualTo(ExitCode.FINDINGS);
    }

    @Test
    void aStandstillComesBack() throws Exception {
        String stands = "printf '%s\\n' 'standstill \"a\" WAITING\\n    at A.f(A.java:1)' >> \"$dir/outcome\"\n";
        Finding hang =
                confirm(RECORDED + LEFT + stands + "sleep 100\n").findings().get(1);
        assertThat(hang.title()).isEqualTo("failure: every thread waits");
        assertThat(hang.harm().kind()).isEqualTo(Harm.Kind.HANG);
        assertThat(Files.exists(folder.file(hang.clip()))).isTrue();
    }
}
