// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AgentOptionsTest {
    @TempDir
    private Path folder;

    private Path file;
    private AgentOptions least;

    @BeforeEach
    void setUp() {
        file = folder.resolve("agent.properties");
        least = AgentOptions.of(AgentOptions.Mode.DIRECT, folder.resolve("a folder = with\ttricky name"));
    }

    static Stream<AgentOption<?>> all() {
        return AgentOptions.all().stream();
    }

    @ParameterizedTest
    @MethodSource("all")
    <T> void writesAndReadsEachOption(AgentOption<T> option) throws IOException {
        T value = other(option);
        AgentOptions options = least.with(option, value);
        options.write(file);
        AgentOptions read = AgentOptions.read(file);
        assertThat(read).isEqualTo(options).hasSameHashCodeAs(options);
        assertThat(read.get(option)).isEqualTo(value).isNotEqualTo(option.defaultValue());
        assertThat(keys()).anyMatch(key -> key.equals(option.name()) || key.startsWith(option.name() + "."));
    }

    /** An allowed value that is not the default, found by the declaration alone: a new option needs no line here. */
    private <T> T other(AgentOption<T> option) throws IOException {
        List<String> texts = new ArrayList<>(List.of("/some folder/file", "17"));
        texts.addAll(List.of(option.type().split("[ ,]+")));
        for (String text : texts) {
            Properties properties = new Properties();
            properties.setProperty("mode", "direct");
            properties.setProperty("directory", "/");
            properties.setProperty(option.name(), text);
            properties.setProperty(option.name() + ".0", text);
            try (Writer out = Files.newBufferedWriter(file)) {
                properties.store(out, null);
            }
            try {
                T value = AgentOptions.read(file).get(option);
                if (!value.equals(option.defaultValue())) {
                    return value;
                }
            } catch (IllegalArgumentException e) {
                continue; // of another type
            }
        }
        throw new AssertionError("no value for " + option);
    }

    private Set<String> keys() throws IOException {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            properties.load(in);
        }
        return properties.stringPropertyNames();
    }

    @Test
    void declaresEachNameOnce() {
        Set<String> names = new HashSet<>();
        assertThat(all()).hasSizeGreaterThan(20).allMatch(option -> names.add(option.name()));
    }

    /** The whole page comes from the declarations; {@code -Dforetell.options.write=true} writes it anew. */
    @Test
    void pageIsUpToDate() throws IOException {
        StringBuilder page = new StringBuilder("""
                # Options of the agent

                The tool writes them into a file `agent.properties`, whose path is the agent's only argument:
                `java -javaagent:agent.jar=agent.properties …`. Users set them by the options of the
                [commands](../README.md). This page is generated from the declarations in `trace.options`.
                """);
        for (AgentOption<?> option : AgentOptions.all()) {
            String text = option.defaultText();
            String value = option.isRequired() ? "; required" : text.isEmpty() ? "" : "; default " + text;
            page.append("\n- `%s`: %s%s.".formatted(option.name(), option.type(), value));
            int column = 120;
            for (String word : option.meaning().split(" ")) {
                boolean fits = column + 1 + word.length() <= 120;
                page.append(fits ? " " : "\n  ").append(word);
                column = fits ? column + 1 + word.length() : 2 + word.length();
            }
        }
        page.append('\n');
        Path docs = Path.of("../docs/agent-options.md");
        if (Boolean.getBoolean("foretell.options.write")) {
            Files.writeString(docs, page);
        }
        assertThat(Files.readString(docs))
                .as("docs/agent-options.md is out of date; -Dforetell.options.write=true writes it anew")
                .isEqualTo(page.toString());
    }

    @Test
    void hasDefaultsForAllThatIsNotRequired() throws IOException {
        Files.writeString(file, "mode=watch\ndirectory=out\n");
        AgentOptions expected =
                AgentOptions.of(AgentOptions.Mode.WATCH, Path.of("out")).with(AgentOptions.OWNER, Owner.NONE);
        assertThat(AgentOptions.read(file)).isEqualTo(expected);
        assertThat(expected.get(AgentOptions.PATIENCE_MILLIS)).isEqualTo(2000);
        assertThat(expected.get(AgentOptions.CLIP)).isNull();
        assertThat(WatchOptions.NoiseSettings.in(expected).isOn()).isFalse();
    }

    @Test
    void keepsNoPartOfAnEarlierValue() throws IOException {
        least.with(AgentOptions.MODELS, List.of(Path.of("a"), Path.of("b"))).write(file);
        least.with(AgentOptions.MODELS, List.of(Path.of("c").toAbsolutePath())).write(file);
        assertThat(AgentOptions.read(file).get(AgentOptions.MODELS))
                .containsExactly(Path.of("c").toAbsolutePath());
    }

    @Test
    void rejectsWrongValuesByTheNameOfTheirOption() throws IOException {
        assertThatThrownBy(() -> least.with(WatchOptions.NOISE_PER_MILLE, 1001L))
                .hasMessage("the option watch.perMille must be a number from 0 to 1000, not '1001'");
        assertThatThrownBy(() -> least.with(AgentOptions.INCLUDE, List.of("a,b")))
                .hasMessageStartingWith("the option include must be patterns without commas");
        assertThatThrownBy(() -> least.with(AgentOptions.MODE, null)).hasMessageContaining("the option mode must be");
        assertThatThrownBy(() -> AgentOptions.NONE.write(file)).hasMessage("the option mode is missing");
        Files.writeString(file, "mode=record\ndirectory=x\nregions=rooms\n");
        assertThatThrownBy(() -> AgentOptions.read(file))
                .hasMessage("the option regions must be locks or methods, not 'rooms'");
        Files.writeString(file, "mode=record\n");
        assertThatThrownBy(() -> AgentOptions.read(file)).hasMessage("the option directory is missing");
        Files.writeString(file, "mode=record\ndirectory=x\npatienceMillis=long\n");
        assertThatThrownBy(() -> AgentOptions.read(file)).hasMessageStartingWith("the option patienceMillis must be");
    }

    @Test
    void concernsEveryJvmWhenNoProgramIsNamed() {
        assertThat(least.concerns("any command line")).isTrue();
    }

    @Test
    void concernsTheSameProgramWhateverNumbersItCarries() {
        String program = AgentOptions.programOf("/t/booter-20261115_3.jar /t run7");
        assertThat(program).isEqualTo("/t/booter-#_#.jar /t run#");
        AgentOptions options = least.with(AgentOptions.PROGRAM, program);
        assertThat(options.concerns("/t/booter-20270101_1.jar /t run8")).isTrue();
        assertThat(options.concerns("org.acme.Launcher")).isFalse();
    }
}
