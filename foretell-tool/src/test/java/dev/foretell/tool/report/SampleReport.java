// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

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
                thread,
                path,
                op,
                "com.acme.Desk",
                "sell",
                "Desk.java",
                line,
                "Desk.java:" + line,
                line == 42 ? "stock = 0; // <sold>" : "",
                target,
                List.of(locks),
                null,
                "Desk.java:9",
                "com.acme.Desk.sell");
    }

    public static Finding race() {
        return new Finding(
                "R1",
                "0123456789abcdef",
                "race",
                Status.CONFIRMED,
                SeverityRules.ERROR,
                "",
                new Harm(
                        Harm.Kind.EXCEPTION,
                        "clerk-2: java.lang.NullPointerException: <none> & nothing at com.acme.Desk.sell(Desk.java:42)"),
                "Desk.stock",
                "r-w",
                List.of(
                        access("clerk-1", "main/0", "read", 41),
                        access("clerk-2", "main/1", "write", 42, "Desk", "Ledger")),
                new Finding.Schedule(
                        2,
                        17,
                        List.of(
                                new Finding.Step("main", "main", "Desk.java:9", "start thread"),
                                new Finding.Step("main/0", "clerk-1", "Desk.java:41", "read Desk.stock (time 3)")),
                        List.of(1, 0)),
                "clips/R1.clip",
                new Finding.Replays(2, 2),
                List.of("pecan"),
                false,
                false);
    }

    /** Of the recorded run. */
    public static Finding failure(String id, Harm.Kind harm, String detail) {
        return new Finding(
                        id,
                        "8877665544332211",
                        "failure",
                        Status.CONFIRMED,
                        SeverityRules.ERROR,
                        "",
                        new Harm(harm, detail),
                        "",
                        harm.text(),
                        List.of(),
                        null,
                        "clips/" + id + ".clip",
                        new Finding.Replays(1, 1),
                        List.of(Finding.RECORDED),
                        false,
                        false)
                .with(new Finding.Around(List.of("main: read Desk.stock at Desk.java:41"), "clips/R1.clip"));
    }

    public static Finding predicted() {
        Finding race = race();
        return new Finding(
                "R2",
                "fedcba9876543210",
                "race",
                Status.PREDICTED,
                SeverityRules.ERROR,
                "the recorded schedule itself could not be replayed: stuck at Desk.java:7",
                Harm.NONE,
                "Desk.open",
                "w-w",
                List.of(
                        access("Desk.open", "clerk-1", "main/0", "read", 41),
                        access("Desk.open", "clerk-2", "main/1", "write", 42, "Desk", "Ledger")),
                race.schedule(),
                "clips/R2.clip",
                new Finding.Replays(2, 0),
                List.of("pecan"),
                false,
                false);
    }

    /** Three accesses one after the other: on what the race is about, or composed and on something else. */
    public static Finding atomicity(boolean composed) {
        String variable = composed ? "Desk.open" : "Desk.stock";
        return new Finding(
                composed ? "A2" : "A1",
                "00112233445566" + (composed ? "88" : "77"),
                "atomicity",
                Status.CONFIRMED,
                SeverityRules.of("atomicity", Harm.Kind.NONE, composed),
                "",
                Harm.NONE,
                variable,
                "r-w-r",
                List.of(
                        access(variable, "clerk-1", "main/0", "read", 41),
                        access(variable, "clerk-2", "main/1", "write", 42, "Desk", "Ledger"),
                        access(variable, "clerk-1", "main/0", "read", 43)),
                new Finding.Schedule(
                        2,
                        17,
                        List.of(
                                new Finding.Step("main/0", "clerk-1", "Desk.java:43", "read Desk.stock", List.of(0)),
                                new Finding.Step("main/1", "clerk-2", "", "", List.of(1))),
                        List.of(0, 1, 2)),
                composed ? "clips/A2.clip" : "clips/A1.clip",
                new Finding.Replays(2, 2),
                List.of("pecan"),
                true,
                composed);
    }

    public static Report report(Finding... findings) {
        return new Report(
                "0.1.0",
                Report.SCHEMA,
                List.of("java", "-cp", "my classes", "com.acme.Desk"),
                1,
                new Report.Run(
                        3,
                        12345,
                        12000,
                        2,
                        240,
                        0.41,
                        0.05,
                        2.34,
                        new Report.Classes(5, 12, 1),
                        0,
                        "itself",
                        List.of(),
                        null,
                        List.of(),
                        true,
                        0,
                        List.of("com.acme.Odd: class file version 72 is too new"),
                        List.of("com.acme.Huge.parse: would become too large"),
                        List.of()),
                new Report.Canary("confirmed", "confirmed"),
                List.of(findings),
                new Report.Coverage(17, 1, 4, 1, 9, 1, true, List.of(), List.of(), 5, 3.85, 1800, null),
                List.of("The program prints something else each time it runs, so its output was not compared."));
    }
}
