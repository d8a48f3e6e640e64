// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.EventKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The types, packages and event kinds that pages name in backticks exist. */
class DocumentedNamesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern CONSTANT = Pattern.compile("[A-Z]+(_[A-Z]+)*");
    private static final Pattern PACKAGE =
            Pattern.compile("(probe|trace|bytecode|agent|analysis|flow|tool)(\\.[a-z]+)+");
    private static final Pattern TYPE =
            Pattern.compile("((?:[a-z]+\\.)*)([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)(?:\\.([A-Za-z]+))?");

    private static final List<String> OF_THE_JDK =
            List.of("java.lang", "java.util", "java.util.concurrent", "java.util.concurrent.locks");

    @ParameterizedTest
    @ValueSource(strings = {"ARCHITECTURE.md", "CONTRIBUTING.md", "docs/glossary.md"})
    void namesOfTypesExist(String page) throws IOException {
        Map<String, List<Path>> types = types();
        Set<String> kinds = Arrays.stream(EventKind.values()).map(Enum::name).collect(Collectors.toSet());
        List<String> unknown = new ArrayList<>();
        for (MatchResult code :
                CODE.matcher(Files.readString(ROOT.resolve(page))).results().toList()) {
            String name = code.group(1);
            Matcher type = TYPE.matcher(name);
            boolean exists = true;
            if (CONSTANT.matcher(name).matches()) {
                exists = kinds.contains(name);
            } else if (PACKAGE.matcher(name).matches()) {
                exists = types.values().stream().flatMap(List::stream).anyMatch(file -> isIn(file, name));
            } else if (type.matches()) {
                exists = exists(type, types);
            }
            if (!exists) {
                unknown.add(name);
            }
        }
        assertThat(unknown).as("names in %s that do not exist", page).isEmpty();
    }

    private static boolean exists(Matcher type, Map<String, List<Path>> types) throws IOException {
        String home = type.group(1);
        for (Path file : types.getOrDefault(type.group(2), List.of())) {
            boolean fits = home.isEmpty() || isIn(file, home.substring(0, home.length() - 1));
            if (fits
                    && (type.group(3) == null
                            || Files.readString(file).matches("(?s).*\\b" + type.group(3) + "\\b.*"))) {
                return true;
            }
        }
        return home.isEmpty() && OF_THE_JDK.stream().anyMatch(jdk -> isOfJdk(jdk + "." + type.group(2)));
    }

    private static boolean isOfJdk(String name) {
        try {
            Class.forName(name, false, null);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Whether the folder of a file ends with a package, of which pages leave out the first names. */
    private static boolean isIn(Path file, String name) {
        return ("." + ROOT.relativize(file.getParent()).toString().replace('/', '.')).endsWith("." + name);
    }

    private static Map<String, List<Path>> types() throws IOException {
        Map<String, List<Path>> types = new HashMap<>();
        try (Stream<Path> all = Files.walk(ROOT)) {
            for (Path file : all.filter(path -> ROOT.relativize(path)
                            .toString()
                            .replace('\\', '/')
                            .matches("foretell-[a-z]+/src/[a-z]+/java/.*\\.java"))
                    .toList()) {
                String name = file.getFileName().toString();
                types.computeIfAbsent(name.substring(0, name.indexOf('.')), key -> new ArrayList<>())
                        .add(file);
            }
        }
        assertThat(types).hasSizeGreaterThan(500);
        return types;
    }
}
