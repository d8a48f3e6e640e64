// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.UserError;
import dev.foretell.tool.pipeline.InstrumentationScope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What to record and for how long. */
final class RecordOptions {
    @Mixin
    ClassOptions classes = new ClassOptions();

    @Option(
            names = "--atomic",
            paramLabel = "GLOB",
            split = ",",
            description = "Methods that should be atomic: com.acme.Bank.transfer, or com.acme.**.update*."
                    + " A method annotated @Atomic always is one. Can be repeated.")
    List<String> atomic = List.of();

    @Option(
            names = "--regions",
            paramLabel = "KIND",
            defaultValue = InstrumentationScope.LOCKS,
            description = "What else is an atomic region: 'locks', each synchronized method and block, or 'methods',"
                    + " each method (default: ${DEFAULT-VALUE}).")
    String regions;

    @Option(
            names = "--model",
            paramLabel = "FILE",
            description = "A model of library methods, see docs/models.md. Can be repeated.")
    List<Path> models = List.of();

    @Option(
            names = "--ignore-files",
            description = "Do not compare what re-executions write into files below the working directory.")
    boolean ignoreFiles;

    @Option(
            names = "--record-timeout",
            paramLabel = "TIME",
            defaultValue = "15m",
            description = "End the recorded run after this time (default: ${DEFAULT-VALUE}).")
    Duration recordTimeout;

    InstrumentationScope scope() {
        if (!regions.equals(InstrumentationScope.LOCKS) && !regions.equals(InstrumentationScope.METHODS)) {
            throw UserError.usage("--regions must be '" + InstrumentationScope.LOCKS + "' or '"
                    + InstrumentationScope.METHODS + "', not '" + regions + "'.");
        }
        for (String pattern : classes.include) {
            if (pattern.startsWith("java.") && !opensAnything(pattern)) {
                throw UserError.usage("--include " + pattern + ": of the JDK only java.util.* and java.text.* can be"
                        + " instrumented. Other calls are described by models; see docs/models.md for how to"
                        + " add some.");
            }
        }
        for (Path model : models) {
            if (!Files.isReadable(model)) {
                throw UserError.usage("--model: " + model + " cannot be read.");
            }
        }
        List<String> files =
                models.stream().map(file -> file.toAbsolutePath().toString()).toList();
        return new InstrumentationScope(classes.include, classes.exclude, atomic, regions, files);
    }

    /** Whether a pattern can match a class of one of the packages that the agent opens. */
    private static boolean opensAnything(String pattern) {
        int star = pattern.indexOf('*');
        String start = star < 0 ? pattern : pattern.substring(0, star);
        for (String opened : List.of("java.util.", "java.text.")) {
            boolean below = start.startsWith(opened) && start.indexOf('.', opened.length()) < 0;
            if (below || star >= 0 && opened.startsWith(start)) {
                return true;
            }
        }
        return false;
    }
}
