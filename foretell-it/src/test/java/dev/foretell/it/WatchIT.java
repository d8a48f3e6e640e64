// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.MarkedSections;
import dev.foretell.it.harness.ReportJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The watcher in whole programs: it reports races at once, reports nothing in correct code, and healed sections stay
 * atomic.
 */
class WatchIT {
    private static final List<String> HOLD =
            List.of("--noise", "variables:1000:200ms", "--by", "hold", "--on", "Till.taken");

    private static List<String> watch(Path folder, List<String> options, String program) {
        List<String> arguments = new ArrayList<>(List.of("watch", "-o", folder.toString()));
        arguments.addAll(options);
        arguments.add("--");
        arguments.addAll(Foretell.program("dev.foretell.it." + program, List.of(), List.of()));
        return arguments;
    }

    @Test
    void reportsARaceAndDoesNotDisturbTheProgram() {
        Path folder = Foretell.folder("watched");
        ChildProcess.Ended run =
                Foretell.command(watch(folder, HOLD, "watch.Till")).run();
        assertThat(run.exit()).as("%s", run).isEqualTo(1);
        assertThat(run.out()).startsWith("400 customers\n");
        assertThat(run.err())
                .contains("data race on Till.taken of dev.foretell.it.watch.Till@", "cashier-1", "cashier-2")
                .contains("[dev.foretell.it.watch.Till.serve(Till.java:")
                .doesNotContain("Till.customers");
        ReportJson report = ReportJson.of(folder);
        assertThat(report.confirmed()).isNotEmpty();
        assertThat(report.root().path("findings").path(0).path("by").path(0).asString(""))
                .isEqualTo("atomrace");
        assertThat(report.root().path("run").path("programExit").asInt()).isBetween(3, 4);
    }

    @Test
    void reportsOnDemandAndWhenItIsEnded() throws Exception {
        Path folder = Foretell.folder("watched-forever");
        Path out = folder.resolveSibling("watched-forever.out");
        Path err = folder.resolveSibling("watched-forever.err");
        List<String> options = List.of("--noise", "variables:1000:5000ms", "--by", "hold", "--on", "Forever.counted");
        Process tool = Foretell.command(watch(folder, options, "watch.Forever")).start(out, err);
        try {
            await(tool, err, "data race on Forever.counted");
            Files.createFile(folder.resolve("report-now"));
            await(tool, err, "the report so far");
            assertThat(Files.readString(folder.resolve("report.txt"))).contains("1 seen so far", "still running");
            tool.destroy();
            assertThat(tool.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(folder.resolve("report.txt"))).contains("Forever.counted", "ended by the user");
        } finally {
            tool.descendants().forEach(ProcessHandle::destroyForcibly);
            tool.destroyForcibly();
        }
    }

    /** That loops which are running call no probes from then on is shown by the unit test of the switches. */
    @Test
    void withABudgetABusyClassIsWatchedOnlyPartOfTheTime() {
        Path folder = Foretell.folder("watched-busy");
        ChildProcess.Ended run = Foretell.command(watch(folder, List.of("--budget", "5%"), "watch.Busy"))
                .run();
        assertThat(run.exit()).as("%s", run).isZero();
        assertThat(run.out()).startsWith("2000000\n");
        assertThat(ReportJson.of(folder).root().path("notes").toString())
                .as("%s", run)
                .contains("dev.foretell.it.watch.Busy was watched only part of the time");
    }

    private static void await(Process tool, Path file, String text) throws Exception {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
        while (!Files.readString(file).contains(text)) {
            assertThat(System.nanoTime())
                    .as("it has not come to '%s': %s", text, Files.readString(file))
                    .isLessThan(end);
            assertThat(tool.waitFor(50, TimeUnit.MILLISECONDS))
                    .as("%s", Files.readString(file))
                    .isFalse();
        }
    }

    @Test
    void putsNoiseOnTheVariablesOfAPrediction() {
        Path predicted = Foretell.folder("watched-prediction");
        List<String> record = new ArrayList<>(List.of("record", "-o", predicted.toString(), "--"));
        record.addAll(Foretell.program("dev.foretell.it.watch.Till", List.of(), List.of()));
        assertThat(Foretell.command(record).run().exit()).isZero();
        // The program's own exit code is 3, and nothing else went wrong in the recorded run.
        assertThat(Foretell.command("analyze", predicted.toString()).run().exit())
                .isEqualTo(4);
        Path folder = Foretell.folder("watched-focus");
        ChildProcess.Ended run = Foretell.command(watch(folder, List.of("--focus", predicted.toString()), "watch.Till"))
                .run();
        assertThat(run.err()).as("%s", run).contains("data race on Till.taken");
    }

    @Test
    void reportsViolatedSectionsAndHealsThem() throws Exception {
        Path folder = Foretell.folder("watched-sections");
        Path sections = folder.resolveSibling("till.sections");
        MarkedSections.write("Till", sections);
        List<String> noise = List.of("--noise", "variables:300:1ms", "--on", "Till.taken");
        List<String> options = new ArrayList<>(noise);
        options.addAll(List.of("--sections", sections.toString()));
        ChildProcess.Ended run =
                Foretell.command(watch(folder, options, "watch.Till")).run();
        assertThat(run.err()).as("%s", run).contains("atomicity violation on Till.taken");
        assertThat(ReportJson.of(folder).root().path("run").path("programExit").asInt())
                .isEqualTo(4);
        options.addAll(List.of("--heal", "lock"));
        run = Foretell.command(watch(folder, options, "watch.Till")).run();
        assertThat(run.err()).as("%s", run).doesNotContain("atomicity violation", "data race");
        assertThat(ReportJson.of(folder).root().path("run").path("programExit").asInt())
                .isEqualTo(3);
        assertThat(ReportJson.of(folder).root().path("watch").path("healed").size())
                .isPositive();
    }

    /** Under this noise about every second run fails when it is not healed. */
    @Test
    void healsWhatSeveralSynchronizedMethodsDoTogether() {
        Path folder = Foretell.folder("healed-monitors");
        Path sections = folder.resolveSibling("buffer.sections");
        String include = "dev.foretell.it.fail.atomicity.BufferAppend";
        ChildProcess.Ended inferred = Foretell.command(
                        "atomic",
                        "infer",
                        Foretell.classes().toString(),
                        "--include",
                        include,
                        "-o",
                        sections.toString())
                .run();
        assertThat(inferred.exit()).as("%s", inferred).isZero();
        for (int seed = 1; seed <= 5; seed++) {
            List<String> options = List.of(
                    "--noise",
                    "random:300:150ms",
                    "--by",
                    "hold",
                    "--seed",
                    Integer.toString(seed),
                    "--sections",
                    sections.toString(),
                    "--heal",
                    "lock");
            ChildProcess.Ended run = Foretell.command(watch(folder, options, "fail.atomicity.BufferAppend"))
                    .limit(120)
                    .run();
            ReportJson report = ReportJson.of(folder);
            assertThat(report.root().path("run").path("programExit").asInt(-1))
                    .as("%s", run)
                    .isZero();
            assertThat(report.root().path("watch").path("healed").toString())
                    .as("%s", run)
                    .contains("had taken a lock");
        }
    }

    /** Programs in which a lock taken for healing meets what the threads wait for anyway. */
    @ParameterizedTest
    @ValueSource(strings = {"LockInside", "CallInside", "NestedSections", "WaitInside"})
    void healingIsNoDeadlock(String program) throws Exception {
        Path folder = Foretell.folder("healed-" + program);
        Path sections = folder.resolveSibling(program + ".sections");
        MarkedSections.write(program, sections);
        List<String> options = List.of("--sections", sections.toString(), "--heal", "lock");
        ChildProcess.Ended healed = Foretell.command(watch(folder, options, "watch." + program))
                .limit(120)
                .run();
        ReportJson report = ReportJson.of(folder);
        assertThat(report.root().path("run").path("programExit").asInt(-1))
                .as("%s", healed)
                .isZero();
        ChildProcess.Ended plain =
                new ChildProcess(Foretell.program("dev.foretell.it.watch." + program, List.of(), List.of())).run();
        assertThat(healed.out()).startsWith(plain.out());
        assertThat(report.root().path("watch").path("healed").toString())
                .as("%s", healed)
                .contains("took a lock")
                .doesNotContain("did not come back");
    }
}
