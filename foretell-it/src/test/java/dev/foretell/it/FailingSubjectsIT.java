// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.ReportJson;
import dev.foretell.it.harness.ReportJson.Found;
import dev.foretell.it.harness.RetryOnce;
import dev.foretell.it.harness.Subject;
import dev.foretell.it.harness.Subject.Expected;
import dev.foretell.it.harness.Subject.ExpectedHarm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * From one run without a failure of each buggy program: all the marked bugs are confirmed, nothing else is (notes
 * aside), each does the harm it is marked with, and each replayed clip reproduces its bug every time.
 */
@Execution(ExecutionMode.CONCURRENT)
class FailingSubjectsIT {
    /** So many bugs of one program are replayed as often as the build configures, further ones once. */
    private static final int MANY = 3;

    /**
     * So many clips that lead to a bug another clip has shown are replayed once more; the check itself has created each
     * of them. With few replays none, in a campaign all of them.
     */
    private static final int OTHERS =
            Boolean.getBoolean("foretell.campaign") ? Integer.MAX_VALUE : Foretell.replays() > 1 ? 2 : 0;

    static List<Subject> subjects() {
        return Subject.in("dev.foretell.it.fail");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("subjects")
    void confirmsTheMarkedBugsAndNothingElse(Subject subject) {
        // What must not be found has no second try: false alarms of the first one stay in the list.
        List<String> falseAlarms = new ArrayList<>();
        RetryOnce.of(subject, () -> confirm(subject, falseAlarms));
        assertThat(falseAlarms).isEmpty();
    }

    private static void confirm(Subject subject, List<String> falseAlarms) {
        Checked checked = check(subject);
        List<String> wrong = new ArrayList<>();
        Set<String> demanded = new TreeSet<>();
        for (Expected expected : subject.expected()) {
            List<Found> matching = matching(checked, expected);
            if (matching.isEmpty()) {
                wrong.add("not confirmed: " + expected);
            }
            matching.forEach(found -> demanded.add(found.id()));
            for (ExpectedHarm harm : subject.harms()) {
                if (harm.label().equals(expected.label())
                        && matching.stream().noneMatch(found -> bugDoes(harm, found, checked))) {
                    wrong.add(expected + " should end in " + harm + " but it is " + matching);
                }
            }
        }
        wrong.addAll(wrongDeadlocks(checked, demanded));
        Set<String> bugs = new TreeSet<>();
        for (Found found : checked.report().findings()) {
            if (demanded.contains(found.id())) {
                bugs.add(found.group());
            }
        }
        for (Found found : checked.report().findings()) {
            boolean sameBug = found.kind().equals("order") && bugs.contains(found.group());
            if (!found.isNote()
                    && !sameBug
                    && !(allowed(subject, found).containsAll(found.lines()) && !elsewhere(subject, found))) {
                (found.confirmed() ? falseAlarms : wrong).add("unexpected: " + found + "\n" + checked);
            }
        }
        assertThat(falseAlarms).isEmpty();
        assertThat(wrong).as("verdict on %s\n%s", subject, checked).isEmpty();
        replay(checked, demanded);
    }

    /** Each bug by the first clip that leads to it, and some of the other clips. */
    private static void replay(Checked checked, Set<String> demanded) {
        Set<String> replayed = new TreeSet<>();
        int others = 0;
        for (Found found : checked.report().confirmed()) {
            boolean order = found.kind().equals("order");
            boolean isDemanded = demanded.contains(found.id());
            if (isDemanded && replayed.add(found.group())) {
                // An order mostly ends in a hang, which is waited for.
                replay(checked, found, order || replayed.size() > MANY ? 1 : Foretell.replays());
            } else if ((isDemanded || !found.isNote() && !order) && others++ < OTHERS) {
                replay(checked, found, 1);
            }
        }
    }

    /** Exactly one deadlock where one is marked, on all the marked lines. */
    private static List<String> wrongDeadlocks(Checked checked, Set<String> demanded) {
        Set<Integer> lines = checked.subject().marked("deadlock");
        List<Found> found = checked.report().findings().stream()
                .filter(one -> one.kind().equals("deadlock"))
                .toList();
        if (lines.isEmpty() && found.isEmpty()) {
            return List.of();
        }
        boolean right = found.size() == 1
                && found.get(0).confirmed()
                && found.get(0).harmKind().equals("deadlock")
                && found.get(0).lines().equals(lines);
        found.forEach(one -> demanded.add(one.id()));
        return right ? List.of() : List.of("one confirmed deadlock on lines " + lines + " expected, not " + found);
    }

    /** Where an anomaly of this kind may be: a race only where one is marked, others where anything is. */
    private static Set<Integer> allowed(Subject subject, Found found) {
        if (found.kind().equals("race") || found.kind().equals("deadlock")) {
            return subject.marked(found.kind());
        }
        Set<Integer> lines = new TreeSet<>();
        subject.marked().values().forEach(lines::addAll);
        return lines;
    }

    /** The report on one check, and what the command printed. */
    private record Checked(Subject subject, Path folder, ReportJson report, ChildProcess.Ended run) {
        @Override
        public String toString() {
            return run + "\n" + report;
        }
    }

    private static Checked check(Subject subject) {
        Path folder = Foretell.folder(subject.toString());
        List<String> arguments = new ArrayList<>(List.of("check", "-o", folder.toString()));
        arguments.addAll(subject.options());
        arguments.add("--");
        arguments.addAll(subject.command());
        ChildProcess.Ended run = Foretell.command(arguments).run();
        assertThat(folder.resolve("report.json")).as("%s", run).exists();
        Checked checked = new Checked(subject, folder, ReportJson.of(folder), run);
        assertThat(checked.report().root().path("run").path("programExit").asInt(-1))
                .as("the recorded run passes\n%s", checked)
                .isZero();
        assertThat(run.exit())
                .as("exit code when something is confirmed\n%s", checked)
                .isEqualTo(1);
        return checked;
    }

    private static List<Found> matching(Checked checked, Expected expected) {
        return checked.report().confirmed().stream()
                .filter(found -> found.kind().equals(expected.kind()))
                .filter(found -> found.lines().equals(expected.lines()) && !elsewhere(checked.subject(), found))
                .filter(found -> about(found, expected))
                .toList();
    }

    private static boolean about(Found found, Expected expected) {
        List<String> names = List.of(found.variable().split(", "));
        return expected.variables().stream()
                .map(name -> ending(expected.kind(), name))
                .allMatch(ending -> names.stream().anyMatch(name -> name.endsWith(ending)));
    }

    private static String ending(String kind, String name) {
        if (name.endsWith("[]")) {
            return "[]";
        }
        return isContent(name) ? " " + name : kind.equals("order") ? name : "." + name;
    }

    /** What is in an object of the library: all of it, or one entry. */
    private static boolean isContent(String name) {
        return name.equals("content") || name.equals("entry");
    }

    private static boolean elsewhere(Subject subject, Found found) {
        return found.places().stream().anyMatch(place -> {
            String outer = place.className().split("\\$")[0];
            return !outer.equals(subject.className()) && !outer.equals(subject.simpleName());
        });
    }

    /**
     * Whether the bug that this finding is one way to does it: what comes after an anomaly is free in the end, and one
     * lost update can make up for another.
     */
    private static boolean bugDoes(ExpectedHarm harm, Found found, Checked checked) {
        return checked.report().confirmed().stream()
                .anyMatch(other -> other.group().equals(found.group()) && does(harm, other));
    }

    private static boolean does(ExpectedHarm harm, Found found) {
        return harm.kinds().contains(found.harmKind()) && found.harmDetail().contains(harm.text());
    }

    private static void replay(Checked checked, Found found, int times) {
        Path clip = checked.folder().resolve(found.clip());
        assertThat(Files.isRegularFile(clip)).as("clip of %s", found).isTrue();
        List<String> arguments =
                new ArrayList<>(List.of("replay", clip.toString(), "--times", Integer.toString(times)));
        if (found.harmKind().equals("hang")) {
            arguments.addAll(List.of("--timeout", "6s")); // each of them waits that long
        }
        ChildProcess.Ended replay = Foretell.command(arguments).run();
        assertThat(replay.exit())
                .as("%s replays %d of %d\n%s", found, times, times, replay)
                .isZero();
    }
}
