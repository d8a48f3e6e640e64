// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.process.RunResult.End;
import dev.foretell.tool.process.UserOracle;
import dev.foretell.tool.report.Symptom;
import dev.foretell.tool.report.UncaughtException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the program does without an anomaly, as far as it is the same in the recorded run and in its <em>controls</em>,
 * the replays of the recorded schedule. What differs among these is no harm in any other run.
 *
 * @param ends whether it ends by itself
 * @param exit its exit code; null when that is not known or changes
 * @param output a fingerprint of what it prints; null when that is not known or nothing of it can be compared
 * @param exceptions those that leave its threads without an anomaly
 * @param steady whether it ends and prints the same with other times and random numbers than in the recorded run
 * @param control further results of its controls
 */
record Baseline(boolean ends, Integer exit, String output, List<String> exceptions, boolean steady, Control control) {
    public Baseline {
        exceptions = List.copyOf(exceptions);
        control = control == null ? Control.NONE : control;
    }

    /** Of a program whose output does not vary. */
    Baseline(boolean ends, Integer exit, String output, List<String> exceptions, boolean steady) {
        this(ends, exit, output, exceptions, steady, Control.NONE);
    }

    /**
     * Further results of controls.
     *
     * @param deadlocks those they end in, see {@link Symptom#cycle}
     * @param printed what varies in the output of controls that replay the recorded times and random numbers
     * @param unfed what varies with other times and random numbers, too; null when that is not known
     * @param content whether the user's oracle ran on each of them and accepted it
     * @param files what they write into files
     */
    public record Control(
            List<String> deadlocks, LinePattern printed, LinePattern unfed, boolean content, FileControl files) {
        static final Control NONE =
                new Control(List.of(), LinePattern.EXACT, LinePattern.EXACT, false, FileControl.NONE);

        public Control {
            deadlocks = deadlocks == null ? List.of() : List.copyOf(deadlocks);
            printed = printed == null ? LinePattern.EXACT : printed;
            files = files == null ? FileControl.NONE : files;
        }
    }

    /**
     * The replays of the recorded schedule.
     *
     * @param first null when there was none
     * @param again more of them, when something depended on them
     * @param unfed without replaying the recorded inputs; null when that makes no difference
     */
    record Replays(Replayer.Directed first, List<Replayer.Directed> again, Replayer.Directed unfed) {
        static final Replays NONE = new Replays(null, List.of(), null);

        Replays {
            again = List.copyOf(again);
        }

        private List<Replayer.Directed> fed() {
            return Stream.concat(Stream.ofNullable(first), again.stream()).toList();
        }

        private List<Replayer.Directed> all() {
            return Stream.concat(fed().stream(), Stream.ofNullable(unfed)).toList();
        }
    }

    /**
     * What is known from the recorded run and its replays.
     *
     * @param uncaught exceptions that left a thread in the recorded run
     * @param recordedOutput the file with what the recorded run printed
     */
    static Baseline of(Session.Recording recording, List<String> uncaught, Replays replays, Path recordedOutput) {
        List<Replayer.Directed> fed = replays.fed();
        boolean ends = recording.endedByItself()
                && fed.stream()
                        .noneMatch(run ->
                                run.run().ended(End.TIMEOUT) || run.outcome().standstill());
        boolean comparable = ends
                && !fed.isEmpty()
                && fed.stream()
                        .allMatch(run -> run.outcome().followed() && run.run().ended(End.ITSELF));
        List<String> exceptions = new ArrayList<>(uncaught);
        List<String> deadlocks = new ArrayList<>();
        for (Replayer.Directed run : replays.all()) {
            exceptions.addAll(run.outcome().uncaught());
            exceptions.addAll(run.outcome().handled());
            if (!run.outcome().deadlock().isEmpty()) {
                deadlocks.add(Symptom.cycle(run.outcome().deadlock()));
            }
        }
        boolean content = comparable && replays.all().stream().allMatch(run -> UserOracle.accepted(run.folder()));
        boolean sameExit = fed.stream().allMatch(run -> run.run().exit() == recording.exit());
        LinePattern printed = comparable ? pattern(recording, fed, recordedOutput) : null;
        Replayer.Directed unfed = replays.unfed();
        boolean alike =
                unfed == null || unfed.run().ended(End.ITSELF) && unfed.run().exit() == recording.exit();
        LinePattern fresh = printed != null && alike ? pattern(recording, replays.all(), recordedOutput) : null;
        return new Baseline(
                ends,
                comparable && sameExit ? recording.exit() : null,
                printed == null ? null : recording.output(),
                exceptions,
                unfed == null || fresh != null,
                new Control(
                        deadlocks,
                        printed,
                        fresh,
                        content,
                        comparable ? files(recordedOutput, fed, alike ? replays.all() : null) : null));
    }

    private static FileControl files(Path recordedOutput, List<Replayer.Directed> fed, List<Replayer.Directed> all) {
        return recordedOutput == null || recordedOutput.getParent() == null
                ? FileControl.NONE
                : FileControl.of(recordedOutput.getParent(), folders(fed), all == null ? null : folders(all));
    }

    private static List<Path> folders(List<Replayer.Directed> runs) {
        return runs.stream().map(Replayer.Directed::folder).toList();
    }

    /** Null when the outputs differ and cannot be read. */
    private static LinePattern pattern(Session.Recording recording, List<Replayer.Directed> runs, Path recordedOutput) {
        if (runs.stream().allMatch(run -> run.run().output().equals(recording.output()))) {
            return LinePattern.EXACT;
        }
        List<List<String>> texts = new ArrayList<>();
        Optional<List<String>> recorded = OutputDifference.lines(recordedOutput);
        recorded.ifPresent(texts::add);
        for (Replayer.Directed run : runs) {
            OutputDifference.lines(run.folder().resolve("stdout")).ifPresent(texts::add);
        }
        return texts.size() < runs.size() + 1 ? null : LinePattern.of(texts);
    }

    /** The same for a run on which the user's oracle runs, whatever its result on others. */
    Baseline trustingOracle() {
        Control trusting = new Control(control.deadlocks(), control.printed(), control.unfed(), true, control.files());
        return new Baseline(ends, exit, output, exceptions, steady, trusting);
    }

    /** Whether exit code and output of this run can be compared. */
    boolean isComparable(Replayer.Directed run) {
        return steady || run.outcome().fresh().isEmpty();
    }

    /** What varies in the output of runs like this one; null when that is not known. */
    LinePattern printed(Replayer.Directed run) {
        return run.outcome().fresh().isEmpty() ? control.printed() : control.unfed();
    }

    /** Whether an exception of some run also occurs without an anomaly. */
    boolean has(String uncaught) {
        String symptom = UncaughtException.parse(uncaught).symptom();
        return exceptions.stream()
                .anyMatch(known -> UncaughtException.parse(known).symptom().equals(symptom));
    }

    /** Whether the recorded schedule ends in this deadlock, too. */
    boolean deadlocks(String description) {
        return control.deadlocks().contains(Symptom.cycle(description));
    }
}
