// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * A new constant of an enum of ours is an error, or a failure of this test, in every switch that does not handle it:
 * switches over event kinds, library verbs, kinds of anomalies and all other enums of production code list their cases.
 */
class EnumSwitchesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final String CLASS_PATH = System.getProperty("java.class.path");

    @Test
    void switchesOverOwnEnumsListAllConstants() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : List.of("probe", "trace", "bytecode", "agent", "analysis", "flow", "tool", "bench")) {
            try (Stream<Path> all = Files.walk(ROOT.resolve("foretell-" + module + "/src/main/java"))) {
                all.filter(path -> path.toString().endsWith(".java")).forEach(sources::add);
            }
        }
        try (StandardJavaFileManager files =
                ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)) {
            EnumSwitches switches = ours();
            assertThat(switches.find(files.getJavaFileObjectsFromPaths(sources), CLASS_PATH))
                    .isEmpty();
            assertThat(switches.checked()).isGreaterThan(20);
        }
    }

    @Test
    void findsDefaultInStatement() throws IOException {
        assertThat(inMethod("switch (colour) { case RED -> {} default -> {} }"))
                .containsExactly("Planted.java:3: default in a switch over Colour");
        assertThat(inMethod("switch (colour) { case RED: break; default: }"))
                .containsExactly("Planted.java:3: default in a switch over Colour");
    }

    @Test
    void findsDefaultInExpression() throws IOException {
        assertThat(inMethod("int x = switch (this.colour()) { case RED, GREEN -> 1; default -> 2; };"))
                .containsExactly("Planted.java:3: default in a switch over Colour");
    }

    @Test
    void findsStatementThatLeavesConstantsOut() throws IOException {
        assertThat(inMethod("switch (colour) { case RED -> {} }"))
                .containsExactly("Planted.java:3: a switch over Colour without [BLUE, GREEN]");
    }

    @Test
    void acceptsSwitchesThatListAllConstants() throws IOException {
        assertThat(inMethod("switch (colour) { case RED -> {} case GREEN, BLUE -> {} }"))
                .isEmpty();
        assertThat(inMethod("int x = switch (colour) { case RED -> 1; case GREEN, BLUE -> 2; };"))
                .isEmpty();
    }

    @Test
    void acceptsDefaultInSwitchesOverOtherTypes() throws IOException {
        assertThat(inMethod("switch (\"a\") { case \"b\" -> {} default -> {} }"))
                .isEmpty();
        assertThat(inMethod("switch (1) { case 2 -> {} default -> {} }")).isEmpty();
        assertThat(inMethod("switch (Thread.currentThread().getState()) { case NEW -> {} default -> {} }"))
                .isEmpty();
    }

    @Test
    void findsSelectorWhoseTypeIsUnknown() throws IOException {
        assertThat(inMethod("switch (missing.Type.get()) { case NEW -> {} default -> {} }"))
                .containsExactly("Planted.java:3: the type of a switch's selector is not known");
    }

    private static List<String> inMethod(String statement) throws IOException {
        return ours().find(List.of(source("""
                package dev.foretell.planted;
                abstract class Planted {
                    void method(Colour colour) { %s }
                    enum Colour { RED, GREEN, BLUE }
                    abstract Colour colour();
                }
                """.formatted(statement))), CLASS_PATH);
    }

    private static EnumSwitches ours() {
        return new EnumSwitches(name -> name.startsWith("dev.foretell."));
    }

    private static JavaFileObject source(String text) {
        return new SimpleJavaFileObject(URI.create("memory:/Planted.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }
}
