package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.Child;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.Report;
import dev.foretell.it.harness.Subject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Correct programs are left in peace: nothing confirmed, nothing predicted, exit code 0, and the check really ran. */
@Execution(ExecutionMode.CONCURRENT)
class CleanSubjectsIT {
    static List<Subject> subjects() {
        return Subject.in("dev.foretell.it.success");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("subjects")
    void reportsNothing(Subject subject) {
        Path folder = Foretell.folder(subject.toString());
        List<String> arguments = new ArrayList<>(List.of("check", "-o", folder.toString(), "--"));
        arguments.addAll(subject.command());
        Child.Ended run = Foretell.command(arguments).run();
        assertThat(folder.resolve("report.json")).as("%s", run).exists();
        Report report = Report.of(folder);
        assertThat(report.findings()).as("%s\n%s", run, report).isEmpty();
        assertThat(run.exit()).as("%s\n%s", run, report).isZero();
        assertThat(report.root().path("run").path("threads").asInt())
                .as("threads seen\n%s", report)
                .isGreaterThanOrEqualTo(2);
        assertThat(report.root().path("coverage").path("undecided").asInt(-1))
                .as("candidates left open\n%s", report)
                .isZero();
        assertThat(report.root().path("canary").path("race").asString(""))
                .as("the self-check\n%s", report)
                .isEqualTo("confirmed");
    }
}
