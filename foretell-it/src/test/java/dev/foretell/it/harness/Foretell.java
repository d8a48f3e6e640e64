// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.harness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The packaged tool, and where things are. Paths come from the build by system properties. */
public final class Foretell {
    /** For what is over before the optimising compiler pays: half the time of a test goes into it otherwise. */
    static final String QUICK = "-XX:TieredStopAtLevel=1";

    private Foretell() {}

    /** A command of the tool: {@code foretell ARGUMENTS}. */
    public static ChildProcess command(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(ownJava(), QUICK));
        command.addAll(Archive.OPTIONS);
        command.addAll(List.of("-jar", property("foretell.jar")));
        command.addAll(arguments);
        return new ChildProcess(command);
    }

    /** The same, with these classes on the class path of the tool. */
    public static ChildProcess commandWith(Path classes, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(ownJava(), QUICK, "-cp"));
        command.add(property("foretell.jar") + File.pathSeparator + classes);
        command.add("dev.foretell.tool.cli.Main");
        command.addAll(arguments);
        return new ChildProcess(command);
    }

    /** The archive of classes that the launcher makes too: without it, a third of a short command is class loading. */
    private static final class Archive {
        private static final String COLLECTOR = "-XX:+UseSerialGC";
        static final List<String> OPTIONS = make(folder("archive").resolve("foretell.jsa"));

        private static List<String> make(Path file) {
            new ChildProcess(
                            ownJava(),
                            "-XX:ArchiveClassesAtExit=" + file,
                            COLLECTOR,
                            "-Xlog:disable",
                            "-jar",
                            property("foretell.jar"),
                            "warm-up")
                    .run();
            return Files.exists(file)
                    ? List.of(COLLECTOR, "-XX:SharedArchiveFile=" + file, "-Xlog:disable")
                    : List.of(COLLECTOR);
        }
    }

    public static ChildProcess command(String... arguments) {
        return command(Arrays.asList(arguments));
    }

    /** The java that runs the programs under test. */
    public static String programJava() {
        String chosen = System.getProperty("foretell.java", "");
        return chosen.isEmpty() ? ownJava() : chosen;
    }

    /** The feature version of that java, from the file that every JDK has at its root. */
    public static int programVersion() {
        try (Stream<String> lines =
                Files.lines(Path.of(programJava()).toRealPath().getParent().resolveSibling("release"))) {
            String start = "JAVA_VERSION=\"";
            return lines.filter(line -> line.startsWith(start))
                    .map(line -> line.substring(start.length()).split("[^0-9]")[0])
                    .mapToInt(Integer::parseInt)
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String ownJava() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Where the subjects' classes are. */
    public static Path classes() {
        return Path.of(property("foretell.classes"));
    }

    /** Where the subjects' sources are. */
    public static Path sources() {
        return Path.of(property("foretell.subjects"));
    }

    /** The jar of an agent that is not ours. */
    public static Path otherAgent() {
        return Path.of(property("foretell.jacoco"));
    }

    /** Where the drivers for bugs of real libraries are. */
    public static Path realDrivers() {
        return Path.of(property("foretell.real.drivers"));
    }

    /** Where the jars of these libraries are. */
    public static Path realJars() {
        return Path.of(property("foretell.real.jars"));
    }

    /** Where the programs are that the build does not compile. */
    public static Path besideSources() {
        return Path.of(property("foretell.beside"));
    }

    /** Programs that need jars of others, compiled with these: names of classes, and of files beside the agents. */
    public static Compiled beside(List<String> classNames, List<String> jars) {
        Path home = besideSources();
        Path agents = otherAgent().getParent();
        return Compiled.of(
                classNames.stream()
                        .map(name -> home.resolve(name.replace('.', '/') + ".java"))
                        .toList(),
                jars.stream().map(jar -> agents.resolve(jar + ".jar")).toList(),
                folder("beside-" + classNames.hashCode()));
    }

    /** How often each clip is replayed. */
    public static int replays() {
        return Integer.parseInt(property("foretell.replays"));
    }

    /** The command that runs one of our programs without Foretell. */
    public static List<String> program(String className, List<String> jvmOptions, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(programJava()));
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", classes().toString(), className));
        command.addAll(arguments);
        return command;
    }

    /** An empty folder of this name; it stays there after the test, for inspection. */
    public static Path folder(String name) {
        Path folder = Path.of(property("foretell.work"), name);
        try {
            if (Files.exists(folder)) {
                try (Stream<Path> old = Files.walk(folder)) {
                    for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(path);
                    }
                }
            }
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("System property " + name + " is not set: run these tests by 'mvn verify'");
        }
        return value;
    }
}
