package dev.foretell.tool.pipeline;

import dev.foretell.tool.process.RunResult.End;
import dev.foretell.tool.report.Harm;
import dev.foretell.trace.clip.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Says what came of an anomaly: what a directed run did that the program does not do anyway. */
final class HarmJudge {
    private final Baseline baseline;
    private final Path recordedOutput;

    /** {@code recordedOutput} is the file with what the recorded run printed. */
    HarmJudge(Baseline baseline, Path recordedOutput) {
        this.baseline = baseline;
        this.recordedOutput = recordedOutput;
    }

    /** The worst that this run shows, given that it created the anomaly. */
    Harm judge(String kind, Replayer.Directed directed) {
        Outcome outcome = directed.outcome();
        if (!outcome.deadlock().isEmpty()) {
            return new Harm(Harm.Kind.DEADLOCK, outcome.deadlock());
        }
        if (kind.equals("deadlock")) {
            return new Harm(Harm.Kind.DEADLOCK, "each thread waits for a lock that the next one holds");
        }
        for (String text : outcome.uncaught()) {
            if (!baseline.has(text)) {
                return new Harm(isAssertion(text) ? Harm.Kind.ASSERTION : Harm.Kind.EXCEPTION, text);
            }
        }
        if (directed.run().ended(End.TIMEOUT)) {
            return baseline.ends()
                    ? new Harm(
                            Harm.Kind.HANG,
                            String.format(
                                            Locale.ROOT,
                                            "still running after %.0f s",
                                            directed.run().seconds())
                                    + (outcome.stacks().isEmpty() ? "" : "\n" + outcome.stacks()))
                    : Harm.NONE;
        }
        if (!directed.run().ended(End.ITSELF) || !baseline.isComparable(directed)) {
            return Harm.NONE;
        }
        if (baseline.exit() != null && directed.run().exit() != baseline.exit()) {
            String instead = kind.equals("failure") ? "" : " instead of " + baseline.exit();
            return new Harm(Harm.Kind.EXIT, "exit code " + directed.run().exit() + instead);
        }
        if (baseline.output() != null && !directed.run().output().equals(baseline.output())) {
            Path other = directed.folder().resolve("stdout");
            return new Harm(Harm.Kind.OUTPUT, OutputDifference.describe(recordedOutput, other));
        }
        return Harm.NONE;
    }

    /** The worst that a run shows by itself, whatever other runs did. That its time was over while it was at work is nothing. */
    static Harm absolute(Replayer.Directed directed) {
        Harm harm = new HarmJudge(new Baseline(true, 0, null, List.of(), true), null).judge("failure", directed);
        return harm.maybeSlow() ? Harm.NONE : harm;
    }

    static boolean isAssertion(String uncaught) {
        String exception = Baseline.withoutThread(uncaught);
        int end = 0;
        while (end < exception.length() && ": \n".indexOf(exception.charAt(end)) < 0) {
            end++;
        }
        String name = exception.substring(0, end);
        return name.endsWith("AssertionError")
                || name.endsWith("AssertionFailedError")
                || name.endsWith("ComparisonFailure")
                || name.endsWith("MultipleFailuresError");
    }
}
