// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The dependencies that ARCHITECTURE.md allows, checked on the compiled classes of all modules. */
class ArchitectureTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** What each module may use besides itself and the JDK. */
    private static final Map<String, List<String>> ARROWS = Map.of(
            "probe", List.of("jdk.internal.."),
            "trace", List.of(),
            "bytecode", List.of("org.objectweb.asm.."),
            "agent",
                    List.of(
                            "dev.foretell.probe..",
                            "dev.foretell.trace..",
                            "dev.foretell.bytecode..",
                            "org.objectweb.asm..",
                            "jdk.internal.."),
            "analysis", List.of("dev.foretell.trace..", "it.unimi.dsi.fastutil.."),
            "flow", List.of("dev.foretell.trace..", "dev.foretell.bytecode..", "org.objectweb.asm.."),
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

    /** A type of the same package that others implement. */
    private static final Pattern SERVICE = Pattern.compile("ServiceLoader\\.load\\((\\w+)\\.class");

    private static final List<String> PRODUCTION =
            List.of("probe", "trace", "bytecode", "agent", "analysis", "flow", "tool");

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

    /** A cycle means that none of its packages can be read or changed alone; the root package is a package, too. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("modules")
    void packagesOfModuleFormNoCycle(String module) {
        slices().matching("dev.foretell.(**)")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(classesOf(module));
    }

    /**
     * The demo is a program under test, so it may print. The agent's root package prints that the program runs
     * unobserved when the agent itself cannot start.
     */
    @Test
    void onlyTheCommandLinePrintsOrExits() {
        for (String module : List.of("probe", "trace", "bytecode", "agent", "analysis", "flow", "tool")) {
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

    /** More belong into parts with names, or into a builder. */
    @Test
    void noConstructorHasMoreThanSevenParameters() {
        List<String> tooLong = new ArrayList<>();
        for (String module : PRODUCTION) {
            for (JavaClass type : classesOf(module)) {
                for (JavaConstructor constructor : type.getConstructors()) {
                    if (declaredParameters(constructor) > 7) {
                        tooLong.add(constructor.getFullName());
                    }
                }
            }
        }
        assertThat(tooLong).isEmpty();
    }

    /** Without those that the compiler adds. */
    private static int declaredParameters(JavaConstructor constructor) {
        JavaClass type = constructor.getOwner();
        if (constructor.getModifiers().contains(JavaModifier.SYNTHETIC) || type.isAnonymousClass()) {
            return 0;
        }
        int added = type.isEnum() ? 2 : type.isInnerClass() ? 1 : 0;
        return constructor.getRawParameterTypes().size() - added;
    }

    /** One name for one idea: a search for a name finds one type. */
    @Test
    void noTwoTypesHaveOneName() {
        Map<String, String> owners = new HashMap<>();
        for (String module : PRODUCTION) {
            for (JavaClass type : classesOf(module)) {
                if (type.isTopLevelClass() && !type.getSimpleName().equals("package-info")) {
                    assertThat(owners.put(type.getSimpleName(), type.getName()))
                            .as("another type of the name of %s", type.getName())
                            .isNull();
                }
            }
        }
        assertThat(owners).hasSizeGreaterThan(400);
    }

    @Test
    void everyPackageSaysWhatItIsFor() throws IOException {
        for (Path folder : sourceFolders()) {
            assertThat(folder.resolve("package-info.java")).exists();
        }
    }

    /**
     * A public type that no other package uses widens the surface of its module for nothing. Uses are those of the
     * compiled code of all modules and their tests, and names in the text of sources. Exempt are exceptions, which
     * others catch by a supertype, and functional interfaces, which lambdas implement without naming them.
     */
    @Test
    void publicTypesAreUsedByAnotherPackage() throws IOException {
        List<Path> compiled = new ArrayList<>();
        for (String module : PRODUCTION) {
            for (String folder : List.of("classes", "test-classes")) {
                Path path = ROOT.resolve("foretell-" + module + "/target/" + folder);
                if (Files.isDirectory(path)) {
                    compiled.add(path);
                }
            }
        }
        compiled.add(ROOT.resolve("foretell-it/target/test-classes"));
        JavaClasses classes = new ClassFileImporter().importPaths(compiled);
        Set<String> used = namesOfTypesInText();
        for (JavaClass type : classes) {
            for (Dependency use : type.getDirectDependenciesFromSelf()) {
                if (!use.getTargetClass().getPackageName().equals(type.getPackageName())) {
                    used.add(topLevel(use.getTargetClass().getName()));
                }
            }
        }
        List<String> unused = classes.stream()
                .filter(type ->
                        PRODUCTION.stream().anyMatch(module -> isIn(type, "foretell-" + module + "/target/classes")))
                .filter(type -> type.isTopLevelClass() && type.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(type -> !type.isAssignableTo(Throwable.class))
                .filter(type -> !type.isAnnotatedWith(FunctionalInterface.class))
                .map(JavaClass::getName)
                .filter(name -> !used.contains(name))
                .sorted()
                .toList();
        assertThat(unused).as("public types that only their own package uses").isEmpty();
    }

    private static String topLevel(String name) {
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    /**
     * Names in imports, of which constants leave no trace in class files, and in other text: strings, poms, services.
     */
    private static Set<String> namesOfTypesInText() throws IOException {
        Pattern name = Pattern.compile("dev[./]foretell([./][a-z0-9]+)*[./][A-Z][A-Za-z0-9]*");
        Set<String> names = new HashSet<>();
        try (Stream<Path> all = Files.walk(ROOT)) {
            for (Path path : all.filter(path -> ROOT.relativize(path)
                            .toString()
                            .matches("foretell-[a-z]+/(src/.*\\.java|pom\\.xml|src/main/.*/services/[^/]+)"))
                    .toList()) {
                String home = "";
                for (String line : Files.readAllLines(path)) {
                    if (line.startsWith("package ")) {
                        home = line.substring("package ".length(), line.indexOf(';'));
                    }
                    Matcher service = SERVICE.matcher(line);
                    if (service.find()) {
                        names.add(home + "." + service.group(1));
                    }
                    for (MatchResult found : name.matcher(line).results().toList()) {
                        String type = found.group().replace('/', '.');
                        if (!type.substring(0, type.lastIndexOf('.')).equals(home) || line.contains("\"")) {
                            names.add(type);
                        }
                    }
                }
            }
        }
        return names;
    }

    private static boolean isIn(JavaClass type, String folder) {
        return type.getSource()
                .map(source -> source.getUri().getPath().contains(folder))
                .orElse(false);
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
