package dev.foretell.tool.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupsTest {
    private static final Harm EXCEPTION = new Harm(Harm.Kind.EXCEPTION, "t: java.lang.RuntimeException");
    private static final Harm OUTPUT = new Harm(Harm.Kind.OUTPUT, "'a' instead of 'b'");

    /** {@code accesses}: a variable and a method each, {@code stock@sell}. */
    private static Finding finding(String id, String kind, Status status, Harm harm, String... accesses) {
        List<Finding.Access> places = new ArrayList<>();
        for (String access : accesses) {
            String[] parts = access.split("@");
            places.add(new Finding.Access(
                    "t",
                    "main/0",
                    "read",
                    "Desk",
                    parts[1],
                    "Desk.java",
                    1,
                    "Desk.java:1",
                    "",
                    parts[0],
                    List.of(),
                    null,
                    "",
                    "Desk." + parts[1]));
        }
        String variable = String.join(
                ", ",
                Arrays.stream(accesses)
                        .map(access -> access.split("@")[0])
                        .distinct()
                        .toList());
        return new Finding(
                id,
                "f" + id,
                kind,
                status,
                Severity.of(kind, harm.kind(), false),
                "",
                harm,
                variable,
                "r-w",
                places,
                null,
                "clips/" + id + ".clip",
                Finding.Replays.NONE,
                List.of(),
                false,
                false);
    }

    @Test
    void raceAndAtomicityViolationOfTheSameVariableAndRegionsAreOneBug() {
        Finding race = finding("R1", "race", Status.CONFIRMED, OUTPUT, "stock@sell", "stock@bring");
        Finding atomicity =
                finding("A1", "atomicity", Status.CONFIRMED, EXCEPTION, "stock@sell", "stock@bring", "stock@sell");
        List<Finding> grouped = Groups.of(List.of(race, atomicity));
        assertThat(grouped).extracting(Finding::id).containsExactly("A1", "R1");
        assertThat(grouped).extracting(Finding::group).containsExactly("A1", "A1");
        assertThat(grouped.get(0).also())
                .containsExactly(new Finding.Also(
                        "R1", "race", "r-w", Status.CONFIRMED, List.of("Desk.java:1", "Desk.java:1"), "clips/R1.clip"));
        assertThat(grouped.get(1).also()).isEmpty();
    }

    @Test
    void confirmedStandsForPredicted() {
        Finding predicted = finding("R1", "race", Status.PREDICTED, Harm.NONE, "stock@sell", "stock@sell");
        Finding confirmed = finding("A1", "atomicity", Status.CONFIRMED, Harm.NONE, "stock@sell", "stock@sell");
        assertThat(Groups.of(List.of(predicted, confirmed)))
                .extracting(Finding::id)
                .containsExactly("A1", "R1");
    }

    @Test
    void otherVariableOrOtherMethodsAreAnotherBug() {
        List<Finding> grouped = Groups.of(List.of(
                finding("R1", "race", Status.CONFIRMED, Harm.NONE, "stock@sell", "stock@bring"),
                finding("R2", "race", Status.CONFIRMED, EXCEPTION, "open@sell", "open@bring"),
                finding("R3", "race", Status.CONFIRMED, Harm.NONE, "stock@sell", "stock@count")));
        assertThat(grouped).extracting(Finding::id).containsExactly("R2", "R1", "R3");
        assertThat(grouped)
                .allMatch(Finding::first)
                .allMatch(finding -> finding.also().isEmpty());
    }

    @Test
    void twoVariablesJoinTheGroupsOfBoth() {
        List<Finding> grouped = Groups.of(List.of(
                finding("A1", "atomicity", Status.CONFIRMED, OUTPUT, "low@look", "low@move", "low@look"),
                finding("A2", "atomicity", Status.CONFIRMED, OUTPUT, "high@look", "high@move", "high@look"),
                finding("S1", "asv", Status.CONFIRMED, EXCEPTION, "low@look", "low@move", "high@move", "high@look")));
        assertThat(grouped).extracting(Finding::group).containsOnly("S1");
        assertThat(grouped.get(0).also()).extracting(Finding.Also::id).containsExactly("A1", "A2");
    }

    @Test
    void refutedOnesStayAlone() {
        List<Finding> grouped = Groups.of(List.of(
                finding("R1", "race", Status.CONFIRMED, Harm.NONE, "stock@sell", "stock@bring"),
                finding("R2", "race", Status.REFUTED, Harm.NONE, "stock@sell", "stock@bring")));
        assertThat(grouped).extracting(Finding::group).containsExactly("R1", "R2");
    }

    @Test
    void deadlocksAreOneOnlyWithAllTheirLocks() {
        List<Finding> grouped = Groups.of(List.of(
                finding("D1", "deadlock", Status.CONFIRMED, Harm.NONE, "a@f", "b@g"),
                finding("D2", "deadlock", Status.CONFIRMED, Harm.NONE, "b@f", "c@g")));
        assertThat(grouped).extracting(Finding::group).containsExactly("D1", "D2");
    }

    @Test
    void anOrderViolationIsPartOfTheViolationOfAtomicityAroundIt() {
        Finding whole = finding("A1", "atomicity", Status.CONFIRMED, EXCEPTION, "x@check", "x@clear", "x@use");
        Finding part = finding("O1", "order", Status.CONFIRMED, EXCEPTION, "x@clear", "x@use");
        Finding other = finding("O2", "order", Status.CONFIRMED, Harm.NONE, "y@clear", "y@use");
        Finding refuted = finding("O3", "order", Status.REFUTED, Harm.NONE, "x@clear", "x@use");
        List<Finding> grouped = Groups.of(List.of(part, other, whole, refuted));
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
        Finding one = finding("O1", "order", Status.CONFIRMED, hang("a", "0x1"), "Desk@sell", "Desk@bring");
        Finding two = finding("O2", "order", Status.CONFIRMED, hang("a", "0x22"), "Shop@open", "Shop@close");
        Harm here = new Harm(Harm.Kind.EXCEPTION, "t: java.lang.Error: 1 left at A.java:7");
        Harm alsoHere = new Harm(Harm.Kind.EXCEPTION, "u: java.lang.Error: 2 left at A.java:7");
        Finding thrown = finding("O3", "order", Status.CONFIRMED, alsoHere, "Till@open", "Till@close");
        Finding race = finding("R1", "race", Status.CONFIRMED, here, "stock@sell", "stock@bring");
        Finding other = finding("R2", "race", Status.CONFIRMED, here, "price@sell", "price@bring");
        List<Finding> grouped = Groups.of(List.of(one, two, race, other, thrown));
        assertThat(grouped).extracting(Finding::id).containsExactly("R1", "O3", "R2", "O1", "O2");
        assertThat(grouped).extracting(Finding::group).containsExactly("R1", "R1", "R2", "O1", "O1");
    }

    @Test
    void failuresAreOneOnlyWhenTheyFailAtTheSamePlace() {
        Finding thrown = Sample.failure("F1", Harm.Kind.EXCEPTION, "a: java.lang.Error: 1 at A.java:3");
        Finding again = Sample.failure("F2", Harm.Kind.EXCEPTION, "b: java.lang.Error: 2 at A.java:3");
        Finding elsewhere = Sample.failure("F3", Harm.Kind.EXCEPTION, "b: java.lang.Error: 2 at A.java:4");
        Finding exit = Sample.failure("F4", Harm.Kind.EXIT, "exit code 1");
        Finding otherExit = Sample.failure("F5", Harm.Kind.EXIT, "exit code 1");
        assertThat(Groups.of(List.of(thrown, again, elsewhere, exit, otherExit)))
                .extracting(Finding::id, Finding::group)
                .containsExactlyInAnyOrder(
                        tuple("F1", "F1"), tuple("F2", "F1"), tuple("F3", "F3"), tuple("F4", "F4"), tuple("F5", "F5"));
    }
}
