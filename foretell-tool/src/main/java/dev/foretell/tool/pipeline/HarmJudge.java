package dev.foretell.tool.pipeline;

import dev.foretell.tool.process.RunResult.End;
import dev.foretell.tool.report.Harm;
import dev.foretell.trace.clip.Outcome;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Says what came of an anomaly: what a directed run did that the recorded run did not. Things that the program also
 * does differently when the recorded schedule is merely replayed are its own whims and never held against the anomaly.
 */
final class HarmJudge {
    private final Set<String> knownExceptions = new HashSet<>();
    private final boolean recordedEnded;
    private final Integer exit;
    private final String output;
    private final Path recordedOutput;

    /**
     * {@code replay} is the replay of the recorded schedule; null when there was none. {@code recordedOutput} is the
     * file with what the recorded run printed.
     */
    HarmJudge(Session.Recording recording, List<String> uncaught, Replayer.Directed replay, Path recordedOutput) {
        this.recordedOutput = recordedOutput;
        uncaught.forEach(text -> knownExceptions.add(withoutThread(text)));
        recordedEnded = !recording.timedOut() && !recording.interrupted();
        boolean comparable = replay != null
                && recordedEnded
                && replay.outcome().followed()
                && replay.run().ended(End.ITSELF);
        if (replay != null) {
            replay.outcome().uncaught().forEach(text -> knownExceptions.add(withoutThread(text)));
        }
        exit = comparable && replay.run().exit() == recording.exit() ? recording.exit() : null;
        output = comparable && replay.run().output().equals(recording.output()) ? recording.output() : null;
    }

    /** Whether the program prints the same whenever it runs by the same schedule. */
    boolean comparesOutput() {
        return output != null;
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
            if (!knownExceptions.contains(withoutThread(text))) {
                return new Harm(isAssertion(text) ? Harm.Kind.ASSERTION : Harm.Kind.EXCEPTION, text);
            }
        }
        if (directed.run().ended(End.TIMEOUT)) {
            return recordedEnded
                    ? new Harm(
                            Harm.Kind.HANG,
                            String.format(
                                    "still running after %.0f s", directed.run().seconds()))
                    : Harm.NONE;
        }
        if (!directed.run().ended(End.ITSELF)) {
            return Harm.NONE;
        }
        if (exit != null && directed.run().exit() != exit) {
            return new Harm(Harm.Kind.EXIT, "exit code " + directed.run().exit() + " instead of " + exit);
        }
        if (output != null && !directed.run().output().equals(output)) {
            Path other = directed.folder().resolve("stdout");
            return new Harm(Harm.Kind.OUTPUT, OutputDifference.describe(recordedOutput, other));
        }
        return Harm.NONE;
    }

    /** {@code thread: exception at place}: pool threads swap names between runs, the rest is what counts. */
    private static String withoutThread(String uncaught) {
        int colon = uncaught.indexOf(": ");
        return colon < 0 ? uncaught : uncaught.substring(colon + 2);
    }

    private static boolean isAssertion(String uncaught) {
        String exception = withoutThread(uncaught);
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
