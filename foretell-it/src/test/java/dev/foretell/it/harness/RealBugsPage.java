// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.harness;

import dev.foretell.it.harness.ReportJson.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** The page about bugs of real libraries: the measured result of each. */
public final class RealBugsPage {
    private static final int COLUMNS = 120;

    private static final String HEAD = """
            # Known bugs of published libraries

            Each of these was reported by users of the library. Here a driver of a few lines
            (`foretell-it/src/real/java`) uses the published jar in a way that normally works; Foretell records
            *one* such run, and must make the bug happen, on the variable it is about, with the exception, the
            deadlock or the wrong result of the bug report. Where the report is about the missing synchronisation
            itself (it names no harm that a test could observe), the race on that variable counts. Where there is a
            version without the bug, the same driver is checked with that, and nothing with this symptom may be
            confirmed, on any variable.

            `foretell-it/real-bugs` writes this page; `foretell-it/src/real/bugs.txt` is the catalogue. The letter
            says what a bug needs: F fields, arrays and monitors, D deadlock, W wait and notify, J the state of JDK
            objects, U `java.util.concurrent` and atomics. *Switches*: forced context switches of the clip. Seconds
            are those of one session on the machine that wrote the page, two sessions at a time. Options of `check`
            that a bug needed are beside its jar.

            """;

    private final TreeMap<Integer, String> confirmed = new TreeMap<>();
    private final TreeMap<Integer, String> costs = new TreeMap<>();
    private final TreeMap<Integer, String> seen = new TreeMap<>();
    private final TreeMap<Integer, String> missed = new TreeMap<>();

    /** Adds the result for the bug with this number; the order of the calls does not matter. */
    public synchronized void add(int number, RealCheck buggy, Optional<RealCheck> fixed) {
        RealBug bug = buggy.bug();
        String about = "**" + bug.name() + "** (" + bug.line("needs") + "), "
                + bug.words("jars").get(0)
                + (bug.line("options").isEmpty() ? "" : " `" + bug.line("options") + "`")
                + ": " + bug.line("about") + ". ";
        Optional<Found> counted = bug.isExpected() ? buggy.found() : Optional.empty();
        Optional<Found> symptom = buggy.symptom();
        if (counted.isPresent()) {
            Found found = counted.get();
            JsonNode run = buggy.report().root().path("run");
            confirmed.put(number, item(about + evidence(found) + "; version without it: " + without(bug, fixed) + "."));
            costs.put(
                    number,
                    "| " + bug.name() + " | " + switches(buggy, found) + " | " + seconds(run, "recordSeconds") + " | "
                            + seconds(run, "analyzeSeconds") + " | " + seconds(run, "confirmSeconds") + " |");
        } else if (symptom.isPresent()) {
            seen.put(number, item(about + evidence(symptom.get()) + ". " + reason(buggy)));
        } else {
            int candidates =
                    buggy.report().root().path("coverage").path("candidates").asInt();
            missed.put(
                    number,
                    item(about + "Findings: " + buggy.report().findings().size() + "; candidates: " + candidates + ". "
                            + reason(buggy)));
        }
    }

    private static String evidence(Found found) {
        return "Found as: " + found.kind() + " on " + found.variable() + "; seen: " + harm(found);
    }

    private static String without(RealBug bug, Optional<RealCheck> fixed) {
        return fixed.map(check ->
                        bug.words("fixed").get(0) + (check.symptom().isPresent() ? ", **confirmed too**" : ", clean"))
                .orElse("none known");
    }

    /** A list item, wrapped. */
    private static String item(String text) {
        StringBuilder item = new StringBuilder("-");
        int column = 1;
        for (String word : text.split(" +")) {
            if (column + 1 + word.length() > COLUMNS) {
                item.append("\n ");
                column = 1;
            }
            item.append(' ').append(word);
            column += 1 + word.length();
        }
        return item.toString();
    }

    /** Writes the page. */
    public synchronized void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("## Confirmed from one recorded run without the bug: " + confirmed.size() + " of "
                + (confirmed.size() + missed.size()) + "\n");
        lines.addAll(confirmed.values());
        lines.add("\n| bug | switches | record s | analyse s | confirm s |\n|---|--:|--:|--:|--:|");
        lines.addAll(costs.values());
        if (!seen.isEmpty()) {
            lines.add("\n## Seen in this session, but not counted\n");
            lines.addAll(seen.values());
        }
        lines.add("\n## Not confirmed\n");
        lines.addAll(missed.values());
        Files.writeString(file, HEAD + String.join("\n", lines) + "\n");
    }

    private static String harm(Found found) {
        if (found.harmKind().equals("none")) {
            return "the race itself";
        }
        String first = found.harmDetail().lines().findFirst().orElse("");
        return found.harmKind() + ": " + (first.length() > 120 ? first.substring(0, 117) + "..." : first);
    }

    private static String reason(RealCheck check) {
        return (check.isPassed() ? "" : "The recorded run had the bug itself this time. ")
                + (check.bug().isExpected()
                        ? "**Expected, but not confirmed.**"
                        : check.bug().line("missed"));
    }

    private static int switches(RealCheck check, Found found) {
        for (JsonNode node : check.report().root().path("findings")) {
            if (node.path("id").asString("").equals(found.id())) {
                return node.path("schedule").path("switches").asInt(-1);
            }
        }
        throw new IllegalStateException(found.toString());
    }

    private static String seconds(JsonNode run, String field) {
        return String.format(Locale.ROOT, "%.1f", run.path(field).asDouble());
    }
}
