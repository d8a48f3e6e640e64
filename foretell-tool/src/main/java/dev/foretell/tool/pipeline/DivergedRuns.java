// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.process.RunResult.End;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.Status;
import dev.foretell.tool.report.Symptom;
import dev.foretell.tool.report.UncaughtException;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Harm in re-executions that did not create their anomaly. They are executions of the program too, so their harm can
 * happen; {@link DivergedFailures} tries to reproduce it.
 *
 * <p>Only what the program did itself counts: threads that the director still held when the time was over do not hang,
 * and another exit code or output may be due to the place where the schedule was left. And only what its schedule led
 * to: a wait whose time limit ran out while threads were held, or an input that differs from the recorded run, excuses
 * what comes after it.
 */
final class DivergedRuns {
    /** What the JVM throws for lack of space, or because of how classes look: the agent has a part in both. */
    private static final Set<String> OF_THE_JVM = Set.of(
            "java.lang.OutOfMemoryError",
            "java.lang.StackOverflowError",
            "java.lang.InternalError",
            "java.lang.VerifyError",
            "java.lang.ClassFormatError",
            "java.lang.ClassCircularityError");

    /**
     * In the name of an exception, or of its cause: it means that a time limit ran out, or that a peer has closed its
     * connection, perhaps because of a time limit in a native call, where no probe is.
     */
    private static final List<String> OF_OTHERS = List.of("Timeout", "java.io.", "java.net.", "java.nio.");

    private final List<Miss> misses = new ArrayList<>();

    private record Miss(Finding finding, Clip clip, Replayer.Directed directed) {}

    /**
     * The same harm in one or more runs.
     *
     * @param ids of the findings for which these runs were
     * @param clips that they were to follow, those first after which it is certain what happened
     * @param certain whether in one of them nothing but its schedule can have led to it
     */
    record ObservedHarm(Harm harm, List<String> ids, List<Clip> clips, boolean certain) {
        String symptom() {
            return DivergedRuns.symptom(harm);
        }
    }

    /** A re-execution for this finding left its schedule. */
    synchronized void add(Finding finding, Clip clip, Replayer.Directed directed) {
        Outcome outcome = directed.outcome();
        if (!outcome.deadlock().isEmpty()
                || !outcome.uncaught().isEmpty()
                || outcome.standstill()
                || directed.run().ended(End.TIMEOUT)) {
            misses.add(new Miss(finding, clip, directed));
        }
    }

    /**
     * What these runs did wrong, each symptom once, but for those that a confirmed finding has. When the recorded
     * schedule was not followed there is nothing to compare with; then only deadlocks count that nothing ends.
     */
    synchronized List<ObservedHarm> observedHarms(HarmJudge judge, List<Finding> results, boolean isFollowed) {
        Map<String, ObservedHarm> observedHarms = new LinkedHashMap<>();
        for (Miss miss : misses) {
            Harm harm = harm(judge, miss.directed());
            boolean counts = harm.seen() && (isFollowed || lastsByItself(harm));
            if (counts && results.stream().noneMatch(finding -> explains(finding, harm))) {
                ObservedHarm old = observedHarms.get(symptom(harm));
                observedHarms.put(symptom(harm), merged(old, miss, harm, isCertain(harm, miss.directed())));
            }
        }
        return new ArrayList<>(observedHarms.values());
    }

    private static ObservedHarm merged(ObservedHarm old, Miss miss, Harm harm, boolean certain) {
        List<String> ids = new ArrayList<>(old == null ? List.of() : old.ids());
        if (!ids.contains(miss.finding().id())) {
            ids.add(miss.finding().id());
        }
        List<Clip> clips = new ArrayList<>(old == null ? List.of() : old.clips());
        if (!clips.contains(miss.clip())) {
            boolean first = certain && !clips.isEmpty() && !old.certain();
            clips.add(first ? 0 : clips.size(), miss.clip());
        }
        return new ObservedHarm(old == null ? harm : old.harm(), ids, clips, certain || old != null && old.certain());
    }

    /** The stacks of a hang differ a little each time, so one confirmed hang explains all. */
    private static boolean explains(Finding finding, Harm harm) {
        if (finding.status() != Status.CONFIRMED) {
            return false;
        }
        boolean hangs = harm.kind() == Harm.Kind.HANG && finding.harm().kind() == Harm.Kind.HANG;
        return hangs || symptom(finding.harm()).equals(symptom(harm));
    }

    /** What the program did wrong in a run that created nothing. */
    static Harm harm(HarmJudge judge, Replayer.Directed directed) {
        Harm harm = judge.judge(AnomalyKind.FAILURE, directed);
        return switch (harm.kind()) {
            case DEADLOCK, EXCEPTION, ASSERTION -> harm;
            case HANG -> {
                boolean free = !directed.outcome().problem().isEmpty()
                        && (directed.run().ended(End.TIMEOUT)
                                || directed.outcome().standstill());
                yield directed.outcome().standstill() || free && !harm.maybeSlow() ? harm : Harm.NONE;
            }
            case ORACLE, EXIT, OUTPUT, FILE, NONE -> Harm.NONE;
        };
    }

    /** Whether a run shows the same harm, and nothing but its schedule can have led to it. */
    static boolean shows(HarmJudge judge, Replayer.Directed directed, Harm harm) {
        return HarmJudge.shows(directed, harm) && isCertain(harm, directed) && !judge.isUsual(harm);
    }

    /** Whether nothing but the order of its threads can have led the program there. */
    static boolean isCertain(Harm harm, Replayer.Directed directed) {
        Outcome outcome = directed.outcome();
        if (directed.run().ended(End.INTERRUPTED)
                || directed.run().ended(End.OUT_OF_TIME)
                || outcome.problem().startsWith("Foretell's director failed")) {
            return false;
        }
        return switch (harm.kind()) {
            case DEADLOCK ->
                lastsByItself(harm) || outcome.standstill() && outcome.expired().isEmpty();
            case HANG -> outcome.standstill() && outcome.expired().isEmpty();
            case EXCEPTION, ASSERTION ->
                HarmJudge.indexOf(harm, outcome) < outcome.sure()
                        && !OF_THE_JVM.contains(
                                UncaughtException.parse(harm.detail()).type())
                        && OF_OTHERS.stream().noneMatch(harm.detail()::contains);
            case ORACLE, EXIT, OUTPUT, FILE, NONE -> false;
        };
    }

    /**
     * Whether threads wait in a cycle for each other's locks and nothing ends that: no delay and no input creates a
     * cycle of locks. When an interrupt ends one of the waits, the thread that would have interrupted may have given
     * up.
     */
    static boolean lastsByItself(Harm harm) {
        return harm.kind() == Harm.Kind.DEADLOCK && !harm.detail().contains(Outcome.UNLESS_INTERRUPTED);
    }

    /** Why it is not a finding: {@code replays} did not reproduce it, or none was tried. */
    static String note(ObservedHarm observed, int replays) {
        int runs = observed.ids().size();
        String why = replays > 0
                ? "the same schedule did not reproduce it (" + replays + " tries)"
                : observed.certain()
                        ? "no schedule was tried to reproduce it"
                        : "a time limit of the program, an input or the machine may have led to it";
        return "Seen in " + runs + (runs == 1 ? " re-execution" : " re-executions") + " that left the schedule (for "
                + String.join(", ", observed.ids()) + "), and not when the recorded schedule was replayed: "
                + observed.harm().detail().lines().findFirst().orElse("") + " ("
                + observed.harm().kind().text() + "). It is not confirmed: " + why + ".";
    }

    /** Equal for what is probably the same. */
    static String symptom(Harm harm) {
        String symptom = Symptom.of(harm);
        return symptom.isEmpty()
                ? harm.kind().text()
                        + ' '
                        + UncaughtException.parse(harm.detail()).symptom()
                : symptom;
    }
}
