package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.process.RunResult;
import dev.foretell.tool.process.RunResult.End;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.Sample;
import dev.foretell.trace.clip.Outcome;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeftSchedulesTest {
    private static final Path NOWHERE = Path.of("nowhere");
    private static final String WAITS = "\"a\" WAITING\n    at Gate.pass(Gate.java:7)";
    private static final String NULL = "java.lang.NullPointerException at A.f(A.java:1)";
    private final HarmJudge judge =
            new HarmJudge(new Baseline(true, 0, "same", List.of("a: com.acme.Known at A.f(A.java:1)"), true), NOWHERE);
    private final LeftSchedules left = new LeftSchedules();

    private Harm harm(int exit, End end, String problem, List<String> uncaught, String deadlock, String stacks) {
        Outcome outcome = new Outcome(false, false, 1, problem, uncaught, deadlock, "", "", stacks);
        return LeftSchedules.harm(
                judge, new Replayer.Directed(outcome, new RunResult(exit, end, 0.5, "other"), NOWHERE));
    }

    @Test
    void takesWhatTheProgramDidWrongByItself() {
        assertThat(harm(1, End.ITSELF, "left", List.of("a: " + NULL), "", "").kind())
                .isEqualTo(Harm.Kind.EXCEPTION);
        assertThat(harm(1, End.ITSELF, "left", List.of(), "a holds ...", "").kind())
                .isEqualTo(Harm.Kind.DEADLOCK);
        assertThat(harm(1, End.TIMEOUT, "left", List.of(), "", WAITS).kind()).isEqualTo(Harm.Kind.HANG);
    }

    @Test
    void leavesOutWhatTheScheduleMayHaveDone() {
        assertThat(harm(1, End.TIMEOUT, "", List.of(), "", WAITS)).as("held").isEqualTo(Harm.NONE);
        assertThat(harm(1, End.TIMEOUT, "left", List.of(), "", WAITS.replace("WAITING", "RUNNABLE")))
                .as("slow")
                .isEqualTo(Harm.NONE);
        assertThat(harm(1, End.ITSELF, "left", List.of(), "", "")).as("exit").isEqualTo(Harm.NONE);
        assertThat(harm(0, End.ITSELF, "left", List.of(), "", "")).as("output").isEqualTo(Harm.NONE);
        assertThat(harm(0, End.ITSELF, "left", List.of("b: com.acme.Known at A.f(A.java:1)"), "", ""))
                .as("always")
                .isEqualTo(Harm.NONE);
    }

    @Test
    void saysEachSymptomOnceUnlessAConfirmedFindingHasIt() {
        left.add("R1", new Harm(Harm.Kind.EXCEPTION, "a: " + NULL));
        left.add("A2", new Harm(Harm.Kind.EXCEPTION, "b: " + NULL));
        left.add("R3", Harm.NONE);
        assertThat(left.notes(List.of())).hasSize(1).first().asString().contains("2 re-executions", "R1, A2", NULL);
        assertThat(left.notes(List.of(Sample.failure("F1", Harm.Kind.EXCEPTION, "c: " + NULL))))
                .isEmpty();
        assertThat(left.notes(List.of(Sample.failure("F1", Harm.Kind.EXCEPTION, "c: other"))))
                .hasSize(1);
    }
}
