// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.Severity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FindingGroupsTest {
    private static final Harm EXCEPTION = new Harm(Harm.Kind.EXCEPTION, "t: java.lang.RuntimeException");
    private static final Harm OUTPUT = new Harm(Harm.Kind.OUTPUT, "'a' instead of 'b'");

    /** {@code accesses}: a variable and a method each, {@code stock@sell}. */
    private static Finding finding(String id, AnomalyKind kind, Status status, Harm harm, String... accesses) {
        List<Finding.Access> places = new ArrayList<>();
        for (String access : accesses) {
            String[] parts = access.split("@");
            places.add(new Finding.Access(
                    new Finding.Actor("t", "main/0"),
                    "read",
                    new Finding.SourceLine("Desk", parts[1], "Desk.java", 1, "Desk.java:1", ""),
                    new Finding.AccessTarget(parts[0], List.of(), null, "", "Desk." + parts[1])));
        }
        String variable = String.join(
                ", ",
                Arrays.stream(accesses)
                        .map(access -> access.split("@")[0])
                        .distinct()
                        .toList());
        return new Finding(
                new Finding.FindingId(id, "f" + id, kind),
                new Finding.Judgement(status, SeverityRules.of(kind, "r-w", harm.kind(), false), "", harm),
                new Finding.Anomaly(variable, "r-w", places),
                new Finding.Replay(null, "clips/" + id + ".clip", Finding.Replays.NONE, List.of(), false, false));
    }

    @Test
    void raceAndAtomicityViolationOfTheSameVariableAndRegionsAreOneBug() {
        Finding race = finding("R1", AnomalyKind.RACE, Status.CONFIRMED, OUTPUT, "stock@sell", "stock@bring");
        Finding atomicity = finding(
                "A1", AnomalyKind.ATOMICITY, Status.CONFIRMED, EXCEPTION, "stock@sell", "stock@bring", "stock@sell");
        List<Finding> grouped = FindingGroups.of(List.of(race, atomicity));
        assertThat(grouped).extracting(Finding::id).containsExactly("A1", "R1");
        assertThat(grouped).extracting(Finding::group).containsExactly("A1", "A1");
        assertThat(grouped.get(0).also())
                .containsExactly(new Finding.Also(
                        "R1",
                        AnomalyKind.RACE,
                        "r-w",
                        Status.CONFIRMED,
                        List.of("Desk.java:1", "Desk.java:1"),
                        "clips/R1.clip"));
        assertThat(grouped.get(1).also()).isEmpty();
    }

    @Test
    void confirmedStandsForPredicted() {
        Finding predicted = finding("R1", AnomalyKind.RACE, Status.PREDICTED, Harm.NONE, "stock@sell", "stock@sell");
        Finding confirmed =
                finding("A1", AnomalyKind.ATOMICITY, Status.CONFIRMED, Harm.NONE, "stock@sell", "stock@sell");
        assertThat(FindingGroups.of(List.of(predicted, confirmed)))
                .extracting(Finding::id)
                .containsExactly("A1", "R1");
    }

    @Test
    void otherVariableOrOtherMethodsAreAnotherBug() {
        List<Finding> grouped = FindingGroups.of(List.of(
                finding("R1", AnomalyKind.RACE, Status.CONFIRMED, Harm.NONE, "stock@sell", "stock@bring"),
                finding("R2", AnomalyKind.RACE, Status.CONFIRMED, EXCEPTION, "open@sell", "open@bring"),
                finding("R3", AnomalyKind.RACE, Status.CONFIRMED, Harm.NONE, "stock@sell", "stock@count")));
        assertThat(grouped).extracting(Finding::id).containsExactly("R2", "R1", "R3");
        assertThat(grouped)
                .allMatch(Finding::first)
                .allMatch(finding -> finding.also().isEmpty());
    }

    @Test
    void twoVariablesJoinTheGroupsOfBoth() {
        List<Finding> grouped = FindingGroups.of(List.of(
                finding("A1", AnomalyKind.ATOMICITY, Status.CONFIRMED, OUTPUT, "low@look", "low@move", "low@look"),
                finding("A2", AnomalyKind.ATOMICITY, Status.CONFIRMED, OUTPUT, "high@look", "high@move", "high@look"),
                finding(
                        "S1",
                        AnomalyKind.ASV,
                        Status.CONFIRMED,
                        EXCEPTION,
                        "low@look",
                        "low@move",
                        "high@move",
                        "high@look")));
        assertThat(grouped).extracting(Finding::group).containsOnly("S1");
        assertThat(grouped.get(0).also()).extracting(Finding.Also::id).containsExactly("A1", "A2");
    }

    @Test
    void refutedOnesStayAlone() {
        List<Finding> grouped = FindingGroups.of(List.of(
                finding("R1", AnomalyKind.RACE, Status.CONFIRMED, Harm.NONE, "stock@sell", "stock@bring"),
                finding("R2", AnomalyKind.RACE, Status.REFUTED, Harm.NONE, "stock@sell", "stock@bring")));
        assertThat(grouped).extracting(Finding::group).containsExactly("R1", "R2");
    }

    @Test
    void deadlocksAreOneOnlyWithAllTheirLocks() {
        List<Finding> grouped = FindingGroups.of(List.of(
                finding("D1", AnomalyKind.DEADLOCK, Status.CONFIRMED, Harm.NONE, "a@f", "b@g"),
                finding("D2", AnomalyKind.DEADLOCK, Status.CONFIRMED, Harm.NONE, "b@f", "c@g")));
        assertThat(grouped).extracting(Finding::group).containsExactly("D1", "D2");
    }

    @Test
    void anOrderViolationIsPartOfTheViolationOfAtomicityAroundIt() {
        Finding whole =
                finding("A1", AnomalyKind.ATOMICITY, Status.CONFIRMED, EXCEPTION, "x@check", "x@clear", "x@use");
        Finding part = finding("O1", AnomalyKind.ORDER, Status.CONFIRMED, EXCEPTION, "x@clear", "x@use");
        Finding other = finding("O2", AnomalyKind.ORDER, Status.CONFIRMED, Harm.NONE, "y@clear", "y@use");
        Finding refuted = finding("O3", AnomalyKind.ORDER, Status.REFUTED, Harm.NONE, "x@clear", "x@use");
        List<Finding> grouped = FindingGroups.of(List.of(part, other, whole, refuted));
        assertThat(grouped).extracting(Finding::id).containsExactlyInAnyOrder("A1", "O1", "O2", "O3");
        assertThat(grouped.stream().filter(Finding::first)).hasSize(3);
        String group = grouped.stream()
                .filter(finding -> finding.id().equals("A1"))
                .findFirst()
                .orElseThrow()
                .group();
        assertThat(grouped.stream().filter(finding -> finding.group().equals(group)))
                .extracting(Finding::id)
                .containsExactlyInAnyOrder("A1", "O1");
    }

    private static Harm hang(String thread, String address) {
        return new Harm(
                Harm.Kind.HANG,
                "still running after 1" + address.length() + " s\n\"" + thread + "\" WAITING\n    at A.f(A.java:1)\n"
                        + "    at A$$Lambda$21/" + address + ".run(Unknown Source)");
    }

    @Test
    void ordersThatEndInTheSameAreOneBugAndStandBehindOtherKinds() {
        Finding one = finding("O1", AnomalyKind.ORDER, Status.CONFIRMED, hang("a", "0x1"), "Desk@sell", "Desk@bring");
        Finding two = finding("O2", AnomalyKind.ORDER, Status.CONFIRMED, hang("a", "0x22"), "Shop@open", "Shop@close");
        Harm here = new Harm(Harm.Kind.EXCEPTION, "t: java.lang.Error: 1 left at A.java:7");
        Harm alsoHere = new Harm(Harm.Kind.EXCEPTION, "u: java.lang.Error: 2 left at A.java:7");
        Finding thrown = finding("O3", AnomalyKind.ORDER, Status.CONFIRMED, alsoHere, "Till@open", "Till@close");
        Finding race = finding("R1", AnomalyKind.RACE, Status.CONFIRMED, here, "stock@sell", "stock@bring");
        Finding other = finding("R2", AnomalyKind.RACE, Status.CONFIRMED, here, "price@sell", "price@bring");
        List<Finding> grouped = FindingGroups.of(List.of(one, two, race, other, thrown));
        assertThat(grouped).extracting(Finding::id).containsExactly("R1", "R2", "O3", "O1", "O2");
        assertThat(grouped).extracting(Finding::group).containsExactly("R1", "R1", "R1", "O1", "O1");
    }

    private static Harm harm(Harm.Kind kind, String detail) {
        return new Harm(kind, detail);
    }

    private static String deadlock(String first, int firstLine, int secondLine) {
        return first
                + " holds A (1) and wants B (2), which b holds\n    at java.base/java.lang.Object.wait(Object.java:1)"
                + "\n    at app//demo.Desk.sell(Desk.java:" + firstLine + ")\n    at demo.Desk.main(Desk.java:2)\n"
                + "b holds B (2) and wants A (1), which " + first + " holds\n    at demo.Desk.bring(Desk.java:"
                + secondLine
                + ")";
    }

    static Stream<Arguments> symptoms() {
        Harm.Kind exception = Harm.Kind.EXCEPTION;
        return Stream.of(
                Arguments.of(
                        "same class and line, other thread and message",
                        true,
                        harm(exception, "t: a.Bad: 1 of 2 at Desk.java:7"),
                        harm(exception, "u: a.Bad: 2 of 2 at Desk.java:7")),
                Arguments.of(
                        "another line",
                        false,
                        harm(exception, "t: a.Bad: 1 at Desk.java:7"),
                        harm(exception, "t: a.Bad: 1 at Desk.java:8")),
                Arguments.of(
                        "another class",
                        false,
                        harm(exception, "t: a.Bad: 1 at Desk.java:7"),
                        harm(exception, "t: a.Worse: 1 at Desk.java:7")),
                Arguments.of("no line", false, harm(exception, "t: a.Bad: full"), harm(exception, "t: a.Bad: full")),
                Arguments.of(
                        "exit code",
                        false,
                        harm(Harm.Kind.EXIT, "exit code 1 instead of 0"),
                        harm(Harm.Kind.EXIT, "exit code 1 instead of 0")),
                Arguments.of(
                        "output",
                        false,
                        harm(Harm.Kind.OUTPUT, "'1' instead of '2'"),
                        harm(Harm.Kind.OUTPUT, "'1' instead of '2'")),
                Arguments.of(
                        "same lock cycle",
                        true,
                        harm(Harm.Kind.DEADLOCK, deadlock("a", 5, 9)),
                        harm(Harm.Kind.DEADLOCK, deadlock("c", 5, 9))),
                Arguments.of(
                        "another lock cycle",
                        false,
                        harm(Harm.Kind.DEADLOCK, deadlock("a", 5, 9)),
                        harm(Harm.Kind.DEADLOCK, deadlock("a", 5, 11))),
                Arguments.of(
                        "same lock cycle, parked and at the entry of a synchronized method",
                        true,
                        harm(Harm.Kind.DEADLOCK, parked("a", 5)),
                        harm(Harm.Kind.DEADLOCK, parked("c", 5))),
                Arguments.of(
                        "another line where a thread is parked",
                        false,
                        harm(Harm.Kind.DEADLOCK, parked("a", 5)),
                        harm(Harm.Kind.DEADLOCK, parked("a", 6))),
                Arguments.of(
                        "lock cycle not known",
                        false,
                        harm(Harm.Kind.DEADLOCK, "a waits for b"),
                        harm(Harm.Kind.DEADLOCK, "a waits for b")));
    }

    /**
     * One thread waits for a lock of the library, the other to enter a synchronized method, of which the JVM has no
     * line.
     */
    private static String parked(String thread, int line) {
        return thread + " holds A (1) and wants B (2), which b holds\n"
                + "    at java.base@17/jdk.internal.misc.Unsafe.park(Native Method)\n"
                + "    at java.base@17/java.util.concurrent.locks.LockSupport.park(LockSupport.java:211)\n"
                + "    at app//a.Desk.sell(Desk.java:" + line + ")\n"
                + "b holds B (2) and wants A (1), which " + thread + " holds\n"
                + "    at app//a.Desk.bring(Desk.java)\n"
                + "    at app//a.Desk.main(Desk.java:1)\n";
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("symptoms")
    void findingsAreOneBugOnlyWithTheSameThrowingLineOrLockCycle(String what, boolean same, Harm one, Harm other) {
        for (AnomalyKind kind : List.of(AnomalyKind.RACE, AnomalyKind.ORDER)) {
            List<Finding> grouped = FindingGroups.of(List.of(
                    finding("R1", AnomalyKind.RACE, Status.CONFIRMED, one, "stock@sell", "stock@bring"),
                    finding("X1", kind, Status.CONFIRMED, other, "price@ask", "price@set")));
            assertThat(grouped.stream().filter(Finding::first)).as(what).hasSize(same ? 1 : 2);
        }
    }

    @Test
    void aPredictionHasNoSymptom() {
        Harm thrown = harm(Harm.Kind.EXCEPTION, "t: a.Bad at Desk.java:7");
        List<Finding> grouped = FindingGroups.of(List.of(
                finding("R1", AnomalyKind.RACE, Status.CONFIRMED, thrown, "stock@sell", "stock@bring"),
                finding("R2", AnomalyKind.RACE, Status.PREDICTED, thrown, "price@ask", "price@set")));
        assertThat(grouped).allMatch(Finding::first);
    }

    /**
     * A race of two threads at two lines, whose re-execution ends in an exception; the schedule has this many events.
     */
    private static Finding blamed(String id, String harm, int events, String target, String... threads) {
        List<Finding.Access> places = new ArrayList<>();
        int line = 40;
        for (String thread : threads) {
            places.add(new Finding.Access(
                    new Finding.Actor(thread, "main/0"),
                    "read",
                    new Finding.SourceLine("Desk", id, "Desk.java", ++line, "Desk.java:" + line, ""),
                    new Finding.AccessTarget(target, List.of(), null, "", "Desk." + id)));
        }
        return new Finding(
                new Finding.FindingId(id, "f" + id, AnomalyKind.RACE),
                new Finding.Judgement(Status.CONFIRMED, Severity.ERROR, "", harm(Harm.Kind.EXCEPTION, harm)),
                new Finding.Anomaly(target, "r-w", places),
                new Finding.Replay(
                        new Finding.Schedule(1, events, List.of(), List.of()),
                        "clips/" + id + ".clip",
                        Finding.Replays.NONE,
                        List.of(),
                        false,
                        false));
    }

    @Test
    void theAnomalyWhoseOwnThreadsAndValuesLeadToTheSymptomStandsFirst() {
        String elsewhere = "seller: java.lang.IllegalStateException: no stock at Shop.java:7";
        List<Finding> grouped = FindingGroups.of(List.of(
                blamed("R1", elsewhere, 5, "Desk.open", "porter", "guard"),
                blamed("R2", elsewhere, 90, "Desk.open", "seller (main/1)", "guard"),
                blamed("R3", elsewhere, 70, "Desk.open", "seller", "guard"),
                blamed("R4", elsewhere, 99, "Desk.stock", "seller", "guard")));
        assertThat(grouped).extracting(Finding::id).containsExactly("R4", "R3", "R2", "R1");
        assertThat(grouped.get(0).also()).extracting(Finding.Also::id).containsExactly("R3", "R2", "R1");
        String here = "seller: java.lang.IllegalStateException: none at Desk.java:42";
        assertThat(FindingGroups.of(List.of(
                        blamed("R5", here.replace(":42", ":77"), 5, "Desk.open", "seller", "guard"),
                        blamed("R6", here.replace(":42", ":77"), 4, "Desk.open", "seller", "guard"),
                        blamed("R7", here, 5, "Desk.open", "guard", "seller"))))
                .extracting(Finding::id)
                .containsExactly("R6", "R5", "R7");
    }

    @Test
    void failuresAreOneOnlyWhenTheyFailAtTheSamePlace() {
        Finding thrown = SampleReport.failure("F1", Harm.Kind.EXCEPTION, "a: java.lang.Error: 1 at A.java:3");
        Finding again = SampleReport.failure("F2", Harm.Kind.EXCEPTION, "b: java.lang.Error: 2 at A.java:3");
        Finding elsewhere = SampleReport.failure("F3", Harm.Kind.EXCEPTION, "b: java.lang.Error: 2 at A.java:4");
        Finding exit = SampleReport.failure("F4", Harm.Kind.EXIT, "exit code 1");
        Finding otherExit = SampleReport.failure("F5", Harm.Kind.EXIT, "exit code 1");
        assertThat(FindingGroups.of(List.of(thrown, again, elsewhere, exit, otherExit)))
                .extracting(Finding::id, Finding::group)
                .containsExactlyInAnyOrder(
                        tuple("F1", "F1"), tuple("F2", "F1"), tuple("F3", "F3"), tuple("F4", "F4"), tuple("F5", "F5"));
    }
}
