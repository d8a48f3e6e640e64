// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.process.AgentJar;
import dev.foretell.tool.process.Capture;
import dev.foretell.tool.process.ProgramInput;
import dev.foretell.tool.process.ProgramRunner;
import dev.foretell.tool.process.UserOracle;
import dev.foretell.tool.report.FailOn;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.Report;
import dev.foretell.tool.report.SampleReport;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.Severity;
import dev.foretell.trace.clip.AnomalyShape;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import dev.foretell.trace.clip.ClipPoint;
import dev.foretell.trace.clip.ClipStep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The verdicts, with a script in place of the directed JVM. */
@DisabledOnOs(OS.WINDOWS)
class ConfirmPhaseTest {
    private static final String FOLLOWED = "if grep -q '^kind schedule' \"$clip\" || ! grep -q race \"$clip\"; then"
            + " echo followed >> \"$dir/outcome\"; echo hello; exit 0; fi\n";

    @TempDir
    private Path temporary;

    private OutputFolder folder;
    private UserOracle oracle;
    private final ProgramRunner runner = new ProgramRunner();

    @BeforeEach
    void makeFolder() {
        folder = OutputFolder.create(temporary.resolve("out"));
    }

    static Clip clip(AnomalyKind kind, List<Integer> order) {
        Site site = new Site("a.Desk", "sell()V", "Desk.java", 41, 3, EventKind.READ, "a.Desk.stock");
        ClipPoint first = new ClipPoint("main/0", site, 1);
        ClipPoint second = new ClipPoint("main/1", site, 1);
        boolean plain = kind.equals(AnomalyKind.SCHEDULE);
        return new Clip(
                kind,
                "title",
                new Clip.Program(List.of("java"), Map.of(), Map.of("main/0", "clerk-1", "main/1", "clerk-2")),
                List.of(new ClipStep("main/0", first)),
                Clip.Events.of(kind, plain ? List.of() : List.of(first, second), plain ? List.of() : order));
    }

    private Finding confirm(String body) throws Exception {
        return confirm(body, Duration.ofMinutes(1));
    }

    private Finding confirm(String body, Duration timeout) throws Exception {
        ClipFormat.write(clip(AnomalyKind.RACE, List.of(0, 1)), folder.file("clips/R1.clip"));
        Session confirmed = confirm(body, timeout, List.of(predicted(SampleReport.race())));
        assertThat(confirmed.findings()).hasSize(1);
        return confirmed.findings().get(0);
    }

    static Finding predicted(Finding finding) {
        return finding.with(Status.PREDICTED, "not re-executed", Harm.NONE, Finding.Replays.NONE);
    }

    private Session confirm(String body, Duration timeout, List<Finding> predicted) throws Exception {
        Session session = session(body, predicted);
        PhaseContext context = context();
        Replayer replayer = new Replayer(context, session, ProgramInput.NONE, timeout).withOracle(oracle);
        return new ConfirmPhase(context, folder, replayer, oracle == null ? 2 : 1, false).run(session);
    }

    private Session session(String body, List<Finding> predicted) throws Exception {
        Path java = FakeJava.script(temporary, body);
        ClipFormat.write(clip(AnomalyKind.SCHEDULE, List.of()), folder.recordedClip());
        Session session = Session.of(
                        List.of(java.toString(), "Desk"),
                        temporary.toString(),
                        InstrumentationScope.ALL,
                        List.of("race"),
                        "")
                .with(new Session.Recording(0, false, false, 0.1, output("hello\n"), List.of("jvm-1")));
        Files.writeString(folder.record().resolve("stdout"), "hello\n");
        Report.Run run = SampleReport.report().run();
        return session.with(new Session.Analysis(0, "", run, 1, List.of(), predicted));
    }

    private Session confirm(String body, Duration timeout, List<Finding> predicted, Budget budget) throws Exception {
        Session session = session(body, predicted);
        PhaseContext context = context();
        Replayer replayer = new Replayer(context, session, ProgramInput.NONE, timeout);
        return new ConfirmPhase(context, folder, replayer, 1, false)
                .within(budget)
                .run(session);
    }

    private PhaseContext context() {
        return new PhaseContext(runner, new AgentJar(temporary.resolve("agent.jar"), ""), ProgressListener.NONE);
    }

    private String output(String text) throws IOException {
        try (var capture = new Capture(temporary.resolve("expected"))) {
            capture.write(text.getBytes(StandardCharsets.UTF_8));
            return capture.fingerprint();
        }
    }

    @Test
    void confirmsWhatWasCreatedAndTriesBothOrders() throws Exception {
        Finding finding = confirm(FOLLOWED + "echo created >> \"$dir/outcome\"; echo hello\n");
        assertThat(finding.status()).isEqualTo(Status.CONFIRMED);
        assertThat(finding.replays()).isEqualTo(new Finding.Replays(2, 2));
        assertThat(finding.harm()).isEqualTo(Harm.NONE);
        assertThat(folder.file("runs")).doesNotExist();
    }

    @Test
    void keepsTheOrderThatHurtsInTheClip() throws Exception {
        Finding finding = confirm(FOLLOWED
                + "echo created >> \"$dir/outcome\"\n"
                + "case $dir in *-c) echo 'uncaught t: java.lang.NullPointerException at A.f' >> \"$dir/outcome\";"
                + " exit 1;; esac\necho hello\n");
        assertThat(finding.harm()).isEqualTo(new Harm(Harm.Kind.EXCEPTION, "t: java.lang.NullPointerException at A.f"));
        assertThat(finding.schedule().order()).containsExactly(1, 0);
        assertThat(ClipFormat.read(folder.file("clips/R1.clip")).order()).containsExactly(1, 0);
    }

    @Test
    void seesOtherOutputAsHarm() throws Exception {
        assertThat(confirm(FOLLOWED + "echo created >> \"$dir/outcome\"; echo HELLO\n")
                        .harm())
                .isEqualTo(new Harm(Harm.Kind.OUTPUT, "'HELLO' instead of 'hello'"));
    }

    private Finding withOracle(String oracle, String body) throws Exception {
        this.oracle = new UserOracle(oracle);
        return confirm(body);
    }

    @Test
    void asksTheUsersOwnCheckAboutEachRun() throws Exception {
        String writes =
                "f=" + temporary.resolve("result") + "\n" + FOLLOWED.replace("echo hello;", "echo 2 > $f; echo hello;")
                        + "echo created >> \"$dir/outcome\"; echo 1 > $f; echo hello\n";
        String check =
                "test \"$FORETELL_EXIT\" = 0 && grep -q hello \"$FORETELL_STDOUT\" && test -f \"$FORETELL_STDERR\""
                        + " && test -d \"$FORETELL_DIR\" || exit 9; grep -q 2 result || { echo one is lost; exit 5; }";
        assertThat(withOracle(check, writes).harm())
                .isEqualTo(new Harm(Harm.Kind.ORACLE, "'one is lost' (exit code 5)"));
    }

    @Test
    void doesNotBlameTheAnomalyWhenTheCheckFailsForTheRecordedScheduleToo() throws Exception {
        assertThat(withOracle("exit 1", FOLLOWED + "echo created >> \"$dir/outcome\"; echo hello\n")
                        .harm())
                .isEqualTo(Harm.NONE);
    }

    @Test
    void endsADeadlockedProgramAtOnce() throws Exception {
        Finding finding = confirm(
                FOLLOWED + "printf 'created\\ndeadlock a waits for b\\n' >> \"$dir/outcome\"; sleep 300\n",
                Duration.ofMinutes(4));
        assertThat(finding.harm()).isEqualTo(new Harm(Harm.Kind.DEADLOCK, "a waits for b"));
    }

    @Test
    void refutesWhatDivergesTwiceAndKeepsThoseRuns() throws Exception {
        Finding finding = confirm(FOLLOWED + "echo 'problem left the schedule at Desk.java:7' >> \"$dir/outcome\"\n");
        assertThat(finding.status()).isEqualTo(Status.REFUTED);
        assertThat(finding.reason()).isEqualTo("left the schedule at Desk.java:7");
        assertThat(finding.replays()).isEqualTo(new Finding.Replays(2, 0));
        assertThat(folder.file("runs/R1-a/outcome")).exists();
        assertThat(folder.file("runs/R1-b/outcome")).exists();
    }

    @Test
    void triesASecondTimeBeforeGivingUp() throws Exception {
        Finding finding = confirm(FOLLOWED
                + "case $dir in *-a) echo 'problem unlucky' >> \"$dir/outcome\"; exit 0;; esac\n"
                + "echo created >> \"$dir/outcome\"; echo hello\n");
        assertThat(finding.status()).isEqualTo(Status.CONFIRMED);
        assertThat(finding.replays()).isEqualTo(new Finding.Replays(3, 2));
    }

    @Test
    void refutesNothingWhenEvenTheRecordedScheduleDoesNotReplay() throws Exception {
        Finding finding = confirm("echo 'problem Random at Dice.java:3' >> \"$dir/outcome\"\n");
        assertThat(finding.status()).isEqualTo(Status.PREDICTED);
        assertThat(finding.reason())
                .isEqualTo("the recorded schedule itself could not be replayed: Random at Dice.java:3");
    }

    /** The program has recovered from it, which needs no comparison with the recorded schedule. */
    @Test
    void whatAnInterruptEndedIsRefutedAlsoWhenTheRecordedScheduleIsNotFollowed() throws Exception {
        String met = "echo 'problem The threads met but one waits for its lock, unless it is interrupted'";
        Finding ended = confirm(met + " >> \"$dir/outcome\"; echo hello\n");
        assertThat(ended.status()).isEqualTo(Status.REFUTED);
        assertThat(ended.reason()).startsWith("The threads met but");
        Finding open = confirm(met + " >> \"$dir/outcome\"; exec sleep 600\n", Duration.ofSeconds(3));
        assertThat(open.status()).isEqualTo(Status.PREDICTED);
    }

    @Test
    void asksForAnotherRecordingOnlyWhenThisOneConfirmsNothing() throws Exception {
        String lost = "echo 'problem Random at Dice.java:3' >> \"$dir/outcome\"\n";
        assertThat(wantsAnotherRecording(lost)).isTrue();
        assertThat(wantsAnotherRecording(FOLLOWED + lost)).isFalse();
        String createdAllTheSame = "grep -q race \"$clip\" && echo created >> \"$dir/outcome\"\n" + lost;
        assertThat(wantsAnotherRecording(createdAllTheSame)).isFalse();
        runner.interrupt();
        assertThat(wantsAnotherRecording(lost)).isFalse();
    }

    private boolean wantsAnotherRecording(String body) throws Exception {
        ClipFormat.write(clip(AnomalyKind.RACE, List.of(0, 1)), folder.file("clips/R1.clip"));
        return confirm(body, Duration.ofMinutes(1), List.of(predicted(SampleReport.race())))
                .confirmation()
                .isForAnotherRecording();
    }

    @Test
    void leavesATimeOutUndecided() throws Exception {
        Finding finding = confirm(FOLLOWED + "sleep 300\n", Duration.ofMillis(700));
        assertThat(finding.status()).isEqualTo(Status.PREDICTED);
        assertThat(finding.reason()).contains("watchdog");
    }

    @Test
    void triesNothingAfterAnInterruption() throws Exception {
        runner.interrupt();
        Finding finding = confirm("exit 0\n");
        assertThat(finding.status()).isEqualTo(Status.PREDICTED);
        assertThat(finding.replays().tried()).isZero();
        assertThat(finding.reason()).contains("interrupted");
    }

    @Test
    void removesOldRunsBeforeNewOnes() throws Exception {
        Path old = folder.run("R1-a");
        Files.writeString(old.resolve("outcome"), "created\n");
        Finding finding = confirm(FOLLOWED + "echo 'problem none' >> \"$dir/outcome\"\n");
        assertThat(finding.status()).isEqualTo(Status.REFUTED);
    }

    /** Three events in order, as a clip of its own. */
    private Finding ordered(boolean composed) throws IOException {
        Finding finding = predicted(SampleReport.atomicity(composed));
        Clip race = clip(AnomalyKind.RACE, List.of(0, 1));
        ClipPoint first = race.anomaly().get(0);
        List<ClipPoint> points = List.of(first, race.anomaly().get(1), new ClipPoint(first.thread(), first.site(), 2));
        AnomalyShape shape = AnomalyShape.inOrder(List.of(0, 0, 0), composed ? List.of(0, 1, 2) : List.of(0, 1, 0));
        Clip clip = new Clip(
                AnomalyKind.ATOMICITY,
                "not a race",
                new Clip.Program(race.command(), race.classes(), race.threads()),
                race.steps(),
                new Clip.Events(points, shape, List.of(0, 1, 2), false));
        ClipFormat.write(clip, folder.file(finding.clip()));
        return finding;
    }

    @Test
    void whatHasItsOrderIsRunAgainAsItIsWhenNothingCameOfIt() throws Exception {
        String created = FOLLOWED + "echo created >> \"$dir/outcome\"\n";
        String harmful = created
                + "case $dir in *-c) echo 'uncaught t: java.lang.Error: late at A.f' >> \"$dir/outcome\";; esac\n"
                + "echo hello\n";
        Finding late = confirm(harmful, Duration.ofMinutes(1), List.of(ordered(false)))
                .findings()
                .get(0);
        assertThat(late.status()).isEqualTo(Status.CONFIRMED);
        assertThat(late.harm().kind()).isEqualTo(Harm.Kind.EXCEPTION);
        assertThat(late.replays()).isEqualTo(new Finding.Replays(2, 2));
        assertThat(late.schedule().order()).containsExactly(0, 1, 2);
    }

    /** Two events in order, of the given pattern. */
    private Finding order(String pattern) throws IOException {
        Finding like = ordered(true);
        Clip clip = ClipFormat.read(folder.file(like.clip()));
        ClipFormat.write(
                new Clip(
                        AnomalyKind.ORDER,
                        "not a race",
                        new Clip.Program(clip.command(), clip.classes(), clip.threads()),
                        clip.steps(),
                        new Clip.Events(
                                clip.anomaly().subList(0, 2),
                                AnomalyShape.inOrder(List.of(0, 0), List.of(0, 1)),
                                List.of(0, 1),
                                false)),
                folder.file("clips/O1.clip"));
        return new Finding(
                new Finding.FindingId("O1", "f", AnomalyKind.ORDER),
                new Finding.Judgement(Status.UNDECIDED, Severity.NOTE, "nothing of the kind was seen", Harm.NONE),
                new Finding.Anomaly(
                        like.variable(),
                        pattern,
                        like.accesses().subList(0, 2).stream()
                                .map(ConfirmPhaseTest::ofALock)
                                .toList()),
                new Finding.Replay(
                        like.schedule(), "clips/O1.clip", Finding.Replays.NONE, List.of("guess"), true, true));
    }

    private static Finding.Access ofALock(Finding.Access access) {
        return new Finding.Access(
                new Finding.Actor(access.thread(), access.path()),
                "lock",
                new Finding.SourceLine(
                        access.className(),
                        access.method(),
                        access.file(),
                        access.line(),
                        access.position(),
                        access.source()),
                new Finding.AccessTarget(
                        access.target(), access.locks(), access.value(), access.startedAt(), access.region()));
    }

    private Finding confirmOrder(String pattern, String body) throws Exception {
        return confirm(
                        FOLLOWED + "echo created >> \"$dir/outcome\"\n" + body + "\necho hello\n",
                        Duration.ofMinutes(1),
                        List.of(order(pattern)))
                .findings()
                .get(0);
    }

    private static String throwing(String runs, String thread) {
        return "case $dir in " + runs + ") echo 'uncaught " + thread
                + ": java.lang.Error: late at A.f' >> \"$dir/outcome\";; esac";
    }

    @Test
    void anOrderCountsWhenItHurtsEveryTime() throws Exception {
        Finding always = confirmOrder("lock-lock", throwing("*", "t"));
        assertThat(always.status()).isEqualTo(Status.CONFIRMED);
        assertThat(always.severity()).isEqualTo(Severity.ERROR);
        assertThat(always.replays()).isEqualTo(new Finding.Replays(2, 2));
        Finding once = confirmOrder("lock-lock", throwing("*-a", "t"));
        assertThat(once.status()).isEqualTo(Status.CONFIRMED);
        assertThat(once.severity()).isEqualTo(Severity.NOTE);
        assertThat(once.harm()).isEqualTo(Harm.NONE);
    }

    @Test
    void whatHappenedIsNotRefutedBecauseNothingCameOfIt() throws Exception {
        for (String pattern : List.of("lock-lock", "notify-wait", "limit-notify")) {
            Finding created = confirmOrder(pattern, "");
            assertThat(created.status()).as(pattern).isEqualTo(Status.CONFIRMED);
            assertThat(created.severity()).as(pattern).isEqualTo(Severity.NOTE);
            assertThat(created.reason()).as(pattern).isEmpty();
        }
        assertThat(confirmOrder("lock-lock", "echo more").severity()).isEqualTo(Severity.NOTE);
    }

    @Test
    void anOrderIsComparedWithTheRecordedScheduleOrNotAtAll() throws Exception {
        Finding finding = confirm(
                        "if ! grep -q race \"$clip\"; then echo 'problem no' >> \"$dir/outcome\"; exit 0; fi\n"
                                + "echo created >> \"$dir/outcome\"\n" + throwing("*", "t") + "\n",
                        Duration.ofMinutes(1),
                        List.of(order("lock-lock")))
                .findings()
                .get(0);
        assertThat(finding.status()).isEqualTo(Status.CONFIRMED);
        assertThat(finding.severity()).isEqualTo(Severity.NOTE);
        assertThat(finding.harm()).isEqualTo(Harm.NONE);
    }

    @Test
    void thatATimeLimitIsOverHurtsOnlyOthersAndIsNoError() throws Exception {
        Finding own = confirmOrder("limit-notify", throwing("*", "clerk-1"));
        assertThat(own.severity()).isEqualTo(Severity.NOTE);
        assertThat(own.harm()).isEqualTo(Harm.NONE);
        Finding others = confirmOrder("limit-notify", throwing("*", "main"));
        assertThat(others.status()).isEqualTo(Status.CONFIRMED);
        assertThat(others.severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void thatAnInterruptComesFirstHurtsOnlyOthers() throws Exception {
        Finding own = confirmOrder("interrupt-notify", throwing("*", "clerk-2"));
        assertThat(own.severity()).isEqualTo(Severity.NOTE);
        assertThat(own.harm()).isEqualTo(Harm.NONE);
        Finding others = confirmOrder("interrupt-notify", throwing("*", "clerk-1"));
        assertThat(others.status()).isEqualTo(Status.CONFIRMED);
        assertThat(others.severity()).isEqualTo(Severity.ERROR);
        Finding exit = confirmOrder("interrupt-notify", "exit 7");
        assertThat(exit.harm().kind()).isEqualTo(Harm.Kind.EXIT);
        assertThat(exit.severity()).isEqualTo(Severity.WARNING);
    }

    private static Finding named(Finding finding, String id) {
        return new Finding(
                new Finding.FindingId(id, finding.fingerprint(), finding.kind()),
                new Finding.Judgement(finding.status(), finding.severity(), finding.reason(), finding.harm()),
                new Finding.Anomaly(finding.variable(), finding.pattern(), finding.accesses()),
                new Finding.Replay(
                        finding.schedule(),
                        finding.clip(),
                        finding.replays(),
                        finding.by(),
                        finding.inOrder(),
                        finding.composed()));
    }

    @Test
    void notesAreCreatedOnceAndOnlySoMany() throws Exception {
        Finding note = ordered(true);
        Session confirmed = confirm(
                FOLLOWED + "echo created >> \"$dir/outcome\"; echo hello\n",
                Duration.ofMinutes(1),
                IntStream.range(0, 43).mapToObj(i -> named(note, "A" + i)).toList());
        List<Finding> findings = confirmed.findings();
        assertThat(findings).hasSize(43);
        assertThat(findings.subList(0, 40))
                .allMatch(finding -> finding.status() == Status.CONFIRMED
                        && finding.replays().tried() == 1);
        assertThat(findings.subList(40, 43)).allMatch(finding -> finding.status() == Status.PREDICTED);
        assertThat(confirmed.confirmation().truncated())
                .singleElement()
                .asString()
                .startsWith("3 of 43 possible");
    }

    /** The clock jumps when the first anomaly was created. */
    @Test
    void stopsWhenTheTimeOfTheSessionIsOverAndSaysWhatWasNotDone() throws Exception {
        ClipFormat.write(clip(AnomalyKind.RACE, List.of(0, 1)), folder.file("clips/R1.clip"));
        ClipFormat.write(clip(AnomalyKind.RACE, List.of(0, 1)), folder.file("clips/R2.clip"));
        Path created = temporary.resolve("created");
        Budget budget = new Budget(Duration.ofMinutes(5), true, () -> Files.exists(created) ? Long.MAX_VALUE : 0);
        Session confirmed = confirm(
                FOLLOWED + "echo created >> \"$dir/outcome\"; touch " + created + "; echo hello\n",
                Duration.ofMinutes(1),
                List.of(predicted(SampleReport.race()), predicted(SampleReport.predicted())),
                budget);
        List<Finding> findings = confirmed.findings();
        assertThat(findings.get(0).status()).isEqualTo(Status.CONFIRMED);
        assertThat(findings.get(0).replays()).isEqualTo(new Finding.Replays(1, 1));
        assertThat(findings.get(1).status()).isEqualTo(Status.PREDICTED);
        assertThat(findings.get(1).reason()).isEqualTo("not re-executed: the session's time was over");
        assertThat(confirmed.confirmation().truncated())
                .containsExactly(
                        "1 of 2 predictions were not re-executed (1 race): the session's time, 5 min, was over;"
                                + " --time gives it more");
        assertThat(confirmed.confirmation().executions().effort()).isEqualTo(new Report.Effort(1, 300));
    }

    /**
     * The run is ended by the session's end, which comes before its own limit: that it runs on means nothing. The clock
     * is read when the folder of a run exists and its program has not started; it notes what the director would, so
     * that this does not depend on how far the program gets in the little time left.
     */
    @Test
    void aRunThatTheSessionsEndCutsOffDoesNotHang() throws Exception {
        ClipFormat.write(clip(AnomalyKind.RACE, List.of(0, 1)), folder.file("clips/R1.clip"));
        Path recorded = temporary.resolve("recorded");
        long almost = Duration.ofMinutes(5).minusMillis(200).toNanos();
        Budget budget = new Budget(Duration.ofMinutes(5), true, () -> {
            noteCreated("R1-a");
            noteCreated("R1-c");
            return Files.exists(recorded) ? almost : 0;
        });
        Session confirmed = confirm(
                FOLLOWED.replace("echo hello", "touch " + recorded + "; echo hello") + "sleep 100\n",
                Duration.ofMinutes(1),
                List.of(predicted(SampleReport.race())),
                budget);
        Finding finding = confirmed.findings().get(0);
        assertThat(finding.status()).isEqualTo(Status.CONFIRMED);
        assertThat(finding.replays()).isEqualTo(new Finding.Replays(2, 2));
        assertThat(finding.harm()).isEqualTo(Harm.NONE);
        assertThat(confirmed.confirmation().executions().timeouts()).isZero();
    }

    private void noteCreated(String run) {
        Path place = folder.file("runs/" + run);
        try {
            if (Files.isDirectory(place)) {
                Files.writeString(place.resolve("outcome"), "created\n");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aSessionWhoseTimeIsOverBeforeAnythingWasTriedIsNotGreen() throws Exception {
        ClipFormat.write(clip(AnomalyKind.RACE, List.of(0, 1)), folder.file("clips/R1.clip"));
        AtomicLong now = new AtomicLong();
        Budget budget = new Budget(Duration.ofMinutes(5), true, now::get);
        now.set(Duration.ofMinutes(6).toNanos());
        Session confirmed = confirm("exit 0\n", Duration.ofMinutes(1), List.of(predicted(SampleReport.race())), budget);
        Report report = new ReportPhase(FailOn.ERROR, false, "foretell").make(confirmed);
        assertThat(report.exit()).isEqualTo(ExitCode.TOOL);
        assertThat(report.coverage().truncated()).singleElement().asString().startsWith("1 of 1 predictions");
    }
}
