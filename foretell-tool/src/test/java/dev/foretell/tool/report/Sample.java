package dev.foretell.tool.report;

import java.util.List;

/** A small, complete report to render. */
public final class Sample {
    private Sample() {}

    public static Finding.Access access(String thread, String path, String op, int line, String... locks) {
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
                "Desk.stock",
                List.of(locks),
                null,
                "Desk.java:9");
    }

    public static Finding race() {
        return new Finding(
                "R1",
                "0123456789abcdef",
                "race",
                Status.CONFIRMED,
                Severity.ERROR,
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
                List.of("pecan"));
    }

    public static Finding predicted() {
        Finding race = race();
        return new Finding(
                "R2",
                "fedcba9876543210",
                "race",
                Status.PREDICTED,
                Severity.ERROR,
                "the recorded schedule itself could not be replayed: stuck at Desk.java:7",
                Harm.NONE,
                "Desk.open",
                "w-w",
                race.accesses(),
                race.schedule(),
                "clips/R2.clip",
                new Finding.Replays(2, 0),
                List.of("pecan"));
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
                new Report.Coverage(17, 1, 4, 1, 1, true, List.of(), List.of()),
                List.of("The program prints something else each time it runs, so its output was not compared."));
    }
}
