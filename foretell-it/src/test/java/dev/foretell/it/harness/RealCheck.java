package dev.foretell.it.harness;

import dev.foretell.it.harness.Report.Found;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** {@code foretell check}, once, on a driver with one version of its library. */
public record RealCheck(RealBug bug, Path folder, Report report, Child.Ended run) {
    /** A bug that hangs the program costs the time limit of a re-execution again and again. */
    private static final long LIMIT_SECONDS = 1200;

    /** Names what all drivers may use, beside the driver itself. */
    private static final List<String> COMMON = List.of("Play", "EmptyClass");

    /** Where the catalogue says what is known. */
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
        compile(bug.driver(), jars, classes);
        List<String> arguments = new ArrayList<>(List.of("check", "-o", folder.toString(), "--record-timeout", "60s"));
        arguments.addAll(bug.words("options"));
        arguments.addAll(List.of("--", Foretell.programJava()));
        arguments.addAll(bug.words("jvm"));
        arguments.add("-cp");
        arguments.add(Stream.concat(Stream.of(classes), jars.stream())
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator)));
        arguments.add("dev.foretell.it.real." + bug.driver());
        Child.Ended run =
                Foretell.command(arguments).limit(LIMIT_SECONDS).in(classes).run();
        if (!Files.exists(folder.resolve("report.json"))) {
            throw new AssertionError("no report\n" + run);
        }
        return new RealCheck(bug, folder, Report.of(folder), run);
    }

    /** The finding that is the bug. */
    public Optional<Found> found() {
        return report.findings().stream().filter(bug::isShownBy).findFirst();
    }

    /** A finding that looks like the bug, but may be about something else. */
    public Optional<Found> symptom() {
        return report.findings().stream().filter(bug::hasSymptom).findFirst();
    }

    /** Whether the recorded run was a lucky one. */
    public boolean isLucky() {
        return report.root().path("run").path("programExit").asInt(-1) == 0;
    }

    /** Compiles against this very version; the drivers are few lines, so that costs little. */
    private static void compile(String driver, List<Path> jars, Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        Path home = Foretell.realDrivers().resolve("dev/foretell/it/real");
        List<Path> sources = Stream.concat(COMMON.stream(), Stream.of(driver))
                .map(name -> home.resolve(name + ".java"))
                .toList();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "--release",
                    "17",
                    "-g",
                    "-nowarn",
                    "-d",
                    classes.toString(),
                    "-cp",
                    jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
            if (!compiler.getTask(messages, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call()) {
                throw new AssertionError(driver + " does not compile against " + jars + "\n" + messages);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return run + "\n" + report;
    }
}
