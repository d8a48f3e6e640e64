// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.Severity;
import java.util.List;

/** A small, complete report to render. */
public final class SampleReport {
    private SampleReport() {}

    public static Finding.Access access(String thread, String path, String op, int line, String... locks) {
        return access("Desk.stock", thread, path, op, line, locks);
    }

    private static Finding.Access access(
            String target, String thread, String path, String op, int line, String... locks) {
        return new Finding.Access(
                new Finding.Actor(thread, path),
                op,
                new Finding.SourceLine(
                        "com.acme.Desk",
                        "sell",
                        "Desk.java",
                        line,
                        "Desk.java:" + line,
                        line == 42 ? "stock = 0; // <sold>" : ""),
                new Finding.AccessTarget(target, List.of(locks), null, "Desk.java:9", "com.acme.Desk.sell"));
    }

    public static Finding race() {
        return new Finding(
                new Finding.FindingId("R1", "0123456789abcdef", AnomalyKind.RACE),
                new Finding.Judgement(
                        Status.CONFIRMED,
                        Severity.ERROR,
                        "",
                        new Harm(
                                Harm.Kind.EXCEPTION,
                                "clerk-2: java.lang.NullPointerException: <none> & nothing at"
                                        + " com.acme.Desk.sell(Desk.java:42)")),
                new Finding.Anomaly(
                        "Desk.stock",
                        "r-w",
                        List.of(
                                access("clerk-1", "main/0", "read", 41),
                                access("clerk-2", "main/1", "write", 42, "Desk", "Ledger"))),
                new Finding.Replay(
                        new Finding.Schedule(
                                2,
                                17,
                                List.of(
                                        new Finding.Step("main", "main", "Desk.java:9", "start thread"),
                                        new Finding.Step(
                                                "main/0", "clerk-1", "Desk.java:41", "read Desk.stock (occurrence 3)")),
                                List.of(1, 0)),
                        "clips/R1.clip",
                        new Finding.Replays(2, 2),
                        List.of("pecan"),
                        false,
                        false));
    }

    /** Of the recorded run. */
    public static Finding failure(String id, Harm.Kind harm, String detail) {
        return new Finding(
                        new Finding.FindingId(id, "8877665544332211", AnomalyKind.FAILURE),
                        new Finding.Judgement(Status.CONFIRMED, Severity.ERROR, "", new Harm(harm, detail)),
                        new Finding.Anomaly("", harm.text(), List.of()),
                        new Finding.Replay(
                                null,
                                "clips/" + id + ".clip",
                                new Finding.Replays(1, 1),
                                List.of(Finding.RECORDED),
                                false,
                                false))
                .with(new Finding.Around(List.of("main: read Desk.stock at Desk.java:41"), "clips/R1.clip"));
    }

    public static Finding predicted() {
        Finding race = race();
        return new Finding(
                new Finding.FindingId("R2", "fedcba9876543210", AnomalyKind.RACE),
                new Finding.Judgement(
                        Status.PREDICTED,
                        Severity.ERROR,
                        "the recorded schedule itself could not be replayed: stuck at Desk.java:7",
                        Harm.NONE),
                new Finding.Anomaly(
                        "Desk.open",
                        "w-w",
                        List.of(
                                access("Desk.open", "clerk-1", "main/0", "read", 41),
                                access("Desk.open", "clerk-2", "main/1", "write", 42, "Desk", "Ledger"))),
                new Finding.Replay(
                        race.schedule(), "clips/R2.clip", new Finding.Replays(2, 0), List.of("pecan"), false, false));
    }

    /** Three accesses one after the other: on what the race is about, or composed and on something else. */
    public static Finding atomicity(boolean composed) {
        String variable = composed ? "Desk.open" : "Desk.stock";
        return new Finding(
                new Finding.FindingId(
                        composed ? "A2" : "A1", "00112233445566" + (composed ? "88" : "77"), AnomalyKind.ATOMICITY),
                new Finding.Judgement(
                        Status.CONFIRMED,
                        SeverityRules.of(AnomalyKind.ATOMICITY, "", Harm.Kind.NONE, composed),
                        "",
                        Harm.NONE),
                new Finding.Anomaly(
                        variable,
                        "r-w-r",
                        List.of(
                                access(variable, "clerk-1", "main/0", "read", 41),
                                access(variable, "clerk-2", "main/1", "write", 42, "Desk", "Ledger"),
                                access(variable, "clerk-1", "main/0", "read", 43))),
                new Finding.Replay(
                        new Finding.Schedule(
                                2,
                                17,
                                List.of(
                                        new Finding.Step(
                                                "main/0", "clerk-1", "Desk.java:43", "read Desk.stock", List.of(0)),
                                        new Finding.Step("main/1", "clerk-2", "", "", List.of(1))),
                                List.of(0, 1, 2)),
                        composed ? "clips/A2.clip" : "clips/A1.clip",
                        new Finding.Replays(2, 2),
                        List.of("pecan"),
                        true,
                        composed));
    }

    public static Report report(Finding... findings) {
        return new Report(
                new Report.Header("0.1.0", Report.SCHEMA, List.of("java", "-cp", "my classes", "com.acme.Desk"), 1),
                new Report.Run(
                        new Report.Size(3, 12345, 12000, 2, 240),
                        new Report.Time(0.41, 0.05, 2.34),
                        new Report.Classes(5, 12, 1),
                        new Report.RunEnd(0, "itself", List.of()),
                        new Report.Jvms(null, List.of()),
                        new Report.Quality(
                                true,
                                0,
                                List.of("com.acme.Odd: class file version 72 is too new"),
                                List.of("com.acme.Huge.parse: would become too large"),
                                List.of())),
                new Report.Canary("confirmed", "confirmed"),
                List.of(findings),
                new Report.Coverage(
                        new Report.Counts(17, 1, 4, 1),
                        new Report.ReExecutions(9, 1, true),
                        new Report.Gaps(List.of(), List.of()),
                        new Report.Cost(5, 3.85, 1800),
                        null),
                List.of("The program prints something else each time it runs, so its output was not compared."),
                null);
    }
}
