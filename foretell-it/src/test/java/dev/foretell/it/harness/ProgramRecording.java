// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.harness;

import dev.foretell.trace.io.RecordedTrace;
import dev.foretell.trace.io.TraceReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A program recorded by {@code foretell record}, and what the program itself printed meanwhile. */
public record ProgramRecording(Path folder, ChildProcess.Ended run) {
    /** Records a command. */
    public static ProgramRecording of(
            String name, List<String> command, String input, Map<String, String> environment) {
        Path folder = Foretell.folder(name);
        List<String> arguments = new ArrayList<>(List.of("record", "-o", folder.toString(), "--"));
        arguments.addAll(command);
        return new ProgramRecording(
                folder,
                Foretell.command(arguments)
                        .input(input)
                        .environment(environment)
                        .run());
    }

    public static ProgramRecording of(String name, List<String> command) {
        return of(name, command, "", Map.of());
    }

    /** What the program wrote to its standard error, without the tool's own lines. */
    public String programErr() {
        return withoutToolsLines(run.err());
    }

    /** Removes the lines that only the tool writes. */
    public static String withoutToolsLines(String err) {
        return err.lines()
                .filter(line -> !line.startsWith("foretell: ")
                        && !line.startsWith("running: ")
                        && !line.matches("run \\d+ of \\d+: .*"))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    /** The folders of the JVMs that left a trace. */
    public List<Path> jvms() {
        try (Stream<Path> list = Files.list(folder.resolve("trace"))) {
            return list.filter(path -> path.getFileName().toString().startsWith("jvm-"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The trace, when there was one JVM. */
    public RecordedTrace trace() {
        List<Path> jvms = jvms();
        if (jvms.size() != 1) {
            throw new AssertionError("one JVM expected but " + jvms + "\n" + run);
        }
        try {
            return TraceReader.read(jvms.get(0));
        } catch (IOException e) {
            throw new AssertionError("unreadable trace " + jvms.get(0) + "\n" + run, e);
        }
    }
}
