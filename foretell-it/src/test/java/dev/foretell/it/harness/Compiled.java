// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.harness;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Programs that the build does not compile, because each needs jars of its own.
 *
 * @param classes where their class files are
 * @param jars what they need
 */
public record Compiled(Path classes, List<Path> jars) {
    /** Compiles against these very jars; such programs are few lines, so that costs little. */
    public static Compiled of(List<Path> sources, List<Path> jars, Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("--release", "17", "-g", "-nowarn", "-d", classes.toString(), "-cp", path(jars.stream()));
            if (!compiler.getTask(messages, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call()) {
                throw new AssertionError(sources + " do not compile against " + jars + "\n" + messages);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Compiled(classes, jars);
    }

    /** The command that runs one of them without Foretell. */
    public List<String> program(String className, List<String> jvmOptions) {
        List<String> command = new ArrayList<>(List.of(Foretell.programJava()));
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", path(Stream.concat(Stream.of(classes), jars.stream())), className));
        return command;
    }

    private static String path(Stream<Path> entries) {
        return entries.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
