// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.ReportJson;
import dev.foretell.it.harness.RetryOnce;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Results in files, and checks of the user's own, which see what the program's output does not show. */
class ResultFilesIT {
    /** A session, and the directory in which its program worked. */
    private record Session(Path out, Path directory, ChildProcess.Ended run) {
        List<ReportJson.Found> harmful() {
            return ReportJson.of(out).findings().stream()
                    .filter(finding ->
                            finding.confirmed() && !finding.harmKind().equals("none"))
                    .toList();
        }
    }

    private static Session check(String name, String program, String... options) {
        Path directory = Foretell.folder("results-" + name);
        Path out = directory.resolve("foretell-out");
        List<String> command = new ArrayList<>(List.of("check", "--fail-on", "harm", "-o", out.toString()));
        command.addAll(List.of(options));
        command.add("--");
        command.addAll(Foretell.program("dev.foretell.it.results." + program, List.of(), List.of()));
        return new Session(
                out, directory, Foretell.command(command).in(directory).run());
    }

    @Test
    void lostUpdateIsSeenInTheFile() {
        RetryOnce.of("LostTotal", () -> {
            Session session = check("lost", "LostTotal");
            assertThat(session.run().exit()).as("%s", session.run()).isEqualTo(1);
            assertThat(session.harmful()).as("%s", session.run()).isNotEmpty().allSatisfy(finding -> {
                assertThat(finding.harmKind()).isEqualTo("file");
                assertThat(finding.harmDetail()).matches("'total 1' instead of 'total 2' in the file total.txt");
            });
            assertThat(session.run().out()).contains("1 file written by the recorded run, 1 of them compared");
            String clip = session.harmful().get(0).clip();
            ChildProcess.Ended replay = Foretell.command(
                            "replay", session.out().resolve(clip).toString())
                    .in(session.directory())
                    .run();
            assertThat(replay.err()).as("%s", replay).contains("the program wrote something else into a file: 'total ");
        });
    }

    /** Written while the program runs, but not by it. */
    @Test
    void fileThatTheOutputGoesToIsNoneOfTheProgram() throws Exception {
        Path directory = Foretell.folder("results-redirected");
        List<String> command = new ArrayList<>(List.of("check", "-o", "foretell-out", "--"));
        command.addAll(Foretell.program("dev.foretell.it.results.LostTotal", List.of(), List.of()));
        Path log = directory.resolve("log");
        Process check = Foretell.command(command).in(directory).start(log, directory.resolve("errors"));
        try {
            assertThat(check.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            check.destroyForcibly();
        }
        assertThat(Files.readString(log)).contains("1 file written by the recorded run, 1 of them compared");
    }

    @Test
    void whatVariesInAFileIsNoHarm() throws IOException {
        Session session = check("stamped", "StampedFile");
        assertThat(session.run().exit()).as("%s", session.run()).isZero();
        assertThat(session.harmful()).as("%s", session.run()).isEmpty();
        assertThat(session.run().out())
                .as("%s", session.run())
                .contains("1 confirmed", "3 files written by the recorded run, 2 of them compared");
        assertThat(Files.readString(session.directory().resolve("stamped.txt"))).contains("total 3");
    }

    @Test
    void checkOfTheUsersOwnSeesWhatNothingElseShows() {
        RetryOnce.of("oracle", () -> {
            String oracle = "grep -q 'total 2' total.txt || { tail -n 1 total.txt; exit 3; }";
            Session session = check("oracle", "LostTotal", "--ignore-files", "--oracle", oracle);
            assertThat(session.run().exit()).as("%s", session.run()).isEqualTo(1);
            assertThat(session.harmful()).as("%s", session.run()).isNotEmpty().allSatisfy(finding -> {
                assertThat(finding.harmKind()).isEqualTo("oracle");
                assertThat(finding.harmDetail()).matches("'total 1' \\(exit code 3\\)");
            });
            assertThat(session.run().out()).doesNotContain("written by the recorded run");
            String clip = session.out().resolve(session.harmful().get(0).clip()).toString();
            ChildProcess.Ended replay = Foretell.command("replay", "--oracle", oracle, clip)
                    .in(session.directory())
                    .run();
            assertThat(replay.err()).as("%s", replay).contains("your check of the run failed: 'total ");
        });
    }

    @Test
    void checkThatFailsTheRecordedRunEndsTheSession() throws IOException {
        Session session = check("refused", "LostTotal", "--oracle", "echo no report is enough; exit 1");
        assertThat(session.run().exit()).as("%s", session.run()).isEqualTo(4);
        assertThat(session.run().err())
                .as("%s", session.run())
                .contains("The recorded run itself fails the check that --oracle names: 'no report is enough'");
        assertThat(Files.readString(session.out().resolve("record/oracle.txt"))).contains("no report is enough");
    }
}
