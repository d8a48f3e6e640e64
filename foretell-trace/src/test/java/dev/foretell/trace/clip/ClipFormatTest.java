// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.clip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.EventArrangement;
import dev.foretell.trace.words.SyntaxException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ClipFormatTest {
    private static final Site READ = new Site(
            "com.acme.Account", "withdraw(I)V", "Account.java", 12, 23, EventKind.READ, "com.acme.Account.balance");
    private static final Site WRITE = new Site(
            "com.acme.Account", "withdraw(I)V", "Account.java", 12, 28, EventKind.WRITE, "com.acme.Account.balance");

    private static final String TEXT = """
            foretell clip 1
            kind race
            title "Two withdrawals"
            command "java" "-cp" "out dir" "com.acme.Bank"
            class com.acme.Account 3f00a9
            thread T1 main/0 "left"
            thread T2 main/1 "right"

            run T1 until read Account.balance at Account.java:12 #3 [com.acme.Account.withdraw(I)V @23]
            run main until end

            meet T1 before read Account.balance at Account.java:12 #3 [com.acme.Account.withdraw(I)V @23]
            meet T2 before write Account.balance at Account.java:12 #1 [com.acme.Account.withdraw(I)V @28]
            order T2 T1
            """;

    @TempDir
    Path folder;

    private static Clip bank() {
        Map<String, String> threads = new LinkedHashMap<>();
        threads.put("main/0", "left");
        threads.put("main/1", "right");
        ClipPoint read = new ClipPoint("main/0", READ, 3);
        return new Clip(
                AnomalyKind.RACE,
                "Two withdrawals",
                new Clip.Program(
                        List.of("java", "-cp", "out dir", "com.acme.Bank"),
                        Map.of("com.acme.Account", "3f00a9"),
                        threads),
                List.of(new ClipStep("main/0", read), new ClipStep("main", null)),
                Clip.Events.of(AnomalyKind.RACE, List.of(read, new ClipPoint("main/1", WRITE, 1)), List.of(1, 0)));
    }

    private Clip parse(String text) throws IOException {
        Path file = folder.resolve("bank.clip");
        Files.writeString(file, text);
        return ClipFormat.read(file);
    }

    private Clip throughText(Clip clip) throws IOException {
        Path file = folder.resolve("trip.clip");
        ClipFormat.write(clip, file);
        return ClipFormat.read(file);
    }

    @Test
    void writesWhatPeopleCanRead() {
        assertThat(ClipFormat.format(bank())).isEqualTo(TEXT);
    }

    @Test
    void readsWhatItWrites() throws IOException {
        assertThat(parse(TEXT)).isEqualTo(bank());
    }

    @Test
    void ignoresCommentsAndBlankLines() throws IOException {
        String commented = TEXT.replace("kind race\n", "\n# why this exists\nkind race   # two threads\n")
                .replace(
                        "#3 [com.acme.Account.withdraw(I)V @23]\nrun",
                        "#3 [com.acme.Account.withdraw(I)V @23] # here\nrun");
        assertThat(parse(commented)).isEqualTo(bank());
    }

    @Test
    void fallsBackToTheLineWhenTheBracketIsDeleted() throws IOException {
        Clip clip = parse("foretell clip 1\nkind schedule\nrun main until write Account.balance at Account.java:15\n");
        Site site = new Site("", "", "Account.java", 15, -1, EventKind.WRITE, "Account.balance");
        assertThat(clip.steps()).containsExactly(new ClipStep("main", new ClipPoint("main", site, 1)));
        assertThat(throughText(clip)).isEqualTo(clip);
    }

    @ParameterizedTest
    @EnumSource(EventKind.class)
    void keepsEveryOperation(EventKind kind) throws IOException {
        Site site = new Site("A", "m()V", "A.java", 1, 0, kind, "");
        Clip clip = schedule(new ClipPoint("main", site, 1));
        assertThat(throughText(clip)).isEqualTo(clip);
    }

    @ParameterizedTest
    @CsvSource({
        "signal, publish",
        "await, observe",
        "take, permit-acquire",
        "give, permit-release",
        "refused, try-lock-failed",
        "lacked, try-permit-failed"
    })
    void readsFormerWords(String former, String current) throws IOException {
        String text = "foretell clip 1\nkind schedule\nrun main until %s at A.java:1\n";
        assertThat(parse(text.formatted(former))).isEqualTo(parse(text.formatted(current)));
        assertThat(ClipFormat.format(parse(text.formatted(former)))).contains("until " + current + " at");
    }

    @Test
    void keepsNamesThatNeedQuotes() throws IOException {
        String[] names = {
            "at",
            "?",
            "",
            "int[]",
            "int[][]",
            "java.lang.String[]",
            "com.acme.A$B.x",
            "my field.is odd",
            "a\"b\\c",
            "# 1",
            "other.pkg.C.f",
            "[x]",
            "x]",
            "tab\there",
            "line\nbreak",
            "snow\u2603",
            "\u2028",
            "com.acme.at"
        };
        for (String what : names) {
            for (String method : new String[] {"m([I[Ljava/lang/String;)V", "<init>()V", "with spaces()V"}) {
                Site site = new Site("com.acme.A", method, "A.java", 7, 3, EventKind.READ, what);
                Clip clip = schedule(new ClipPoint("main", site, 2));
                assertThat(throughText(clip)).as(ClipFormat.format(clip)).isEqualTo(clip);
            }
        }
    }

    @Test
    void keepsPlacesThatAreHalfKnown() throws IOException {
        for (String file : new String[] {"", "A.java", "odd:7", "with space.java", "?", "\"q\""}) {
            for (int line : new int[] {-1, 1, 65535}) {
                Clip exact =
                        schedule(new ClipPoint("main", new Site("A", "m()V", file, line, 9, EventKind.JOIN, ""), 1));
                assertThat(throughText(exact)).as(ClipFormat.format(exact)).isEqualTo(exact);
                Clip loose = schedule(new ClipPoint("main", new Site("", "", file, line, -1, EventKind.JOIN, ""), 1));
                assertThat(throughText(loose)).as(ClipFormat.format(loose)).isEqualTo(loose);
            }
        }
    }

    @Test
    void keepsWhichThreadGoesOnFirst() throws IOException {
        Clip last = bank();
        Clip first = new Clip(
                last.kind(),
                last.title(),
                new Clip.Program(last.command(), last.classes(), last.threads()),
                last.steps(),
                new Clip.Events(last.anomaly(), last.shape(), last.order(), true));
        assertThat(ClipFormat.format(first)).endsWith("order T2 T1\nthen first\n");
        assertThat(throughText(first)).isEqualTo(first);
        assertThat(parse(ClipFormat.format(last) + "then last\n")).isEqualTo(last);
        assertThatThrownBy(() -> parse(ClipFormat.format(first) + "then first\n"))
                .hasMessageContaining("only once");
        assertThatThrownBy(() -> parse(ClipFormat.format(last) + "then later\n"))
                .hasMessageContaining("expected 'first' or 'last', but found 'later'");
        assertThatThrownBy(() -> parse("foretell clip 1\nkind schedule\nthen first\n"))
                .hasMessageContaining("expected no 'then' line");
    }

    private static Clip failure(ExpectedFailure expected) {
        Clip way = schedule(new ClipPoint("main", READ, 1));
        return Clip.failure("It fails", way, way.steps(), expected);
    }

    @Test
    void keepsHowTheProgramFails() throws IOException {
        Map<String, ExpectedFailure> lines = Map.of(
                "expect exception java.lang.Error at A.java:7",
                new ExpectedFailure(ExpectedFailure.Kind.EXCEPTION, "java.lang.Error", "", List.of("A.java:7")),
                "expect exception a.Odd saying \"no \\u001b[31m way\"",
                new ExpectedFailure(ExpectedFailure.Kind.EXCEPTION, "a.Odd", "no \u001b[31m way", List.of()),
                "expect deadlock at A.java:7 at B.java:9",
                new ExpectedFailure(ExpectedFailure.Kind.DEADLOCK, "", "", List.of("A.java:7", "B.java:9")),
                "expect hang",
                new ExpectedFailure(ExpectedFailure.Kind.HANG, "", "", List.of()),
                "expect exit 3",
                new ExpectedFailure(ExpectedFailure.Kind.EXIT, "3", "", List.of()));
        for (Map.Entry<String, ExpectedFailure> line : lines.entrySet()) {
            Clip clip = failure(line.getValue());
            assertThat(ClipFormat.format(clip)).contains("\n" + line.getKey() + "\n");
            assertThat(throughText(clip)).isEqualTo(clip);
        }
        assertThat(ClipFormat.format(failure(null))).doesNotContain("expect");
        assertThat(throughText(failure(null)).expected()).isNull();
    }

    @Test
    void keepsOddSymptoms() throws IOException {
        for (String text : List.of("at", "a b", "x\ny", "\u202e", "\"", "saying", "#1", "\uD83D\uDE00")) {
            for (ExpectedFailure expected : List.of(
                    new ExpectedFailure(ExpectedFailure.Kind.EXCEPTION, text, "", List.of(text)),
                    new ExpectedFailure(ExpectedFailure.Kind.EXCEPTION, text, text, List.of()),
                    new ExpectedFailure(ExpectedFailure.Kind.DEADLOCK, "", "", List.of(text, text)))) {
                assertThat(throughText(failure(expected)).expected())
                        .as(ClipFormat.format(failure(expected)))
                        .isEqualTo(expected);
                assertThat(ClipFormat.format(failure(expected)).lines()).hasSize(6);
            }
        }
    }

    @Test
    void errorsNameWhatAnExpectLineNeeds() {
        String start = "foretell clip 1\nkind failure\n";
        assertThatThrownBy(() -> parse(start + "expect rain\n"))
                .hasMessageContaining(":3:8: expected exception, deadlock, hang or exit, but found 'rain'");
        assertThatThrownBy(() -> parse(start + "expect exit soon\n"))
                .hasMessageContaining(":3:13: expected an exit code");
        assertThatThrownBy(() -> parse(start + "expect exception\n")).hasMessageContaining("the class of an exception");
        assertThatThrownBy(() -> parse(start + "expect hang\nexpect hang\n")).hasMessageContaining("only once");
        assertThatThrownBy(() -> parse("foretell clip 1\nkind schedule\nexpect hang\n"))
                .hasMessageContaining("expected an 'expect' line only in a clip of kind failure");
    }

    @Test
    void keepsRandomTexts() throws IOException {
        Random random = new Random(7);
        String alphabet = "ab .:#[]@\"\\\n\t\r\u0000?é\uD83D\uDE00/$<>()-1";
        for (int round = 0; round < 500; round++) {
            String[] text = new String[6];
            for (int i = 0; i < text.length; i++) {
                StringBuilder out = new StringBuilder();
                for (int n = random.nextInt(8); n > 0; n--) {
                    out.append(alphabet.charAt(random.nextInt(alphabet.length())));
                }
                text[i] = out.toString();
            }
            Site site = new Site("p." + text[0].replace('(', '_'), "m()V", text[1], 5, 3, EventKind.WRITE, text[2]);
            Clip clip = new Clip(
                    AnomalyKind.SCHEDULE,
                    text[3],
                    new Clip.Program(
                            new ArrayList<>(List.of(text[4], text[5])),
                            Map.of("c" + text[0], "s" + text[1]),
                            Map.of("jvm:" + text[2], text[3])),
                    List.of(new ClipStep("jvm:" + text[2], new ClipPoint("jvm:" + text[2], site, 1))),
                    Clip.Events.NONE);
            assertThat(throughText(clip)).as(ClipFormat.format(clip)).isEqualTo(clip);
        }
    }

    private static Clip schedule(ClipPoint until) {
        return new Clip(
                AnomalyKind.SCHEDULE,
                "t",
                Clip.Program.NONE,
                List.of(new ClipStep(until.thread(), until)),
                Clip.Events.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "kind race                        | kind quarrel        | :2:6: expected race, deadlock, atomicity,"
                        + " asv, order, pattern, failure or schedule, but found 'quarrel'.",
                "kind race                        | knd race            | :2:1: expected kind, title, command, class,"
                        + " thread, run, meet, order, pass, then or expect, but found 'knd'.",
                "kind race                        | # gone              | :14:1: expected a line such as 'kind race'"
                        + " before the end (race, deadlock, atomicity, asv, order, pattern, failure or schedule).",
                "kind race                        | kind deadlock extra | :2:15: expected at-once, in-sequence,"
                        + " lock-cycle or the end of the line, but found 'extra'.",
                "kind race                        | kind schedule       | :14:1: expected no 'meet' lines in a clip"
                        + " of kind schedule, but found 2.",
                "kind race                        | kind asv            | :14:1: expected three or more 'pass' lines"
                        + " in a clip of kind asv, but found 2 'meet' lines.",
                "kind race                        | kind pattern        | :14:1: expected 'pass' lines in a clip of"
                        + " kind pattern, but found 2 'meet' lines.",
                "meet T2 before                   | pass T2             | :13:1: expected either 'meet' or 'pass'"
                        + " lines in a clip, not both.",
                "foretell clip 1                  | foretell clip 2     | :1:15: this clip has format 2 but this"
                        + " Foretell reads format 1; use the Foretell that wrote it.",
                "foretell clip 1                  | ELF                 | :1:1: expected 'foretell clip 1' as the"
                        + " first line of a clip.",
                "run T1 until                     | run T3 until        | :9:5: expected a label from a 'thread' line"
                        + " above or a creation path such as main/0, but found 'T3'.",
                "run T1 until                     | run T1 to           | :9:8: expected 'until' or 'past', but found"
                        + " 'to'.",
                "until end                        | until               | :10:15: expected 'end' or an operation such"
                        + " as read, write or lock, but the line ends.",
                "until end                        | until eat           | :10:16: expected one of read, write",
                "until end                        | until read          | :10:20: expected 'at', but the line ends.",
                "until end                        | until read at A:x   | :10:26: expected a line number, but found"
                        + " 'x'.",
                "until end                        | until read at A     | :10:25: expected a colon and a line number"
                        + " after the source file, but the line ends.",
                "until end                        | until read at A:1 #0| :10:29: expected an occurrence, 1 for the"
                        + " first time, but found '0'.",
                "until end                        | until read [x @1]   | :10:22: expected class and method such as"
                        + " com.acme.Account.withdraw(I)V, but found 'x'.",
                "until end                        | until read [A.m 1]  | :10:26: expected the bytecode offset such"
                        + " as @23, but found '1]'.",
                "until end                        | until read [A.m @1  | :10:28: expected a full name or ], but the"
                        + " line ends.",
                "`title \"Two withdrawals\"`      | `title \"Two`       | :3:7: expected a closing quote before the"
                        + " end of the line.",
                "`title \"Two withdrawals\"`      | `title \"\\q\"`     | `:3:8: expected \\\", \\\\, \\n, \\r, \\t"
                        + " or \\u with four digits after a backslash.`",
                "`title \"Two withdrawals\"`      | kind race           | :3:1: expected this only once in a clip.",
                "thread T2 main/1                 | thread T1 main/1    | :7:8: expected a new label, because 'T1' is"
                        + " taken.",
                "thread T2 main/1                 | thread T2 main/0    | :7:11: expected another thread, because"
                        + " main/0 has a label already.",
                "meet T2 before                   | meet T1 before      | :13:6: expected another thread, because"
                        + " this one has its point already.",
                "order T2 T1                      | order T2            | :14:1: expected each thread of a 'meet'"
                        + " line in the 'order' line.",
                "order T2 T1                      | order T2 T2         | :14:10: expected each thread only once.",
                "order T2 T1                      | order main          | :14:7: expected a thread of a 'meet' line"
                        + " above.",
            })
    void errorsNameThePositionAndWhatIsExpected(String part, String wrong, String message) {
        assertThat(TEXT).contains(part);
        assertThatThrownBy(() -> parse(TEXT.replaceFirst(
                        java.util.regex.Pattern.quote(part), java.util.regex.Matcher.quoteReplacement(wrong))))
                .isInstanceOf(SyntaxException.class)
                .hasMessageContaining("bank.clip" + message);
    }

    private static final String CHECK_THEN_ACT = """
            foretell clip 1
            kind atomicity
            title "Check then act"
            thread T1 main/0 "left"
            thread T2 main/1 "right"

            run T1 until write Account.balance at Account.java:12 #3 [com.acme.Account.withdraw(I)V @28]
            run T2 until end

            pass T1 read Account.balance at Account.java:12 #3 [com.acme.Account.withdraw(I)V @23] as x in u1
            pass T2 write Account.balance at Account.java:12 #1 [com.acme.Account.withdraw(I)V @28] as x in u2
            pass T1 write Account.balance at Account.java:12 #3 [com.acme.Account.withdraw(I)V @28] as x in u1
            """;

    private static Clip checkThenAct() {
        Map<String, String> threads = new LinkedHashMap<>();
        threads.put("main/0", "left");
        threads.put("main/1", "right");
        ClipPoint act = new ClipPoint("main/0", WRITE, 3);
        return new Clip(
                AnomalyKind.ATOMICITY,
                "Check then act",
                new Clip.Program(List.of(), Map.of(), threads),
                List.of(new ClipStep("main/0", act), new ClipStep("main/1", null)),
                Clip.Events.inOrder(
                        List.of(new ClipPoint("main/0", READ, 3), new ClipPoint("main/1", WRITE, 1), act),
                        AnomalyShape.inOrder(List.of(0, 0, 0), List.of(0, 1, 0))));
    }

    @Test
    void writesEventsInTheirOrder() throws IOException {
        assertThat(ClipFormat.format(checkThenAct())).isEqualTo(CHECK_THEN_ACT);
        assertThat(parse(CHECK_THEN_ACT)).isEqualTo(checkThenAct());
    }

    @Test
    void letsAThreadRunPastAnAccess() throws IOException {
        String point = "write Account.balance at Account.java:12 #1 [com.acme.Account.withdraw(I)V @28]";
        String past = CHECK_THEN_ACT.replace("run T2 until end", "run T2 past " + point);
        Clip clip = parse(past);
        assertThat(clip.steps().get(1))
                .isEqualTo(new ClipStep("main/1", clip.anomaly().get(1), true));
        assertThat(ClipFormat.format(clip)).isEqualTo(past);
        String other = past.replace("run T2 past " + point, "run T2 past " + point.replace("#1", "#2"));
        assertThat(parse(other).steps().get(1).past()).isTrue();
        for (String wrong : List.of(
                past.replace("run T2 past write Account.balance", "run T2 past lock"),
                past.replace("run T1 until", "run T1 past"))) {
            assertThatThrownBy(() -> parse(wrong))
                    .hasMessageContaining(
                            "expected an access, or the point of a 'pass' line, other than the last event");
        }
    }

    @Test
    void keepsAForeignKindWithItsArrangement() throws IOException {
        AnomalyKind kind = AnomalyKind.foreign("reversed", EventArrangement.IN_SEQUENCE);
        List<ClipPoint> events = List.of(new ClipPoint("main/0", WRITE, 1), new ClipPoint("main/1", WRITE, 1));
        AnomalyShape shape = AnomalyShape.inOrder(List.of(0, 0), List.of(0, 1));
        Clip clip = new Clip(kind, "t", Clip.Program.NONE, List.of(), Clip.Events.inOrder(events, shape));
        assertThat(ClipFormat.format(clip)).contains("\nkind reversed in-sequence\n");
        Clip read = throughText(clip);
        assertThat(read).isEqualTo(clip);
        assertThat(read.kind().arrangement()).isEqualTo(EventArrangement.IN_SEQUENCE);
    }

    @Test
    void keepsManyVariablesAndRegions() throws IOException {
        List<ClipPoint> events = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            events.add(new ClipPoint("main/" + i, i % 2 == 0 ? READ : WRITE, i + 1));
            numbers.add(i);
        }
        for (AnomalyKind kind : List.of(AnomalyKind.ASV, AnomalyKind.PATTERN)) {
            Clip clip = new Clip(
                    kind,
                    "t",
                    Clip.Program.NONE,
                    List.of(),
                    Clip.Events.inOrder(events, AnomalyShape.inOrder(numbers, numbers)));
            assertThat(throughText(clip)).as(ClipFormat.format(clip)).isEqualTo(clip);
        }
    }

    @Test
    void eventsWithoutTagsHaveTheirOwnVariableAndRegion() throws IOException {
        Clip clip = parse("""
                foretell clip 1
                kind pattern
                pass main read x at A.java:1 as as in in
                pass main/0 write x at A.java:1 # whatever it writes
                pass main volatile-write x at A.java:2 in in
                pass main read int[] at A.java:2 #4 as as
                """);
        assertThat(clip.shape()).isEqualTo(AnomalyShape.inOrder(List.of(0, 1, 2, 0), List.of(0, 1, 0, 2)));
        assertThat(throughText(clip)).isEqualTo(clip);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "kind atomicity     | kind schedule      | :12:1: expected no 'meet' lines in a clip of kind"
                        + " schedule, but found 3 'pass' lines.",
                "kind atomicity     | kind race          | :12:1: expected exactly two 'meet' lines in a clip of kind"
                        + " race, but found 3 'pass' lines.",
                "pass T2            | #                  | :12:1: expected exactly three 'pass' lines in a clip of"
                        + " kind atomicity, but found 2.",
                "pass T2            | meet T2 before     | :11:1: expected either 'meet' or 'pass' lines in a clip,"
                        + " not both.",
                "pass T2            | pass T3            | :11:6: expected a label from a 'thread' line above or a"
                        + " creation path such as main/0, but found 'T3'.",
                "pass T2 write      | pass T2 join       | :11:9: expected read, write, volatile-read,"
                        + " volatile-write, lock, unlock, wake, notify, notify-all or publish, but found 'join'.",
                "pass T2 write      | pass T2            | :11:9: expected read, write, volatile-read,"
                        + " volatile-write, lock, unlock, wake, notify, notify-all or publish, but found"
                        + " 'Account.balance'.",
                "as x in u2         | as x in u1         | :11:97: expected another name, because this one is for an"
                        + " execution by another thread.",
                "as x in u2         | as                 | :11:91: expected a name for the variable such as x, but"
                        + " the line ends.",
                "as x in u2         | on x               | :11:89: expected the end of the line, but found 'on'.",
                "`in u2`            | `in u2\norder T2`  | :13:1: expected no 'order' line in a clip of kind"
                        + " atomicity.",
            })
    void errorsNameThePositionInAnOrderedClip(String part, String wrong, String message) {
        assertThat(CHECK_THEN_ACT).contains(part);
        assertThatThrownBy(() -> parse(CHECK_THEN_ACT.replaceFirst(
                        java.util.regex.Pattern.quote(part),
                        java.util.regex.Matcher.quoteReplacement(wrong.replace("\\n", "\n")))))
                .isInstanceOf(SyntaxException.class)
                .hasMessageContaining("bank.clip" + message);
    }

    @Test
    void rejectsTheSameEventTwice() {
        assertThatThrownBy(() -> parse(CHECK_THEN_ACT
                        .replace("pass T2 write", "pass T1 write")
                        .replace("#1", "#3")
                        .replace("u2", "u1")))
                .hasMessageContaining("bank.clip:12:")
                .hasMessageContaining("expected another event, because this one is in a line above");
    }

    @Test
    void rejectsFilesThatAreNotText() throws IOException {
        Path file = folder.resolve("binary.clip");
        Files.write(file, new byte[] {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe});
        assertThatThrownBy(() -> ClipFormat.read(file))
                .isInstanceOf(SyntaxException.class)
                .hasMessageEndingWith("binary.clip is not a Foretell clip: it is not UTF-8 text.");
        assertThatThrownBy(() -> parse("")).isInstanceOf(SyntaxException.class).hasMessageContaining("bank.clip:1:1: ");
    }

    @Test
    void neverFailsInAnotherWayOnDamagedText() throws IOException {
        damage(TEXT);
        damage(CHECK_THEN_ACT);
    }

    private void damage(String text) throws IOException {
        Random random = new Random(11);
        byte[] original = text.getBytes(StandardCharsets.US_ASCII);
        for (int round = 0; round < 1000; round++) {
            byte[] damaged = original.clone();
            for (int n = 1 + random.nextInt(4); n > 0; n--) {
                damaged[random.nextInt(damaged.length)] = (byte) (9 + random.nextInt(118));
            }
            try {
                Clip clip = parse(new String(damaged, StandardCharsets.US_ASCII));
                assertThat(throughText(clip)).isEqualTo(clip);
            } catch (SyntaxException e) {
                assertThat(e.getMessage()).containsPattern("bank\\.clip:\\d+:\\d+: .*\\.$");
            }
        }
    }
}
