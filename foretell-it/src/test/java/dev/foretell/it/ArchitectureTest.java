// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who may know whom, as ARCHITECTURE.md says it, held against the compiled classes of all modules. */
class ArchitectureTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** What each module may use besides itself and the JDK. */
    private static final Map<String, List<String>> ARROWS = Map.of(
            "probe", List.of("jdk.internal.."),
            "trace", List.of(),
            "agent", List.of("dev.foretell.probe..", "dev.foretell.trace..", "org.objectweb.asm..", "jdk.internal.."),
            "analysis", List.of("dev.foretell.trace..", "it.unimi.dsi.fastutil.."),
            "flow", List.of("dev.foretell.trace..", "org.objectweb.asm.."),
            "tool",
                    List.of(
                            "dev.foretell.analysis..",
                            "dev.foretell.flow..",
                            "dev.foretell.trace..",
                            "picocli..",
                            "tools.jackson..",
                            "com.fasterxml.jackson.annotation..",
                            "it.unimi.dsi.fastutil.."),
            "it", List.of("sun.misc"));

    static Stream<String> modules() {
        return ARROWS.keySet().stream().sorted();
    }

    private static JavaClasses classesOf(String module) {
        Path compiled = ROOT.resolve("foretell-" + module + "/target/classes");
        assertThat(compiled).as("compiled classes of %s", module).isDirectory();
        return new ClassFileImporter().importPath(compiled);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("modules")
    void moduleUsesOnlyWhatItMay(String module) {
        String[] allowed = Stream.concat(
                        Stream.of("dev.foretell." + module + "..", "java..", "javax..", "com.sun.management.."),
                        ARROWS.get(module).stream())
                .toArray(String[]::new);
        classes().should().onlyDependOnClassesThat().resideInAnyPackage(allowed).check(classesOf(module));
    }

    /**
     * A module's root package puts its parts together, so it may know them and they may know it; parts form no circle.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("modules")
    void packagesOfModuleFormNoCycle(String module) {
        slices().matching("dev.foretell." + module + ".(*)..")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(classesOf(module));
    }

    /**
     * The demo is a program under test, so it may print. The agent's root package has the one sentence that says that
     * the program runs unobserved: there is nobody else to say it.
     */
    @Test
    void onlyTheCommandLinePrintsOrExits() {
        for (String module : List.of("probe", "trace", "agent", "analysis", "flow", "tool")) {
            JavaClasses classes = classesOf(module);
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "dev.foretell.tool.cli..", "dev.foretell.tool.demo..", "dev.foretell.agent")
                    .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS)
                    .orShould()
                    .callMethod(System.class, "exit", int.class)
                    .allowEmptyShould(true)
                    .check(classes);
        }
    }

    @Test
    void everyPackageSaysWhatItIsFor() throws IOException {
        for (Path folder : sourceFolders()) {
            assertThat(folder.resolve("package-info.java")).exists();
        }
    }

    @Test
    void noFileIsTooLongToRead() throws IOException {
        for (Path folder : sourceFolders()) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    assertThat(Files.readAllLines(file)).as("%s", file).hasSizeLessThanOrEqualTo(600);
                }
            }
        }
    }

    private static List<Path> sourceFolders() throws IOException {
        try (Stream<Path> all = Files.walk(ROOT)) {
            List<Path> folders = all.filter(path -> path.toString().endsWith(".java"))
                    .map(path -> ROOT.relativize(path).toString())
                    .filter(path -> path.matches("foretell-[a-z]+/src/main/java/.*"))
                    .map(path -> ROOT.resolve(path).getParent())
                    .distinct()
                    .toList();
            assertThat(folders).hasSizeGreaterThan(10);
            return folders;
        }
    }
}
