// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foretell.trace.words.SyntaxException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SectionFormatTest {
    private static final String TEXT = """
            foretell sections 1
            class com.acme.Account 94cb44800000733

            section com.acme.Account.balance
            origin load-store
            enter read at Account.java:12 [com.acme.Account.withdraw(I)V @2]
            end write at Account.java:12 [com.acme.Account.withdraw(I)V @12] allow read
            exit at Account.java:30 [com.acme.Account.withdraw(I)V @40]
            exit on throw [com.acme.Account.withdraw(I)V]
            recursive
            lockable no "calls Log.write (Account.java:12)"

            section Account.balance
            enter write at Account.java:50
            end read at Account.java:52 allow none
            end write at Account.java:60 allow read write
            exit at Account.java:70
            exit on return
            lockable yes
            """;

    private static Place exact(int line, int offset) {
        return new Place("com.acme.Account", "withdraw(I)V", "Account.java", line, offset);
    }

    private static Place line(int line) {
        return new Place("", "", "Account.java", line, -1);
    }

    private static AtomicSections sections() {
        AtomicSection inferred = new AtomicSection(
                List.of("com.acme.Account.balance"),
                Origin.LOAD_STORE,
                new AccessPoint(false, exact(12, 2)),
                List.of(new SectionEnd(new AccessPoint(true, exact(12, 12)), AllowedAccesses.READ)),
                List.of(
                        new SectionExit(SectionExit.Kind.AT, exact(30, 40)),
                        new SectionExit(SectionExit.Kind.THROW, Place.method("com.acme.Account", "withdraw(I)V"))),
                true,
                Assurance.no("calls Log.write (Account.java:12)"));
        AtomicSection written = new AtomicSection(
                List.of("Account.balance"),
                Origin.USER,
                new AccessPoint(true, line(50)),
                List.of(
                        new SectionEnd(new AccessPoint(false, line(52)), AllowedAccesses.NONE),
                        new SectionEnd(new AccessPoint(true, line(60)), AllowedAccesses.BOTH)),
                List.of(
                        new SectionExit(SectionExit.Kind.AT, line(70)),
                        new SectionExit(SectionExit.Kind.RETURN, Place.UNSPECIFIED)),
                false,
                Assurance.YES);
        return new AtomicSections(Map.of("com.acme.Account", "94cb44800000733"), List.of(inferred, written));
    }

    private static AtomicSections parse(String text) throws SyntaxException {
        return SectionFormat.parse(text, "bank.sections");
    }

    @Test
    void readsWhatPeopleWrite() throws SyntaxException {
        assertThat(parse(TEXT)).isEqualTo(sections());
    }

    @Test
    void writesWhatPeopleRead() {
        assertThat(SectionFormat.format(sections())).isEqualTo(TEXT);
    }

    @Test
    void threeLinesAreASection() throws SyntaxException {
        AtomicSections read = parse("""
                foretell sections 1
                # the balance is read, then written back
                section Account.balance Account.owner   # both of one object
                    enter read at Account.java:12
                    end write at Account.java:14
                """);
        assertThat(read.list()).hasSize(1);
        AtomicSection section = read.list().get(0);
        assertThat(section.variables()).containsExactly("Account.balance", "Account.owner");
        assertThat(section.origin()).isEqualTo(Origin.USER);
        assertThat(section.ends())
                .containsExactly(new SectionEnd(new AccessPoint(true, line(14)), AllowedAccesses.READ));
        assertThat(section.lockable()).isEqualTo(Assurance.UNKNOWN);
        assertThat(section.lockable().isSafe()).isFalse();
    }

    /** AtomRace's Table 1: what is not in it is allowed. */
    @ParameterizedTest
    @CsvSource({"read, read, READ", "write, read, READ", "write, write, WRITE", "read, write, READ"})
    void allowsWhatIsSerialisableByDefault(String first, String second, AllowedAccesses expected)
            throws SyntaxException {
        AtomicSections read = parse(
                "foretell sections 1\nsection A.x\nenter " + first + " at A.java:1\nend " + second + " at A.java:2\n");
        assertThat(read.list().get(0).ends().get(0).allowed()).isEqualTo(expected);
    }

    @Test
    void knowsACircularEnd() throws SyntaxException {
        AtomicSection section = parse("""
                        foretell sections 1
                        section A.x
                        enter read at A.java:1 [A.m()V @4]
                        end read [A.m()V @4]
                        end read [A.m()V @9]
                        """).list().get(0);
        assertThat(section.isCircular(section.ends().get(0))).isTrue();
        assertThat(section.isCircular(section.ends().get(1))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "foretell sections 1        | foretell clip 1      | :1:10: expected 'foretell sections 1' as the"
                        + " first line of a file of sections.",
                "foretell sections 1        | foretell sections 9  | :1:19: this file has format 9 but this Foretell"
                        + " reads format 1; use the Foretell that wrote it.",
                "class com.acme.Account     | klass com            | :2:1: expected class, section, origin, enter,"
                        + " end, exit, recursive or lockable, but found 'klass'.",
                "class com.acme.Account     | recursive            | :2:1: expected a line such as 'section"
                        + " Account.balance' before 'recursive'.",
                "section com.acme.Account.balance | section          | :4:8: expected a variable such as"
                        + " Account.balance or int[], but the line ends.",
                "origin load-store          | origin guess         | :5:8: expected load-store, test-use,"
                        + " access-interleaving or user, but found 'guess'.",
                "enter read at              | enter lock at        | :6:7: expected read or write, but found 'lock'.",
                "enter read at Account.java:12 [com.acme.Account.withdraw(I)V @2] | # | :7:1: expected an 'enter'"
                        + " line before the 'end' lines of a section.",
                "enter read at              | enter read in        | :6:12: expected 'at', but found 'in'.",
                "recursive                  | enter read at A:1    | :10:1: expected this only once in a section.",
                "@12] allow read            | @12] allow all       | :7:72: expected read, write or none, but found"
                        + " 'all'.",
                "@12] allow read            | @12] allow           | :7:71: expected read, write or none, but the"
                        + " line ends.",
                "@12] allow read            | @x] allow read       | :7:62: expected a bytecode offset, but found"
                        + " 'x]'.",
                "exit on throw              | exit on sight        | :9:9: expected throw or return, but found"
                        + " 'sight'.",
                "exit on throw [com.acme.Account.withdraw(I)V] | exit on throw [withdraw] | :9:16: expected class and"
                        + " method such as com.acme.Account.withdraw(I)V, but found 'withdraw'.",
                "lockable no                | lockable perhaps     | :11:10: expected yes, outside or no, but found"
                        + " 'perhaps'.",
                "lockable yes               | lockable yes please  | :19:14: expected the end of the line, but found"
                        + " 'please'.",
                "end write at Account.java:60 | end read at Account.java:52 | :16:26: expected another place, because"
                        + " the section has this end point already.",
            })
    void errorsNameThePositionAndWhatIsExpected(String part, String wrong, String message) {
        assertThat(TEXT).contains(part);
        assertThatThrownBy(() -> parse(TEXT.replaceFirst(Pattern.quote(part), Matcher.quoteReplacement(wrong))))
                .isInstanceOf(SyntaxException.class)
                .hasMessageContaining("bank.sections" + message);
    }

    @Test
    void requiresAnEndForEachSection() {
        assertThatThrownBy(() -> parse("foretell sections 1\nsection A.x\nenter read at A.java:1\nsection A.y\n"))
                .isInstanceOf(SyntaxException.class)
                .hasMessage(
                        "bank.sections:2:9: expected an 'enter' line and at least one 'end' line for this section.");
    }

    @Test
    void rejectsFilesThatAreNotText(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("x.sections");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThatThrownBy(() -> SectionFormat.read(file))
                .isInstanceOf(SyntaxException.class)
                .hasMessageContaining("it is not UTF-8 text");
        Files.writeString(file, TEXT, StandardCharsets.UTF_8);
        assertThat(SectionFormat.read(file)).isEqualTo(sections());
    }

    @Test
    void keepsRandomNames() throws SyntaxException {
        Random random = new Random(7);
        String odd = "a.b$[]()#@ \"\\:?é\n\t;/";
        for (int i = 0; i < 2_000; i++) {
            AtomicSections sections = random(random, odd);
            assertThat(parse(SectionFormat.format(sections)))
                    .as(SectionFormat.format(sections))
                    .isEqualTo(sections);
        }
    }

    private static AtomicSections random(Random random, String letters) {
        List<SectionEnd> ends = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            Place place =
                    new Place(name(random, letters.replace("(", "")), "m(" + i + ")V", name(random, letters), i + 1, i);
            ends.add(new SectionEnd(
                    new AccessPoint(random.nextBoolean(), place), AllowedAccesses.values()[random.nextInt(4)]));
        }
        Place entry = random.nextBoolean()
                ? new Place("", "", name(random, letters), 3, -1)
                : new Place("p.C", "m()V", "", -1, 12);
        SectionExit exit = random.nextBoolean()
                ? new SectionExit(SectionExit.Kind.AT, entry)
                : new SectionExit(SectionExit.Kind.THROW, Place.method("p." + name(random, "ab$é"), "m()V"));
        AtomicSection section = new AtomicSection(
                List.of(name(random, letters), name(random, letters)),
                Origin.values()[random.nextInt(4)],
                new AccessPoint(random.nextBoolean(), entry),
                ends,
                List.of(exit),
                random.nextBoolean(),
                switch (random.nextInt(3)) {
                    case 0 -> Assurance.no(name(random, letters));
                    case 1 -> Assurance.OUTSIDE;
                    default -> Assurance.UNKNOWN;
                });
        return new AtomicSections(Map.of(name(random, letters), "0"), List.of(section));
    }

    private static String name(Random random, String letters) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i <= random.nextInt(6); i++) {
            out.append(letters.charAt(random.nextInt(letters.length())));
        }
        return out.toString();
    }
}
