// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.process.RunResult.End;
import dev.foretell.tool.process.UserOracle;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.Symptom;
import dev.foretell.tool.report.UncaughtException;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.ExpectedFailure;
import dev.foretell.trace.clip.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the harm of an anomaly: what a directed run did that the baseline does not. An exception that a handler of the
 * program handles is no harm by itself; what the handler prints, and the exit code, decide that.
 */
final class HarmJudge {
    /** The description of a hang in which no thread can continue. */
    static final String STANDSTILL = "every thread waits and none can wake another";

    private final Baseline baseline;
    private final Path recordedOutput;

    /** {@code recordedOutput} is the file with what the recorded run printed. */
    HarmJudge(Baseline baseline, Path recordedOutput) {
        this.baseline = baseline;
        this.recordedOutput = recordedOutput;
    }

    /** The worst harm of this run, given that it created the anomaly. */
    Harm judge(AnomalyKind kind, Replayer.Directed directed) {
        Outcome outcome = directed.outcome();
        if (!outcome.deadlock().isEmpty() && (kind.isLockCycle() || !baseline.deadlocks(outcome.deadlock()))) {
            return new Harm(Harm.Kind.DEADLOCK, outcome.deadlock());
        }
        if (kind.isLockCycle()) {
            return new Harm(Harm.Kind.DEADLOCK, "each thread waits for a lock that the next one holds");
        }
        for (String text : outcome.uncaught()) {
            if (!baseline.has(text)) {
                return new Harm(isAssertion(text) ? Harm.Kind.ASSERTION : Harm.Kind.EXCEPTION, text);
            }
        }
        if (outcome.standstill()) {
            return baseline.ends() ? new Harm(Harm.Kind.HANG, STANDSTILL + "\n" + outcome.stacks()) : Harm.NONE;
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
        Optional<String> complaint = UserOracle.complaint(directed.folder());
        if (complaint.isPresent() && baseline.control().content()) {
            return new Harm(Harm.Kind.ORACLE, complaint.get());
        }
        if (!directed.run().ended(End.ITSELF) || !baseline.isComparable(directed)) {
            return Harm.NONE;
        }
        if (isWell(directed) && baseline.exit() != null && baseline.exit() != 0) {
            return Harm.NONE; // the recorded run is the one that failed
        }
        Optional<String> printed = printed(directed);
        Optional<String> error = error(directed);
        if (baseline.exit() != null && directed.run().exit() != baseline.exit()) {
            String instead = kind.isOfRun() ? "" : " instead of " + baseline.exit();
            String line = printed.or(() -> error)
                    .or(() -> complaint(directed))
                    .map(text -> "; it printed " + text)
                    .orElse("");
            return new Harm(Harm.Kind.EXIT, "exit code " + directed.run().exit() + instead + line);
        }
        return printed.or(() -> error)
                .map(text -> new Harm(Harm.Kind.OUTPUT, text))
                .or(() -> written(directed).map(text -> new Harm(Harm.Kind.FILE, text)))
                .orElse(Harm.NONE);
    }

    /**
     * The worst harm of a run by itself, whatever other runs did. That its time was over while a thread was running is
     * no harm.
     */
    static Harm absolute(Replayer.Directed directed) {
        Harm harm =
                new HarmJudge(new Baseline(true, 0, null, List.of(), true), null).judge(AnomalyKind.FAILURE, directed);
        return harm.maybeSlow() ? Harm.NONE : harm;
    }

    /**
     * Whether a run shows this harm of another run, whatever else it shows. Where hangs are concerned, any standstill
     * does.
     */
    static boolean shows(Replayer.Directed directed, Harm harm) {
        Outcome outcome = directed.outcome();
        return switch (harm.kind()) {
            case DEADLOCK -> {
                String same = Symptom.cycle(harm.detail());
                yield !outcome.deadlock().isEmpty()
                        && Symptom.cycle(outcome.deadlock()).equals(same);
            }
            case EXCEPTION, ASSERTION -> indexOf(harm, outcome) >= 0;
            case HANG -> outcome.standstill();
            case EXIT ->
                directed.run().ended(End.ITSELF)
                        && harm.detail().matches("exit code " + directed.run().exit() + "\\b.*");
            case ORACLE, OUTPUT, FILE, NONE -> false;
        };
    }

    /** What a run shows of the failure that a clip expects; {@link Harm#NONE} when it does not fail so. */
    static Harm as(ExpectedFailure expected, Replayer.Directed directed) {
        Outcome outcome = directed.outcome();
        return switch (expected.kind()) {
            case EXCEPTION ->
                outcome.uncaught().stream()
                        .filter(text -> matches(expected, UncaughtException.parse(text)))
                        .map(text -> new Harm(isAssertion(text) ? Harm.Kind.ASSERTION : Harm.Kind.EXCEPTION, text))
                        .findFirst()
                        .orElse(Harm.NONE);
            case DEADLOCK -> {
                Harm deadlock = new Harm(Harm.Kind.DEADLOCK, outcome.deadlock());
                boolean same = expected.places().isEmpty() || expected.equals(Symptom.expected(deadlock));
                yield !outcome.deadlock().isEmpty() && same ? deadlock : Harm.NONE;
            }
            case HANG ->
                outcome.standstill() && outcome.deadlock().isEmpty()
                        ? new Harm(Harm.Kind.HANG, STANDSTILL + "\n" + outcome.stacks())
                        : Harm.NONE;
            case EXIT -> {
                boolean same = directed.run().ended(End.ITSELF)
                        && Integer.toString(directed.run().exit()).equals(expected.what());
                yield same ? new Harm(Harm.Kind.EXIT, "exit code " + expected.what()) : Harm.NONE;
            }
        };
    }

    /** A clip that a person wrote may name the class alone. */
    private static boolean matches(ExpectedFailure expected, UncaughtException thrown) {
        return thrown.type().equals(expected.what())
                && (expected.places().isEmpty() || expected.places().contains(thrown.place()))
                && (expected.message().isEmpty() || expected.message().equals(thrown.message()));
    }

    /** Which exception of a run is thrown as this one was, by the same line; -1 when none is. */
    static int indexOf(Harm thrown, Outcome outcome) {
        String symptom = UncaughtException.parse(thrown.detail()).symptom();
        for (int i = 0; i < outcome.uncaught().size(); i++) {
            if (UncaughtException.parse(outcome.uncaught().get(i)).symptom().equals(symptom)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether the recorded schedule does this harm, too, as far as that is known. */
    boolean isUsual(Harm harm) {
        return switch (harm.kind()) {
            case DEADLOCK -> baseline.deadlocks(harm.detail());
            case EXCEPTION, ASSERTION -> baseline.has(harm.detail());
            case HANG -> !baseline.ends();
            case ORACLE, EXIT, OUTPUT, FILE, NONE -> true;
        };
    }

    /** Whether a run ended as programs should. */
    static boolean isWell(Replayer.Directed directed) {
        return directed.run().ended(End.ITSELF)
                && directed.run().exit() == 0
                && directed.outcome().uncaught().isEmpty()
                && directed.outcome().deadlock().isEmpty();
    }

    /** What it printed on standard output that the recorded schedule does not. */
    private Optional<String> printed(Replayer.Directed directed) {
        LinePattern pattern = baseline.printed(directed);
        if (baseline.output() == null
                || pattern == null
                || directed.run().output().equals(baseline.output())) {
            return Optional.empty();
        }
        Optional<List<String>> recorded = OutputDifference.lines(recordedOutput);
        Optional<List<String>> other = OutputDifference.lines(directed.folder().resolve("stdout"));
        if (recorded.isEmpty() || other.isEmpty()) {
            // Too long to be read: then only an output that never varies can be compared.
            return pattern.equals(LinePattern.EXACT)
                    ? Optional.of("its standard output differs from the recorded run's")
                    : Optional.empty();
        }
        return pattern.difference(recorded.get(), other.get()).map(OutputDifference::describe);
    }

    /** What it wrote into a file that the recorded schedule does not. */
    private Optional<String> written(Replayer.Directed directed) {
        return recordedOutput == null || recordedOutput.getParent() == null
                ? Optional.empty()
                : baseline.control()
                        .files()
                        .difference(
                                recordedOutput.getParent(),
                                directed.folder(),
                                !directed.outcome().fresh().isEmpty());
    }

    /**
     * What a handler of the program printed on standard error about an exception that the recorded schedule does not
     * throw. Other lines there are not compared.
     */
    private Optional<String> error(Replayer.Directed directed) {
        if (baseline.output() == null) {
            return Optional.empty();
        }
        for (String text : directed.outcome().handled()) {
            String type = UncaughtException.parse(text).type();
            if (!baseline.has(text) && !type.isEmpty()) {
                Path error = recordedOutput.resolveSibling("stderr");
                Optional<String> before = naming(type, error);
                Optional<String> now = naming(type, directed.folder().resolve("stderr"));
                if (before.isEmpty() && now.isPresent()) {
                    return now.map(line -> "also " + OutputDifference.quote(line) + " on standard error");
                }
            }
        }
        return Optional.empty();
    }

    /** A line on standard error that the recorded run did not print, for people; it is no harm by itself. */
    private Optional<String> complaint(Replayer.Directed directed) {
        Optional<List<String>> before = recordedOutput == null
                ? Optional.empty()
                : OutputDifference.lines(recordedOutput.resolveSibling("stderr"));
        return OutputDifference.lines(directed.folder().resolve("stderr"))
                .flatMap(now -> LinePattern.EXACT.difference(before.orElse(List.of()), now))
                .map(OutputDifference::extra)
                .map(line -> OutputDifference.quote(line) + " on standard error");
    }

    private static Optional<String> naming(String type, Path file) {
        return OutputDifference.lines(file).stream()
                .flatMap(List::stream)
                .filter(line -> line.contains(type))
                .findFirst();
    }

    static boolean isAssertion(String uncaught) {
        return UncaughtException.parse(uncaught).isAssertion();
    }
}
