// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.anomaly.Severity;
import dev.foretell.trace.watch.WatchEvent;
import dev.foretell.trace.watch.WatchLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a watcher writes arrives once, whole, and as findings. */
class WatchNotesTest {
    @TempDir
    private Path folder;

    private static WatchEvent.Spot spot(String thread, EventKind op, int line, String... stack) {
        return new WatchEvent.Spot(
                thread,
                new Site("a.b.Desk", "sell()V", "Desk.java", line, line, op, "a.b.Desk.taken"),
                0,
                List.of(stack));
    }

    private static WatchEvent race(int number, WatchEvent.Spot... spots) {
        return new WatchEvent(number, WatchEvent.RACE, "a.b.Desk.taken", "a.b.Desk@1", List.of(spots));
    }

    private void append(String jvm, String text) throws IOException {
        Files.writeString(folder.resolve(jvm + ".watch"), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Test
    void notesEachPairOfPlacesOnceAndOnlyFromWholeLines() throws IOException {
        WatchNotes notes = new WatchNotes(folder);
        assertThat(notes.poll()).isEmpty();
        assertThat(notes.isEmpty()).isTrue();
        WatchEvent first = race(1, spot("one", EventKind.WRITE, 5), spot("two", EventKind.READ, 7));
        WatchEvent sameLines = race(2, spot("two", EventKind.WRITE, 7), spot("one", EventKind.WRITE, 5));
        String line = first.line();
        append("jvm-1", line.substring(0, 20));
        assertThat(notes.poll()).isEmpty();
        append("jvm-1", line.substring(20));
        assertThat(notes.poll()).containsExactly(first);
        append("jvm-1", sameLines.line() + WatchLine.of(WatchLine.AGAIN, "1", "7"));
        append("jvm-2", first.line());
        assertThat(notes.poll()).isEmpty();
        assertThat(notes.sightings()).containsExactly(first, sameLines);
        assertThat(notes.times()).isEqualTo(9);
    }

    /** A watcher that fails at its start leaves an empty file: nothing was watched then. */
    @Test
    void onlyAWatcherThatHasBegunCounts() throws IOException {
        WatchNotes notes = new WatchNotes(folder);
        append("jvm-1", "");
        notes.poll();
        assertThat(notes.isEmpty()).isTrue();
        append("jvm-1", WatchLine.of(WatchLine.RUN, "17", "a JVM", "a.b.Main"));
        notes.poll();
        assertThat(notes.isEmpty()).isFalse();
    }

    @Test
    void keepsTheFullerOfTwoNotes() throws IOException {
        WatchNotes notes = new WatchNotes(folder);
        append(
                "jvm-1",
                race(1, spot("one", EventKind.WRITE, 5), spot("two", EventKind.READ, 7))
                        .line());
        WatchEvent full = race(1, spot("one", EventKind.WRITE, 5, "a"), spot("two", EventKind.READ, 7, "b"));
        append("jvm-1", full.line());
        notes.poll();
        assertThat(notes.sightings()).containsExactly(full);
    }

    @Test
    void whatWasSeenIsConfirmed() throws IOException {
        WatchEvent sighting =
                race(1, spot("one", EventKind.WRITE, 5, "a.b.Desk.sell(Desk.java:5)"), spot("two", EventKind.READ, 7));
        List<Finding> findings = new WatchFindings(new Sources(folder)).of(List.of(sighting));
        Finding finding = findings.get(0);
        assertThat(finding.status()).isEqualTo(Status.CONFIRMED);
        assertThat(finding.severity()).isEqualTo(Severity.ERROR);
        assertThat(finding.by()).containsExactly("atomrace");
        assertThat(finding.variable()).isEqualTo("Desk.taken");
        assertThat(finding.pattern()).isEqualTo("w-r");
        assertThat(finding.accesses().get(0).stack()).hasSize(1);
        assertThat(WatchFindings.line(sighting))
                .isEqualTo("data race on Desk.taken of a.b.Desk@1: one writes it at Desk.java:5"
                        + " [a.b.Desk.sell(Desk.java:5)] while two reads it at Desk.java:7 [a.b.Desk.sell]");
    }
}
