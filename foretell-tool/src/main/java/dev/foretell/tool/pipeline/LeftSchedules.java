package dev.foretell.tool.pipeline;

import dev.foretell.tool.process.RunResult.End;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.Status;
import dev.foretell.tool.report.Thrown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Harm in re-executions that did not create their anomaly. They are executions of the program all the same, so what went wrong there can go
 * wrong; but no clip is known that brings it again, so it is said in a note, and confirms nothing.
 *
 * <p>Only what the program did itself counts: threads that the director still held when the time was over do not hang, and another exit
 * code or output may come from where the schedule was left.
 */
final class LeftSchedules {
    private final Map<String, List<String>> findings = new LinkedHashMap<>();
    private final Map<String, Harm> harms = new LinkedHashMap<>();

    /** A re-execution for this finding left its schedule. */
    synchronized void add(String id, Harm harm) {
        if (harm.seen()) {
            harms.putIfAbsent(symptom(harm), harm);
            findings.computeIfAbsent(symptom(harm), key -> new ArrayList<>()).add(id);
        }
    }

    /** What the program did wrong in a run that created nothing. */
    static Harm harm(HarmJudge judge, Replayer.Directed directed) {
        Harm harm = judge.judge("failure", directed);
        return switch (harm.kind()) {
            case DEADLOCK, EXCEPTION, ASSERTION -> harm;
            case HANG -> {
                boolean free = !directed.outcome().problem().isEmpty()
                        && (directed.run().ended(End.TIMEOUT)
                                || directed.outcome().standstill());
                yield free && !harm.maybeSlow() ? harm : Harm.NONE;
            }
            case ORACLE, EXIT, OUTPUT, FILE, NONE -> Harm.NONE;
        };
    }

    /** A sentence for each symptom that no confirmed finding has. */
    synchronized List<String> notes(List<Finding> results) {
        List<String> notes = new ArrayList<>();
        for (Map.Entry<String, Harm> entry : harms.entrySet()) {
            boolean explained = results.stream()
                    .anyMatch(finding -> finding.status() == Status.CONFIRMED
                            && symptom(finding.harm()).equals(entry.getKey()));
            if (!explained) {
                List<String> ids = findings.get(entry.getKey());
                notes.add("Seen in " + ids.size() + (ids.size() == 1 ? " re-execution" : " re-executions")
                        + " that left the schedule (for " + String.join(", ", ids)
                        + "), and not when the recorded schedule was replayed: "
                        + entry.getValue().detail().lines().findFirst().orElse("") + " ("
                        + entry.getKey().substring(0, entry.getKey().indexOf(' '))
                        + "). It is not confirmed: no schedule is known that brings it again.");
            }
        }
        return notes;
    }

    /** The same for what is probably the same; it begins with the kind of harm. */
    private static String symptom(Harm harm) {
        String kind = harm.kind().name().toLowerCase(Locale.ROOT);
        boolean thrown = harm.kind() == Harm.Kind.EXCEPTION || harm.kind() == Harm.Kind.ASSERTION;
        return kind + ' ' + (thrown ? Thrown.parse(harm.detail()).symptom() : "");
    }
}
