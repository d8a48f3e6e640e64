package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.Child;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.Report;
import dev.foretell.it.harness.Report.Found;
import dev.foretell.it.harness.Subject;
import dev.foretell.it.harness.Subject.ExpectedHarm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * From one lucky run of each buggy program: all the marked bugs are confirmed, nothing else is, each does the harm it is
 * marked with, and each clip brings its bug back every single time.
 */
@Execution(ExecutionMode.CONCURRENT)
class FailingSubjectsIT {
    static List<Subject> races() {
        return Subject.in("dev.foretell.it.fail.race");
    }

    static List<Subject> deadlocks() {
        return Subject.in("dev.foretell.it.fail.deadlock");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("races")
    void confirmsTheMarkedRacesAndNothingElse(Subject subject) {
        Checked checked = check(subject);
        List<String> wrong = new ArrayList<>();
        subject.races().forEach((label, lines) -> {
            if (races(checked, label, lines).isEmpty()) {
                wrong.add("no confirmed race on '" + label + "' between lines " + lines);
            }
        });
        for (Found found : checked.report().findings()) {
            if (!found.kind().equals("race")
                    || !subject.racing().containsAll(found.lines())
                    || elsewhere(subject, found)) {
                wrong.add("unexpected: " + found);
            }
        }
        for (ExpectedHarm harm : subject.harms()) {
            List<Found> races = races(checked, harm.label(), subject.races().get(harm.label()));
            if (races.stream().noneMatch(found -> does(harm, found))) {
                wrong.add("the race on '" + harm.label() + "' should end in " + harm + " but it is " + races);
            }
        }
        assertThat(wrong).as("verdict on %s\n%s", subject, checked).isEmpty();
        replayAll(checked);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("deadlocks")
    void confirmsTheMarkedDeadlockAndNothingElse(Subject subject) {
        Checked checked = check(subject);
        List<Found> found = checked.report().findings();
        assertThat(found)
                .as("verdict on %s: one confirmed deadlock on lines %s\n%s", subject, subject.deadlock(), checked)
                .singleElement()
                .satisfies(deadlock -> {
                    assertThat(deadlock.kind()).isEqualTo("deadlock");
                    assertThat(deadlock.status()).isEqualTo("confirmed");
                    assertThat(deadlock.harmKind()).isEqualTo("deadlock");
                    assertThat(deadlock.lines()).isEqualTo(subject.deadlock());
                    assertThat(elsewhere(subject, deadlock)).isFalse();
                });
        replayAll(checked);
    }

    /** The report on one check, and what the command printed. */
    private record Checked(Subject subject, Path folder, Report report, Child.Ended run) {
        @Override
        public String toString() {
            return run + "\n" + report;
        }
    }

    private static Checked check(Subject subject) {
        Path folder = Foretell.folder(subject.toString());
        List<String> arguments = new ArrayList<>(List.of("check", "-o", folder.toString(), "--"));
        arguments.addAll(subject.command());
        Child.Ended run = Foretell.command(arguments).run();
        assertThat(folder.resolve("report.json")).as("%s", run).exists();
        Checked checked = new Checked(subject, folder, Report.of(folder), run);
        assertThat(checked.report().root().path("run").path("programExit").asInt(-1))
                .as("the recorded run is a lucky one\n%s", checked)
                .isZero();
        assertThat(run.exit())
                .as("exit code when something is confirmed\n%s", checked)
                .isEqualTo(1);
        return checked;
    }

    private static List<Found> races(Checked checked, String label, Set<Integer> lines) {
        String name = Subject.variable(label);
        String ending = name.endsWith("[]") ? "[]" : "." + name;
        return checked.report().confirmed().stream()
                .filter(found -> found.kind().equals("race"))
                .filter(found -> found.lines().equals(lines) && !elsewhere(checked.subject(), found))
                .filter(found -> found.variable().endsWith(ending))
                .toList();
    }

    private static boolean elsewhere(Subject subject, Found found) {
        return found.places().stream().anyMatch(place -> {
            String outer = place.className().split("\\$")[0];
            return !outer.equals(subject.className()) && !outer.equals(subject.simpleName());
        });
    }

    private static boolean does(ExpectedHarm harm, Found found) {
        return harm.kinds().contains(found.harmKind()) && found.harmDetail().contains(harm.text());
    }

    private static void replayAll(Checked checked) {
        for (Found found : checked.report().confirmed()) {
            Path clip = checked.folder().resolve(found.clip());
            assertThat(Files.isRegularFile(clip)).as("clip of %s", found).isTrue();
            List<String> arguments = new ArrayList<>(
                    List.of("replay", clip.toString(), "--times", Integer.toString(Foretell.replays())));
            if (found.harmKind().equals("hang")) {
                arguments.addAll(List.of("--timeout", "4s")); // each of them waits that long
            }
            Child.Ended replay = Foretell.command(arguments).run();
            assertThat(replay.exit())
                    .as("%s replays %d of %d\n%s", found, Foretell.replays(), Foretell.replays(), replay)
                    .isZero();
        }
    }
}
