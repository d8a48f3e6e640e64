// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.ReportJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Inputs of a program: repeated in replays, and named when they cannot be. */
class InputsIT {
    private static ChildProcess.Ended check(Path folder, List<String> program) {
        List<String> command = new ArrayList<>(List.of("check", "-o", folder.toString(), "--"));
        command.addAll(program);
        return Foretell.command(command).run();
    }

    @Test
    void withoutTheRecordedInputsTheSameClipFails() throws IOException {
        Path folder = Foretell.folder("inputs-away");
        ChildProcess.Ended check =
                check(folder, Foretell.program("dev.foretell.it.fail.race.DrawnByLot", List.of(), List.of()));
        assertThat(check.exit()).as("%s", check).isEqualTo(1);
        Path clip = folder.resolve(ReportJson.of(folder).confirmed().get(0).clip());
        ChildProcess.Ended fed =
                Foretell.command("replay", clip.toString(), "--times", "10").run();
        assertThat(fed.exit()).as("%s", fed).isZero();
        Path elsewhere = Foretell.folder("inputs-elsewhere").resolve("kept.clip");
        Files.copy(clip, elsewhere);
        ChildProcess.Ended unfed = Foretell.command("replay", elsewhere.toString(), "--trust", "--times", "10")
                .run();
        assertThat(unfed.exit())
                .as("with other lots other clerks come\n%s", unfed)
                .isEqualTo(1);
    }

    @Test
    void namesWhatMadeTheReplayDiffer() throws IOException {
        Path folder = Foretell.folder("run-counter");
        Path file = folder.resolveSibling("run-counter.txt");
        Files.writeString(file, "9");
        ChildProcess.Ended check =
                check(folder, Foretell.program("dev.foretell.it.hard.RunCounter", List.of(), List.of(file.toString())));
        ReportJson report = ReportJson.of(folder);
        int line = 1
                + Files.readAllLines(Foretell.sources().resolve("dev/foretell/it/hard/RunCounter.java")).stream()
                        .takeWhile(text -> !text.contains("readString"))
                        .toList()
                        .size();
        assertThat(report.root().path("notes").toString())
                .as("%s", check)
                .contains("Likely cause: Thread main")
                .contains("called Files.readString at RunCounter.java:" + line
                        + " and got another answer than in the recorded run");
        assertThat(check.out()).contains("Likely cause: Thread main");
        assertThat(Files.readString(folder.resolve("report.html"))).contains("Likely cause: Thread main");
    }

    @Test
    void namesTheVariableThatChanged() {
        Path folder = Foretell.folder("rounds");
        List<String> command = new ArrayList<>(List.of("check", "-o", folder.toString(), "--"));
        command.addAll(Foretell.program("dev.foretell.it.hard.RoundsByVariable", List.of(), List.of()));
        ChildProcess.Ended check =
                Foretell.command(command).environment(Map.of("ROUNDS", "3")).run();
        assertThat(check.exit()).as("%s", check).isEqualTo(1);
        Path clip = folder.resolve(ReportJson.of(folder).confirmed().get(0).clip());
        ChildProcess.Ended same = Foretell.command("replay", clip.toString())
                .environment(Map.of("ROUNDS", "3"))
                .run();
        assertThat(same.exit()).as("%s", same).isZero();
        ChildProcess.Ended other = Foretell.command("replay", clip.toString())
                .environment(Map.of("ROUNDS", "0"))
                .run();
        assertThat(other.exit()).as("%s", other).isEqualTo(1);
        assertThat(other.out() + other.err())
                .contains("Likely cause: Thread main")
                .contains("called System.getenv at RoundsByVariable.java")
                .contains("and got another answer than in the recorded run");
    }

    /** The program is correct but for one counter: whatever order it is forced into, its clocks stay clocks. */
    @Test
    void replayedClocksStayMonotonic() {
        Path folder = Foretell.folder("clock-watcher");
        ChildProcess.Ended check =
                check(folder, Foretell.program("dev.foretell.it.hard.ClockWatcher", List.of(), List.of()));
        ReportJson report = ReportJson.of(folder);
        assertThat(report.confirmed()).as("%s", check).isNotEmpty();
        assertThat(report.confirmed())
                .as("%s", check)
                .allMatch(found -> found.harmKind().equals("none"));
        assertThat(check.out()).as("%s", check).contains("the recorded schedule replays");
    }
}
