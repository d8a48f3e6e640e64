// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.process.RunResult.End;
import dev.foretell.trace.InputKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.clip.Outcome;
import dev.foretell.trace.io.RecordedInputs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The determinism auditor. The recorded schedule was replayed, with the recorded inputs; when it did not do the same
 * again, this finds where it diverged and the most likely cause.
 */
final class DeterminismAudit {
    private DeterminismAudit() {}

    /** Notes for the user about the replay of the recorded schedule; {@code record} has what was printed then. */
    static List<String> notes(Baseline baseline, Replayer.Directed replay, Session session, Path record) {
        if (replay == null) {
            return List.of();
        }
        if (!replay.outcome().followed()) {
            return List.of("The recorded schedule could not be replayed, so what did not come true is not refuted: "
                    + Replayer.problem(replay) + "." + culprit(replay.outcome()));
        }
        LinePattern printed = baseline.control().printed();
        boolean varies = !printed.masks().isEmpty() || !printed.ignored().isEmpty();
        if (session.recording().stall() != null || baseline.output() != null && baseline.exit() != null && !varies) {
            return List.of();
        }
        return List.of(
                difference(baseline, replay, session.recording().exit(), record) + "." + culprit(replay.outcome()));
    }

    private static String difference(Baseline baseline, Replayer.Directed replay, int exit, Path record) {
        if (!replay.run().ended(End.ITSELF) || !baseline.ends()) {
            return "The recorded schedule was replayed, but the program did not end as it did then, so its output was"
                    + " not compared";
        }
        int other = replay.run().exit();
        if (other != exit) {
            return "The program ends with another exit code each time it runs (replayed, " + other + " instead of "
                    + exit + "), so its exit code was not compared";
        }
        String printed = OutputDifference.describe(
                record.resolve("stdout"), replay.folder().resolve("stdout"));
        return "The program prints something else each time it runs, so "
                + (baseline.output() == null ? "its output" : "what varies in its output")
                + " was not compared (replayed, " + printed + ")";
    }

    /** The input that is known to differ from the recorded run, as a sentence to append; empty when there is none. */
    static String likelyCause(Outcome outcome) {
        return outcome.differed().isEmpty() ? "" : " Likely cause: " + sentence(outcome.differed());
    }

    private static String culprit(Outcome outcome) {
        String likely = likelyCause(outcome);
        if (!likely.isEmpty()) {
            return likely;
        }
        if (!outcome.fresh().isEmpty()) {
            return " Possible cause: " + sentence(outcome.fresh());
        }
        return " No input of the program is known to have changed.";
    }

    private static String sentence(String text) {
        return text.endsWith(".") ? text : text + ".";
    }

    /** Inputs that could not be kept for replays. */
    static List<String> limits(RecordedInputs inputs) {
        List<String> notes = new ArrayList<>();
        for (Site site : inputs.cut()) {
            notes.add("Only the first results of " + InputKind.describe(site)
                    + " were kept, because it was called very often; replays continue with fresh ones.");
        }
        if (inputs.full()) {
            notes.add("The inputs of the program became too many to keep; replays go on with fresh" + " answers.");
        }
        return notes;
    }
}
