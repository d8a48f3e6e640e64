// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.ProgramRecording;
import dev.foretell.it.harness.ReportJson;
import dev.foretell.it.harness.ReportJson.Found;
import dev.foretell.trace.RunInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two threads in one collection, looked at inside the JDK: what gets lost there is found from a run in which nothing
 * did.
 */
@Execution(ExecutionMode.CONCURRENT)
class InsideJdkIT {
    private static final int REPLAYS = 3;

    /** Without the archive the JVM has loaded many of them from files, and has forgotten their stack maps. */
    @ParameterizedTest
    @ValueSource(strings = {"-Xshare:auto", "-Xshare:off"})
    void everyClassThatCanBeOpenedIs(String sharing) {
        List<String> command = Foretell.program("dev.foretell.it.inside.LoadAll", List.of(sharing), List.of());
        ChildProcess.Ended plain = new ChildProcess(command).run();
        assertThat(plain.exit()).as("%s", plain).isZero();
        for (String classes : List.of("java.util.*", "java.text.*")) {
            Path folder = Foretell.folder("inside.all" + sharing.substring(7) + classes.charAt(5));
            List<String> record =
                    new ArrayList<>(List.of("record", "--include", classes, "-o", folder.toString(), "--"));
            record.addAll(command);
            ProgramRecording recorded =
                    new ProgramRecording(folder, Foretell.command(record).run());
            assertThat(recorded.run().exit()).as("%s", recorded.run()).isZero();
            assertThat(recorded.run().out()).as("%s", recorded.run()).isEqualTo(plain.out());
            RunInfo run = recorded.trace().trace().run();
            assertThat(run.classes().failed()).as("%s", recorded.run()).isEmpty();
            assertThat(run.classes().instrumented())
                    .as("%s", run)
                    .isGreaterThan(classes.equals("java.util.*") ? 300 : 40);
        }
    }

    /** The JVM needs this class to load the agent's own; re-executions need it, too. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"java.util.AbstractMap, ''", "'java.util.AbstractMap,java.util.NoSuchMap', java.util.NoSuchMap"})
    void aSingleClassIsOpenedAndThePatternThatOpensNothingIsNamed(String classes, String nothing) throws IOException {
        Path folder = Foretell.folder("inside.single" + nothing.length());
        List<String> arguments = new ArrayList<>(List.of("check", "--include", classes, "-o", folder.toString(), "--"));
        arguments.addAll(Foretell.program("dev.foretell.it.inside.LostEntry", List.of(), List.of()));
        ChildProcess.Ended run = Foretell.command(arguments).run();
        ReportJson report = ReportJson.of(folder);
        String text = Files.readString(folder.resolve("report.txt"));
        assertThat(run.toString() + text).doesNotContain("ClassCircularityError", "could not be opened");
        assertThat(report.root().path("run").path("failedClasses"))
                .as("%s", run)
                .isEmpty();
        assertThat(report.root().at("/run/classes/instrumented").asInt())
                .as("%s", run)
                .isGreaterThan(1);
        assertThat(report.root().path("coverage").path("runs").asInt())
                .as("re-executions\n%s", run)
                .isPositive();
        assertThat(report.root().path("coverage").path("created").asInt())
                .as("%s", run)
                .isPositive();
        assertThat(report.confirmed()).as("%s", run).isNotEmpty();
        String named = "--include " + nothing + ": names no class of the JDK that can be instrumented";
        if (nothing.isEmpty()) {
            assertThat(text).doesNotContain("names no class of the JDK");
        } else {
            assertThat(text).contains(named);
            assertThat(run.err() + run.out()).contains(named);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "LostElement, 'java.util.ArrayList,java.util.AbstractList', four orders",
        "LostEntry, java.util.HashMap, a price is lost",
    })
    void confirmsWhatGetsLostInside(String program, String classes, String harm) {
        Path folder = Foretell.folder("inside." + program);
        List<String> arguments = new ArrayList<>(
                List.of("check", "--detect", "race", "--include", classes, "-o", folder.toString(), "--"));
        arguments.addAll(Foretell.program("dev.foretell.it.inside." + program, List.of(), List.of()));
        ChildProcess.Ended run = Foretell.command(arguments).run();
        ReportJson report = ReportJson.of(folder);
        assertThat(report.root().path("run").path("programExit").asInt(-1))
                .as("the recorded run passes\n%s", run)
                .isZero();
        assertThat(report.findings())
                .as("each race is inside\n%s", run)
                .isNotEmpty()
                .allMatch(found -> found.places().stream()
                        .allMatch(place -> place.className().startsWith("java.util.")));
        List<Found> harmful = report.confirmed().stream()
                .filter(found -> found.harmDetail().contains(harm))
                .toList();
        assertThat(harmful).as("%s", run).isNotEmpty();
        Path clip = folder.resolve(harmful.get(0).clip());
        ChildProcess.Ended replay = Foretell.command("replay", clip.toString(), "--times", Integer.toString(REPLAYS))
                .run();
        assertThat(replay.exit()).as("%s", replay).isZero();
    }

    /** Without an option: the race is on the program's lines, and so is its harm. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "LostElement, List content, java.util.ArrayList, four orders",
        "LostEntry, Map content, java.util.HashMap, a price is lost",
    })
    void looksIntoACollectionByItself(String program, String variable, String inside, String harm) {
        Path folder = Foretell.folder("inside.unasked." + program);
        List<String> arguments = new ArrayList<>(List.of("check", "--detect", "race", "-o", folder.toString(), "--"));
        arguments.addAll(Foretell.program("dev.foretell.it.inside." + program, List.of(), List.of()));
        ChildProcess.Ended run = Foretell.command(arguments).run();
        ReportJson report = ReportJson.of(folder);
        assertThat(report.root().path("run").path("programExit").asInt(-1))
                .as("the recorded run passes\n%s", run)
                .isZero();
        assertThat(report.findings())
                .as("%s", run)
                .isNotEmpty()
                .allMatch(found -> found.variable().equals(variable)
                        && found.places().stream()
                                .allMatch(place -> place.className().equals("dev.foretell.it.inside." + program)));
        List<Found> harmful = report.confirmed().stream()
                .filter(found -> found.harmDetail().contains(harm))
                .toList();
        assertThat(harmful).as("%s", run).hasSize(1);
        assertThat(report.root().path("notes").toString())
                .as("%s", run)
                .contains(harmful.get(0).id() + ": " + inside + " was instrumented");
        Path clip = folder.resolve(harmful.get(0).clip());
        ChildProcess.Ended replay = Foretell.command("replay", clip.toString(), "--times", Integer.toString(REPLAYS))
                .run();
        assertThat(replay.exit()).as("%s", replay).isZero();
        assertThat(replay.err()).as("%s", replay).contains(harm);
    }
}
