// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextReportTest {
    @Test
    void saysWhatWhereWhoHarmAndHowToReplay() {
        String text = new TextReport("./foretell", Path.of("foretell-out"))
                .render(SampleReport.report(SampleReport.race(), SampleReport.predicted()));
        assertThat(text).isEqualTo("""
                R1  data race on Desk.stock  [error, confirmed, created in 2 of 2 re-executions]
                    clerk-1 reads it at Desk.java:41 in Desk.sell
                    clerk-2 writes it at Desk.java:42 in Desk.sell, holding Desk, Ledger
                        stock = 0; // <sold>
                    harm: an exception left a thread: clerk-2: java.lang.NullPointerException: <none> & nothing \
                at com.acme.Desk.sell(Desk.java:42)
                    replay: ./foretell replay foretell-out/clips/R1.clip

                R2  data race on Desk.open  [error, predicted]
                    clerk-1 reads it at Desk.java:41 in Desk.sell
                    clerk-2 writes it at Desk.java:42 in Desk.sell, holding Desk, Ledger
                        stock = 0; // <sold>
                    reason: the recorded schedule itself could not be replayed: stuck at Desk.java:7
                    replay: ./foretell replay foretell-out/clips/R2.clip

                Foretell 0.1.0: 1 confirmed (1 harmful), 1 predicted but not confirmed, 4 refuted
                  recorded    3 threads, 12,345 events (12,000 accesses), 2 locks, 0.4 s, program exit 0
                  classes     5 instrumented, 12 skipped, 1 failed, 1 method left out
                  analysed    240 shared events, 17 candidates, 0.1 s
                  re-executed 9 times (5 created the anomaly), 1 time-out, 2.3 s, 3.9 a second; \
                the recorded schedule replays
                  time        2.8 s of the session's 1800.0 s
                  canary      race confirmed, deadlock confirmed
                  not instrumented: com.acme.Odd: class file version 72 is too new
                  left out: com.acme.Huge.parse: would become too large
                  note: The program prints something else each time it runs, so its output was not compared.
                  report      foretell-out/report.html
                """);
    }

    @Test
    void notesOnIdiomsSayWhatTheyAre() {
        Finding idiom = SampleReport.predicted()
                .with(Finding.Idiom.SINGLE_CHECK)
                .with(Status.CONFIRMED, "", Harm.NONE, new Finding.Replays(2, 2));
        String text = new TextReport("./foretell", Path.of("foretell-out")).render(SampleReport.report(idiom));
        assertThat(text)
                .startsWith("Foretell 0.1.0: 0 confirmed, 0 predicted but not confirmed, 4 refuted, 1 note\n")
                .contains("  note: data race on Desk.open (R2, Desk.java:41 and Desk.java:42) is the racy single-check"
                        + " idiom: one method reads the field once");
    }

    @Test
    void messagesOfTheProgramCannotDriveTheTerminalOrPassForAFinding() {
        String detail = "main: java.lang.Error: \u001b[2J\u202e\nR9  data race on X  [error, confirmed] at A.java:3";
        String text = new TextReport("./foretell", Path.of("foretell-out"))
                .render(SampleReport.report(SampleReport.failure("F1", Harm.Kind.EXCEPTION, detail)));
        assertThat(text).contains("\\u001b[2J\\u202e").doesNotContain("\u001b", "\u202e", "\nR9");
    }

    @Test
    void showsWhatFailedInTheRecordedRunFirst() {
        String text = new TextReport("./foretell", Path.of("foretell-out"))
                .render(SampleReport.report(
                        SampleReport.failure("F1", Harm.Kind.EXIT, "exit code 3"), SampleReport.race()));
        assertThat(text).startsWith("""
                F1  failure  [error, confirmed, seen in the recorded run, created in 1 of 1 re-executions]
                    harm: the program failed: exit code 3
                    replay: ./foretell replay foretell-out/clips/F1.clip
                    with this schedule the program ends well: ./foretell replay foretell-out/clips/R1.clip

                R1""");
    }

    @Test
    void quotesPathsThatAShellWouldSplit() {
        String text = new TextReport("/opt/fore tell/foretell", Path.of("my out"))
                .render(SampleReport.report(SampleReport.race()));
        assertThat(text).contains("replay: '/opt/fore tell/foretell' replay 'my out/clips/R1.clip'");
    }

    @Test
    void numbersWhatHappensInOrder() {
        String text =
                new TextReport("./foretell", Path.of("out")).render(SampleReport.report(SampleReport.atomicity(false)));
        assertThat(text).startsWith("""
                A1  atomicity violation on Desk.stock  [warning, confirmed, created in 2 of 2 re-executions]
                    1. clerk-1 reads it at Desk.java:41 in Desk.sell
                    2. clerk-2 writes it at Desk.java:42 in Desk.sell, holding Desk, Ledger
                        stock = 0; // <sold>
                    3. clerk-1 reads it at Desk.java:43 in Desk.sell
                    harm: no visible harm in the re-executions
                """);
    }

    @Test
    void oneBugIsOneFindingAndNotesAreOneLine() {
        String text = new TextReport("./foretell", Path.of("out"))
                .render(SampleReport.report(FindingGroups.of(List.of(
                                SampleReport.race(), SampleReport.atomicity(false), SampleReport.atomicity(true)))
                        .toArray(new Finding[0])));
        assertThat(text)
                .contains("    also: A1 (atomicity, r-w-r)\n")
                .doesNotContain("A1  atomicity", "check-then-act")
                .contains("Foretell 0.1.0: 1 confirmed (1 harmful), 0 predicted but not confirmed, 4 refuted, 1 note\n")
                .contains("  1 note: steps can be interrupted, or happen in another order, and no harm was seen");
    }
}
