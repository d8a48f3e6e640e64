// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * One anomaly, as {@code report.json} has it; the names of the components are the names of its fields and never change.
 *
 * @param id short name within this session, {@code R1}
 * @param fingerprint the same in every session, also after lines have moved
 * @param kind {@code race}, {@code deadlock}, {@code atomicity}, {@code asv}, {@code order}, {@code pattern}, or
 *     {@code failure} for a run that failed without an anomaly that explains it; its pattern is the kind of its harm
 * @param reason why it is not confirmed; empty when it is
 * @param variable what it is about; several names have a comma between
 * @param pattern the accesses in short, {@code r-w}
 * @param accesses the places concerned, in the order of the pattern
 * @param schedule what leads to it; null when there is no witness
 * @param clip the clip's path within the output folder; null when there is no witness
 * @param by who found the schedule
 * @param inOrder whether the accesses happen one after the other, and are not all next at the same time
 * @param composed whether one thread's accesses lie in several atomic regions, which nobody declared to be one
 * @param group id of the finding that stands for the same bug, see {@link FindingGroups}; its own when it does so
 *     itself
 * @param also the others that this one stands for
 * @param around what else is known about a run that failed; null for all other findings
 * @param idiom why it is only a note, where the code has a known form that makes it harmless; null where it has none
 */
public record Finding(
        String id,
        String fingerprint,
        String kind,
        Status status,
        SeverityRules severity,
        String reason,
        Harm harm,
        String variable,
        String pattern,
        List<Access> accesses,
        Schedule schedule,
        String clip,
        Replays replays,
        List<String> by,
        boolean inOrder,
        boolean composed,
        String group,
        List<Also> also,
        @JsonInclude(JsonInclude.Include.NON_NULL) Around around,
        @JsonInclude(JsonInclude.Include.NON_NULL) Idiom idiom) {

    /**
     * Best first: what the recorded run itself showed; then harmful, confirmed, predicted, refuted; then by severity
     * and by what came of it; data says more than locks; otherwise as the analysis had them.
     */
    public static final Comparator<Finding> BEST_FIRST = Comparator.comparing(
                    (Finding finding) -> !finding.isRecorded())
            .thenComparing(Finding::status)
            .thenComparing(finding -> !finding.harm().seen())
            .thenComparing(Finding::severity)
            .thenComparing(finding -> finding.harm().kind())
            .thenComparing(finding -> finding.kind().equals("order") && !finding.isUsage());

    /** The pattern of a wait whose limit is over before the notify. */
    private static final String LIMIT_NOTIFY = "limit-notify";

    /** The pattern of a wait that an interrupt ends before the notify. */
    private static final String INTERRUPT_NOTIFY = "interrupt-notify";

    /** In {@link #by} of what happened in the recorded run itself. */
    public static final String RECORDED = "recording";

    /** In {@link #by} of what happened in a re-execution that left the schedule of another finding. */
    public static final String LEFT = "re-execution";

    public Finding {
        accesses = List.copyOf(accesses);
        by = List.copyOf(by);
        also = also == null ? List.of() : List.copyOf(also);
        group = group == null ? id : group;
    }

    /** A finding that stands for itself. */
    public Finding(
            String id,
            String fingerprint,
            String kind,
            Status status,
            SeverityRules severity,
            String reason,
            Harm harm,
            String variable,
            String pattern,
            List<Access> accesses,
            Schedule schedule,
            String clip,
            Replays replays,
            List<String> by,
            boolean inOrder,
            boolean composed) {
        this(
                id,
                fingerprint,
                kind,
                status,
                severity,
                reason,
                harm,
                variable,
                pattern,
                accesses,
                schedule,
                clip,
                replays,
                by,
                inOrder,
                composed,
                id,
                List.of(),
                null,
                null);
    }

    /** The finding after its re-executions. */
    public Finding with(Status newStatus, String newReason, Harm newHarm, Replays newReplays) {
        return copy(newStatus, severityWith(newHarm), newReason, newHarm, schedule, newReplays, group, also);
    }

    /**
     * That a time limit is over is what a program has to expect, and the limit may be chosen so that it does not
     * matter. An interrupt asks a thread to stop, so another exit code may be what is meant. Data that came in another
     * order than expected is worth a look when the output differs. Without harm a finding is as severe as the analysis
     * said.
     */
    private SeverityRules severityWith(Harm newHarm) {
        if (!newHarm.seen() && !harm.seen()) {
            return severity;
        }
        if (kind.equals("order") && isUsage() && newHarm.kind().isResult() && !pattern.endsWith(" varies")) {
            return SeverityRules.WARNING;
        }
        if (pattern.equals(INTERRUPT_NOTIFY) && newHarm.kind() == Harm.Kind.EXIT) {
            return SeverityRules.WARNING;
        }
        SeverityRules full = SeverityRules.of(kind, newHarm.kind(), composed);
        return full == SeverityRules.ERROR && pattern.equals(LIMIT_NOTIFY) ? SeverityRules.WARNING : full;
    }

    /** The finding, which another schedule shows: with what happens in that one, under its own name and clip. */
    public Finding shownBy(Finding other) {
        return new Finding(
                id,
                fingerprint,
                kind,
                status,
                severity,
                reason,
                harm,
                variable,
                pattern,
                other.accesses,
                other.schedule,
                clip,
                replays,
                other.by,
                inOrder,
                composed,
                group,
                also,
                around,
                idiom);
    }

    /** The finding with its accesses going on in this order. */
    public Finding ordered(List<Integer> order) {
        return scheduled(new Schedule(schedule.switches(), schedule.events(), schedule.steps(), order));
    }

    /** The finding, to which this schedule leads. */
    public Finding scheduled(Schedule newSchedule) {
        return copy(status, severity, reason, harm, newSchedule, replays, group, also);
    }

    /** The finding in its group. */
    Finding grouped(String newGroup, List<Also> newAlso) {
        return copy(status, severity, reason, harm, schedule, replays, newGroup, newAlso);
    }

    private Finding copy(
            Status newStatus,
            SeverityRules newSeverity,
            String newReason,
            Harm newHarm,
            Schedule newSchedule,
            Replays newReplays,
            String newGroup,
            List<Also> newAlso) {
        return new Finding(
                id,
                fingerprint,
                kind,
                newStatus,
                newSeverity,
                newReason,
                newHarm,
                variable,
                pattern,
                accesses,
                newSchedule,
                clip,
                newReplays,
                by,
                inOrder,
                composed,
                newGroup,
                newAlso,
                around,
                newHarm.seen() ? null : idiom);
    }

    /** The finding of a run that failed, with this as what is known about it. */
    public Finding with(Around newAround) {
        return with(severity, newAround, idiom);
    }

    /** The finding as a note, because the code has this form. */
    public Finding with(Idiom newIdiom) {
        return with(SeverityRules.NOTE, around, newIdiom);
    }

    private Finding with(SeverityRules newSeverity, Around newAround, Idiom newIdiom) {
        return new Finding(
                id,
                fingerprint,
                kind,
                status,
                newSeverity,
                reason,
                harm,
                variable,
                pattern,
                accesses,
                schedule,
                clip,
                replays,
                by,
                inOrder,
                composed,
                group,
                also,
                newAround,
                newIdiom);
    }

    /** Whether the recorded run showed it, before anything was predicted. */
    @JsonIgnore
    public boolean isRecorded() {
        return by.contains(RECORDED);
    }

    /** Whether it was seen while the program ran by itself, and not made to happen. */
    @JsonIgnore
    public boolean isSeen() {
        return by.contains("atomrace") && status == Status.CONFIRMED && replays.tried() == 0;
    }

    /** Whether all that is known is that the recorded run ended with an exit code other than zero. */
    @JsonIgnore
    public boolean isExitOnly() {
        return isRecorded() && kind.equals("failure") && harm.kind() == Harm.Kind.EXIT;
    }

    /** Whether it stands for its group. */
    public boolean first() {
        return group.equals(id);
    }

    /** Whether a session fails because of it. */
    public boolean fails(SeverityRules failOn) {
        return status == Status.CONFIRMED && severity.atLeast(failOn);
    }

    /** What nobody needs to read one by one: it is counted, and listed in {@code report.json}. */
    public boolean folded() {
        return severity == SeverityRules.NOTE && status.isListed();
    }

    /** {@code data race on Account.balance}. */
    public String title() {
        return switch (kind) {
            case "race" -> "data race on " + variable;
            case "failure" -> "failure" + (variable.isEmpty() ? "" : ": " + variable);
            case "deadlock" -> "deadlock on " + variable;
            case "atomicity" -> (composed ? "check-then-act on " : "atomicity violation on ") + variable;
            case "pattern" -> "pattern " + pattern + " on " + variable;
            case "order" ->
                switch (pattern) {
                            case "notify-wait" -> "lost notification on ";
                            case LIMIT_NOTIFY -> "time limit of a wait on ";
                            case INTERRUPT_NOTIFY -> "interrupt before the notify on ";
                            case "lock-lock", "locks-locks" -> "order of critical sections on ";
                            default -> "";
                        }
                        + variable
                        + (isUsage() ? order() : "");
            case "asv" -> (composed ? "torn pair " : "atomic-set violation on ") + variable;
            default -> kind + " on " + variable;
        };
    }

    /**
     * Whether the thread whose wait ends before the notify, by its limit or by an interrupt, complains of that itself:
     * that is no harm, it is the answer of the program.
     */
    public boolean isAnswer(Harm harm) {
        boolean thrown = harm.kind() == Harm.Kind.EXCEPTION || harm.kind() == Harm.Kind.ASSERTION;
        int waiting = pattern.equals(LIMIT_NOTIFY) ? 0 : pattern.equals(INTERRUPT_NOTIFY) ? 1 : -1;
        return thrown
                && waiting >= 0
                && harm.detail().startsWith(accesses.get(waiting).thread() + ": ");
    }

    /** Whether it is about accesses to data, and not to locks. */
    @JsonIgnore
    public boolean isUsage() {
        String op = accesses.isEmpty() ? "" : accesses.get(0).op();
        return op.equals("read") || op.equals("write");
    }

    /** {@code is read at A.java:12 before it is set at A.java:7 (overdue use)}. */
    private String order() {
        boolean overdue = accesses.get(0).op().equals("read");
        Access read = accesses.get(overdue ? 0 : 1);
        Access write = accesses.get(overdue ? 1 : 0);
        return " is read at " + read.position() + (overdue ? " before it is set at " : " after it is set anew at ")
                + write.position() + " (" + pattern + ")";
    }

    /**
     * One of the places.
     *
     * @param thread its name
     * @param path its creation path, which tells threads of the same name apart
     * @param op {@code read}, {@code write}, {@code lock}, {@code branch}, {@code call}
     * @param file source file, or empty
     * @param line source line, or -1
     * @param position file and line, or the best that is known
     * @param source the source line; empty when the source was not found
     * @param target what exactly it reads, writes or wants; objects of one class are numbered where that matters
     * @param locks the locks the thread holds there
     * @param value the value read or written; null when it is not known
     * @param startedAt where the thread was started; empty when it is not known
     * @param region the method in which the outermost atomic region around it begins; its own method when there is none
     * @param stack innermost frame first; empty when it is not known
     */
    public record Access(
            String thread,
            String path,
            String op,
            @JsonProperty("class") String className,
            String method,
            String file,
            int line,
            String position,
            String source,
            String target,
            List<String> locks,
            String value,
            String startedAt,
            String region,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> stack) {
        public Access {
            locks = List.copyOf(locks);
            stack = stack == null ? List.of() : List.copyOf(stack);
        }

        /** Without a stack. */
        public Access(
                String thread,
                String path,
                String op,
                String className,
                String method,
                String file,
                int line,
                String position,
                String source,
                String target,
                List<String> locks,
                String value,
                String startedAt,
                String region) {
            this(
                    thread, path, op, className, method, file, line, position, source, target, locks, value, startedAt,
                    region, List.of());
        }
    }

    /**
     * The forced part of a schedule.
     *
     * @param switches forced context switches
     * @param events events executed until the anomaly
     * @param steps the switches themselves; only the last ones when there are very many
     * @param order the order in which the accesses then happen, as indices into {@link Finding#accesses()}
     */
    public record Schedule(int switches, int events, List<Step> steps, List<Integer> order) {
        public Schedule {
            steps = List.copyOf(steps);
            order = List.copyOf(order);
        }
    }

    /**
     * One thread runs alone.
     *
     * @param thread its creation path
     * @param name its name
     * @param position where it is stopped; empty when it runs to its end
     * @param action what it would do next there
     * @param accesses which of the {@link Finding#accesses()} happen meanwhile; only when they happen one after the
     *     other
     */
    public record Step(String thread, String name, String position, String action, List<Integer> accesses) {
        public Step {
            accesses = accesses == null ? List.of() : List.copyOf(accesses);
        }

        public Step(String thread, String name, String position, String action) {
            this(thread, name, position, action, List.of());
        }
    }

    /**
     * Another way to the same bug, in short.
     *
     * @param accesses position of each
     */
    public record Also(String id, String kind, String pattern, Status status, List<String> accesses, String clip) {
        public Also {
            accesses = List.copyOf(accesses);
        }

        static Also of(Finding finding) {
            return new Also(
                    finding.id(),
                    finding.kind(),
                    finding.pattern(),
                    finding.status(),
                    finding.accesses().stream().map(Access::position).toList(),
                    finding.clip());
        }
    }

    /**
     * A run that failed, beside its stacks.
     *
     * @param lastEvents what the threads concerned did last, a line each, oldest first
     * @param endsWell the clip of a schedule with which the program ends well; null when none was seen
     */
    public record Around(
            List<String> lastEvents,
            @JsonInclude(JsonInclude.Include.NON_NULL) String endsWell) {
        public Around {
            lastEvents = lastEvents == null ? List.of() : List.copyOf(lastEvents);
        }
    }

    /** Code that accesses a variable without synchronisation on purpose, and has the same result in every order. */
    public enum Idiom {
        SINGLE_CHECK("the racy single-check idiom: one method reads the field once and can only fill it with one value,"
                + " computed from constants and final fields, so every order has the same result"),
        CLASS_LITERAL(
                "a compiler's cache of a class constant: every write has the same value, so every order has the same"
                        + " result");

        private final String sentence;

        Idiom(String sentence) {
            this.sentence = sentence;
        }

        @JsonValue
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** What it is, and why it is harmless. */
        public String sentence() {
            return sentence;
        }
    }

    /** How often the program was re-executed for it, and how often it happened. */
    public record Replays(int tried, int created) {
        public static final Replays NONE = new Replays(0, 0);
    }
}
