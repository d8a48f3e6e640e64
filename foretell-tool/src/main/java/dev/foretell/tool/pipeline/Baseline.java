package dev.foretell.tool.pipeline;

import dev.foretell.tool.process.RunResult.End;
import java.util.ArrayList;
import java.util.List;

/**
 * What the program does without an anomaly, as far as it always does it. Things that it also does differently when the
 * recorded schedule is merely replayed are its own whims and are left out.
 *
 * @param ends whether it ends by itself
 * @param exit its exit code; null when that is not known or changes
 * @param output sums up what it prints; null when that is not known or changes
 * @param exceptions those that leave its threads anyway
 * @param steady whether it ends and prints like that also when it is told another time and other random numbers than in the
 *     recorded run
 */
public record Baseline(boolean ends, Integer exit, String output, List<String> exceptions, boolean steady) {
    public Baseline {
        exceptions = List.copyOf(exceptions);
    }

    /** Without a replay of its own for what the program is told from outside. */
    static Baseline of(Session.Recording recording, List<String> uncaught, Replayer.Directed replay) {
        return of(recording, uncaught, replay, null);
    }

    /**
     * What is known from the recorded run and its replays.
     *
     * @param replay the replay of the recorded schedule; null when there was none
     * @param unfed the same without telling the program what it was told then; null when that makes no difference
     */
    static Baseline of(
            Session.Recording recording, List<String> uncaught, Replayer.Directed replay, Replayer.Directed unfed) {
        boolean ends = !recording.timedOut() && !recording.interrupted();
        boolean comparable = replay != null
                && ends
                && replay.outcome().followed()
                && replay.run().ended(End.ITSELF);
        List<String> exceptions = new ArrayList<>();
        uncaught.forEach(text -> exceptions.add(withoutThread(text)));
        if (replay != null) {
            replay.outcome().uncaught().forEach(text -> exceptions.add(withoutThread(text)));
        }
        if (unfed != null) {
            unfed.outcome().uncaught().forEach(text -> exceptions.add(withoutThread(text)));
        }
        return new Baseline(
                ends,
                comparable && replay.run().exit() == recording.exit() ? recording.exit() : null,
                comparable && replay.run().output().equals(recording.output()) ? recording.output() : null,
                exceptions,
                unfed == null
                        || unfed.run().ended(End.ITSELF)
                                && unfed.run().exit() == recording.exit()
                                && unfed.run().output().equals(recording.output()));
    }

    /** Whether another exit code or output of this run means something. */
    boolean isComparable(Replayer.Directed run) {
        return steady || run.outcome().fresh().isEmpty();
    }

    /** Whether an exception of some run is one that comes anyway. */
    boolean has(String uncaught) {
        return exceptions.contains(withoutThread(uncaught));
    }

    /** {@code thread: exception at place}: pool threads swap names between runs, the rest is what counts. */
    static String withoutThread(String uncaught) {
        int colon = uncaught.indexOf(": ");
        return colon < 0 ? uncaught : uncaught.substring(colon + 2);
    }
}
