// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.harness;

import dev.foretell.it.harness.ReportJson.Found;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code foretell check}, once, on a driver with one version of its library. */
public record RealCheck(RealBug bug, Path folder, ReportJson report, ChildProcess.Ended run) {
    /** A bug that hangs the program costs the time limit of a re-execution again and again. */
    private static final long LIMIT_SECONDS = 1200;

    /** Names what all drivers may use, beside the driver itself. */
    private static final List<String> COMMON = List.of("Play", "EmptyClass");

    /** The catalogue of known bugs. */
    public static List<RealBug> catalogue() {
        return RealBug.read(Foretell.realDrivers().resolveSibling("bugs.txt"));
    }

    /** @param version the line of the catalogue with the jars, {@code jars} or {@code fixed} */
    public static RealCheck of(RealBug bug, String version) {
        Path folder = Foretell.folder("real/" + bug.driver() + "-" + version);
        Path classes = Foretell.folder("real/" + bug.driver() + "-" + version + "-classes");
        List<Path> jars = new ArrayList<>();
        for (String jar : bug.words(version)) {
            jars.add(Foretell.realJars().resolve(jar + ".jar"));
        }
        Path home = Foretell.realDrivers().resolve("dev/foretell/it/real");
        List<Path> sources = Stream.concat(COMMON.stream(), Stream.of(bug.driver()))
                .map(name -> home.resolve(name + ".java"))
                .toList();
        Compiled driver = Compiled.of(sources, jars, classes);
        List<String> arguments = new ArrayList<>(List.of("check", "-o", folder.toString(), "--record-timeout", "60s"));
        arguments.addAll(bug.words("options"));
        arguments.add("--");
        arguments.addAll(driver.program("dev.foretell.it.real." + bug.driver(), bug.words("jvm")));
        ChildProcess.Ended run =
                Foretell.command(arguments).limit(LIMIT_SECONDS).in(classes).run();
        if (!Files.exists(folder.resolve("report.json"))) {
            throw new AssertionError("no report\n" + run);
        }
        return new RealCheck(bug, folder, ReportJson.of(folder), run);
    }

    /** The finding that is the bug. */
    public Optional<Found> found() {
        return report.findings().stream().filter(bug::isShownBy).findFirst();
    }

    /** A finding that looks like the bug, but may be about something else. */
    public Optional<Found> symptom() {
        return report.findings().stream().filter(bug::hasSymptom).findFirst();
    }

    /** Whether the recorded run passed. */
    public boolean isPassed() {
        return report.root().path("run").path("programExit").asInt(-1) == 0;
    }

    @Override
    public String toString() {
        return run + "\n" + report;
    }
}
