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

/** The page about bugs of real libraries: what came of each, as measured. */
public final class RealBugsPage {
    private static final String HEAD = """
            # Known bugs of published libraries

            Each of these was reported by users of the library, who had met it by bad luck. Here a driver of a few lines
            (`foretell-it/src/real/java`) uses the published jar in a way that normally works; Foretell records *one* such
            run, and must make the bug happen, on the variable it is about, with the exception, the deadlock or the wrong result
            of the bug report. Where the report is about the missing guard itself (no harm was reported that a test could see),
            the race on that variable counts. Where there is a version without the bug, the same driver is checked with that,
            and nothing with this symptom may be confirmed, on whatever variable.

            `foretell-it/real-bugs` writes this page; `foretell-it/src/real/bugs.txt` is the catalogue. *Needs*: F fields, arrays
            and monitors, D deadlock, W wait and notify, J the state of JDK objects, U `java.util.concurrent` and atomics.
            *Switches*: forced thread switches of the clip. Seconds are those of one session on whatever machine wrote the
            page, two sessions at a time. Options of `check` that a bug needed stand beside its jar.

            """;

    private final TreeMap<Integer, String> confirmed = new TreeMap<>();
    private final TreeMap<Integer, String> seen = new TreeMap<>();
    private final TreeMap<Integer, String> missed = new TreeMap<>();

    /** Takes up what came of the bug with this number; the order of the calls does not matter. */
    public synchronized void add(int number, RealCheck buggy, Optional<RealCheck> fixed) {
        RealBug bug = buggy.bug();
        JsonNode run = buggy.report().root().path("run");
        String about = "| " + bug.name() + " | " + bug.line("about") + " | "
                + bug.words("jars").get(0)
                + (bug.line("options").isEmpty() ? "" : " (`" + bug.line("options") + "`)") + " | "
                + bug.line("needs") + " | ";
        Optional<Found> counted = bug.isExpected() ? buggy.found() : Optional.empty();
        Optional<Found> symptom = buggy.symptom();
        if (counted.isPresent()) {
            Found found = counted.get();
            confirmed.put(
                    number,
                    about + found.kind() + " on " + found.variable() + " | " + harm(found) + " | "
                            + switches(buggy, found) + " | " + seconds(run, "recordSeconds") + " | "
                            + seconds(run, "analyzeSeconds") + " | " + seconds(run, "confirmSeconds") + " | "
                            + fixed.map(check -> bug.words("fixed").get(0)
                                            + (check.symptom().isPresent() ? ": **confirmed too**" : ": clean"))
                                    .orElse("none known")
                            + " |");
        } else if (symptom.isPresent()) {
            seen.put(
                    number,
                    about + symptom.get().kind() + " on " + symptom.get().variable() + " | " + harm(symptom.get())
                            + " | " + reason(buggy) + " |");
        } else {
            missed.put(
                    number,
                    about + buggy.report().findings().size() + " | "
                            + buggy.report()
                                    .root()
                                    .path("coverage")
                                    .path("candidates")
                                    .asInt() + " | "
                            + reason(buggy) + " |");
        }
    }

    /** Writes the page. */
    public synchronized void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("## Confirmed from one lucky run: " + confirmed.size() + " of " + (confirmed.size() + missed.size())
                + "\n");
        lines.add("| bug | what | jar | needs | found as | seen | switches | record s | analyse s | confirm s |"
                + " version without it |");
        lines.add("|---|---|---|---|---|---|---|---|---|---|---|");
        lines.addAll(confirmed.values());
        if (!seen.isEmpty()) {
            lines.add("\n## Seen in this session, but not counted\n");
            lines.add("| bug | what | jar | needs | seen after | seen | why it does not count |");
            lines.add("|---|---|---|---|---|---|---|");
            lines.addAll(seen.values());
        }
        lines.add("\n## Not confirmed\n");
        lines.add("| bug | what | jar | needs | findings | candidates | why |");
        lines.add("|---|---|---|---|---|---|---|");
        lines.addAll(missed.values());
        Files.writeString(file, HEAD + String.join("\n", lines) + "\n");
    }

    private static String harm(Found found) {
        if (found.harmKind().equals("none")) {
            return "the race itself";
        }
        String first = found.harmDetail().lines().findFirst().orElse("").replace("|", "\\|");
        return found.harmKind() + ": " + (first.length() > 120 ? first.substring(0, 117) + "..." : first);
    }

    private static String reason(RealCheck check) {
        return (check.isPassed() ? "" : "The recorded run was not a lucky one this time. ")
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
