// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine.Option;

/** The classes that a command is about. */
final class ClassOptions {
    @Option(
            names = "--include",
            paramLabel = "GLOB",
            split = ",",
            description = "Only these classes: com.acme.*, or com.acme.** with sub-packages. Can be repeated.")
    List<String> include = List.of();

    @Option(
            names = "--exclude",
            paramLabel = "GLOB",
            split = ",",
            description = "Not these classes; wins over --include. Can be repeated.")
    List<String> exclude = List.of();

    /** Whether a class is one of them, by its name. */
    Predicate<String> matcher() {
        Predicate<String> included = include.isEmpty() ? name -> true : ClassPatterns.any(include);
        return included.and(ClassPatterns.any(exclude).negate());
    }
}
