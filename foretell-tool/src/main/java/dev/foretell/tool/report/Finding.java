// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.foretell.trace.Site;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.NamedPattern;
import dev.foretell.trace.anomaly.Severity;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * One anomaly, as {@code report.json} has it: flat, the fields of the parts one after the other. The names of these are
 * the names of the fields and never change.
 *
 * @param identity its id, fingerprint and kind
 * @param judgement how sure and how bad it is
 * @param anomaly what it is
 * @param replay how it comes about
 * @param grouping which others are the same bug
 * @param around what else is known about a run that failed; null for all other findings
 * @param idiom why it is only a note, where the code has a known form that makes it harmless; null where it has none
 */
public record Finding(
        @JsonUnwrapped FindingId identity,
        @JsonUnwrapped Judgement judgement,
        @JsonUnwrapped Anomaly anomaly,
        @JsonUnwrapped Replay replay,
        @JsonUnwrapped Grouping grouping,
        @JsonInclude(JsonInclude.Include.NON_NULL) Around around,
        @JsonInclude(JsonInclude.Include.NON_NULL) Idiom idiom) {

    /**
     * Best first: failures of the recorded run; then harmful, confirmed, predicted, refuted; then by severity and by
     * harm; data comes before locks; otherwise in the order of the analysis.
     */
    public static final Comparator<Finding> BEST_FIRST = Comparator.comparing(
                    (Finding finding) -> !finding.isRecorded())
            .thenComparing(Finding::status)
            .thenComparing(finding -> !finding.harm().seen())
            .thenComparing(Finding::severity)
            .thenComparing(finding -> finding.harm().kind())
            .thenComparing(Finding::isOfLocks);

    /** In {@link Replay#by} of what happened in the recorded run itself. */
    public static final String RECORDED = "recording";

    /** In {@link Replay#by} of what happened in a re-execution that left the schedule of another finding. */
    public static final String LEFT = "re-execution";

    public Finding {
        if (grouping == null || grouping.group == null) {
            grouping = new Grouping(identity.id, grouping == null ? List.of() : grouping.also);
        }
    }

    /** A finding that is the only one of its group. */
    public Finding(FindingId identity, Judgement judgement, Anomaly anomaly, Replay replay) {
        this(identity, judgement, anomaly, replay, null, null, null);
    }

    /** The finding after its re-executions. */
    public Finding with(Status newStatus, String newReason, Harm newHarm, Replays newReplays) {
        Judgement judged = new Judgement(newStatus, severityWith(newHarm), newReason, newHarm);
        return new Finding(
                identity, judged, anomaly, replay.with(newReplays), grouping, around, newHarm.seen() ? null : idiom);
    }

    /** Without harm a finding is as severe as the analysis found. */
    private Severity severityWith(Harm newHarm) {
        if (!newHarm.seen() && !harm().seen()) {
            return severity();
        }
        return SeverityRules.of(kind(), pattern(), newHarm.kind(), composed());
    }

    /**
     * The finding as another schedule created it: with the accesses and the clip of that schedule, under its own id.
     */
    public Finding shownBy(Finding other) {
        Anomaly shown = new Anomaly(variable(), pattern(), other.accesses());
        return new Finding(identity, judgement, shown, replay.shownBy(other.replay), grouping, around, idiom);
    }

    /** The finding with its accesses happening in this order. */
    public Finding ordered(List<Integer> order) {
        Schedule known = schedule();
        return scheduled(new Schedule(known.switches(), known.events(), known.steps(), order));
    }

    /** The finding, to which this schedule leads. */
    public Finding scheduled(Schedule newSchedule) {
        return new Finding(identity, judgement, anomaly, replay.with(newSchedule), grouping, around, unlessHarmful());
    }

    /** The finding in its group. */
    Finding grouped(String newGroup, List<Also> newAlso) {
        Grouping newGrouping = new Grouping(newGroup, newAlso);
        return new Finding(identity, judgement, anomaly, replay, newGrouping, around, unlessHarmful());
    }

    private Idiom unlessHarmful() {
        return harm().seen() ? null : idiom;
    }

    /** The finding of a run that failed, with this as what is known about it. */
    public Finding with(Around newAround) {
        return new Finding(identity, judgement, anomaly, replay, grouping, newAround, idiom);
    }

    /** The finding as a note, because the code has this form. */
    public Finding with(Idiom newIdiom) {
        Judgement note = new Judgement(status(), Severity.NOTE, reason(), harm());
        return new Finding(identity, note, anomaly, replay, grouping, around, newIdiom);
    }

    public String id() {
        return identity.id;
    }

    public String fingerprint() {
        return identity.fingerprint;
    }

    public AnomalyKind kind() {
        return identity.kind;
    }

    public Status status() {
        return judgement.status;
    }

    public Severity severity() {
        return judgement.severity;
    }

    public String reason() {
        return judgement.reason;
    }

    public Harm harm() {
        return judgement.harm;
    }

    public String variable() {
        return anomaly.variable;
    }

    public String pattern() {
        return anomaly.pattern;
    }

    public List<Access> accesses() {
        return anomaly.accesses;
    }

    public Schedule schedule() {
        return replay.schedule;
    }

    public String clip() {
        return replay.clip;
    }

    public Replays replays() {
        return replay.replays;
    }

    public List<String> by() {
        return replay.by;
    }

    public boolean inOrder() {
        return replay.inOrder;
    }

    public boolean composed() {
        return replay.composed;
    }

    public String group() {
        return grouping.group;
    }

    public List<Also> also() {
        return grouping.also;
    }

    /** Whether the recorded run showed it, before anything was predicted. */
    @JsonIgnore
    public boolean isRecorded() {
        return by().contains(RECORDED);
    }

    /** Whether it was seen while the program ran by itself, and not made to happen. */
    @JsonIgnore
    public boolean isSeen() {
        return by().contains("atomrace")
                && status() == Status.CONFIRMED
                && replays().tried() == 0;
    }

    /** Whether all that is known is that the recorded run ended with an exit code other than zero. */
    @JsonIgnore
    public boolean isExitOnly() {
        return isRecorded() && kind().isOfRun() && harm().kind() == Harm.Kind.EXIT;
    }

    /** Whether it stands for its group. */
    public boolean first() {
        return group().equals(id());
    }

    /** Whether a session fails because of it. */
    public boolean fails(Severity failOn) {
        return status() == Status.CONFIRMED && severity().atLeast(failOn);
    }

    /** Whether it is only counted, and listed in {@code report.json}. */
    public boolean folded() {
        return severity() == Severity.NOTE && status().isListed();
    }

    /** {@code data race on Account.balance}. */
    public String title() {
        List<String> places = accesses().stream().map(Access::position).toList();
        return kind().title(variable(), pattern(), composed(), places);
    }

    /**
     * Whether the exception is one of the thread whose wait ends before the notify, by its limit or by an interrupt:
     * that is no harm, but the expected reaction of the program.
     */
    public boolean isAnswer(Harm harm) {
        boolean thrown = harm.kind() == Harm.Kind.EXCEPTION || harm.kind() == Harm.Kind.ASSERTION;
        NamedPattern named = kind().pattern(pattern());
        return thrown
                && named != null
                && named.answering() >= 0
                && harm.detail().startsWith(accesses().get(named.answering()).thread() + ": ");
    }

    /** Whether its pattern is about what threads do to locks, and not to data. */
    @JsonIgnore
    public boolean isOfLocks() {
        NamedPattern named = kind().pattern(pattern());
        return named != null && named.ofLocks();
    }

    /**
     * What identifies a finding.
     *
     * @param id short name within this session, {@code R1}
     * @param fingerprint the same in every session, also after lines have moved
     * @param kind of the anomaly; {@link AnomalyKind#FAILURE} for a run that failed without an anomaly that explains it
     */
    public record FindingId(String id, String fingerprint, AnomalyKind kind) {}

    /**
     * How sure and how bad a finding is.
     *
     * @param reason why it is not confirmed; empty when it is
     */
    public record Judgement(Status status, Severity severity, String reason, Harm harm) {}

    /**
     * What a finding is.
     *
     * @param variable what it is about; several names have a comma between
     * @param pattern the accesses in short, {@code r-w}; of a run that failed the kind of its harm
     * @param accesses the places concerned, in the order of the pattern
     */
    public record Anomaly(String variable, String pattern, List<Access> accesses) {
        public Anomaly {
            accesses = List.copyOf(accesses);
        }
    }

    /**
     * How a finding comes about.
     *
     * @param schedule what leads to it; null when there is no witness
     * @param clip the clip's path within the output folder; null when there is no witness
     * @param by what found the schedule
     * @param inOrder whether the accesses happen one after the other, and are not all next at the same time
     * @param composed whether one thread's accesses lie in several atomic regions, which are not declared to be one
     */
    public record Replay(
            Schedule schedule, String clip, Replays replays, List<String> by, boolean inOrder, boolean composed) {
        public Replay {
            by = List.copyOf(by);
        }

        /** Of what a run showed without a schedule. */
        public static Replay seen(String clip, String by, boolean inOrder) {
            return new Replay(null, clip, Replays.NONE, List.of(by), inOrder, false);
        }

        private Replay with(Replays newReplays) {
            return new Replay(schedule, clip, newReplays, by, inOrder, composed);
        }

        private Replay with(Schedule newSchedule) {
            return new Replay(newSchedule, clip, replays, by, inOrder, composed);
        }

        private Replay shownBy(Replay other) {
            return new Replay(other.schedule, clip, replays, other.by, inOrder, composed);
        }
    }

    /**
     * Which findings are the same bug.
     *
     * @param group id of the finding that stands for it, see {@link FindingGroups}; its own when it does so itself
     * @param also the others that this one stands for
     */
    public record Grouping(String group, List<Also> also) {
        public Grouping {
            also = also == null ? List.of() : List.copyOf(also);
        }
    }

    /**
     * One of the places.
     *
     * @param actor which thread
     * @param op {@code read}, {@code write}, {@code lock}, {@code branch}, {@code call}
     * @param place where in the source
     * @param data on what, and with which locks held
     * @param stack innermost frame first; empty when it is not known
     */
    public record Access(
            @JsonUnwrapped Actor actor,
            String op,
            @JsonUnwrapped SourceLine place,
            @JsonUnwrapped AccessTarget data,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> stack) {
        public Access {
            stack = stack == null ? List.of() : List.copyOf(stack);
        }

        /** Without a stack. */
        public Access(Actor actor, String op, SourceLine place, AccessTarget data) {
            this(actor, op, place, data, List.of());
        }

        public String thread() {
            return actor.thread;
        }

        public String path() {
            return actor.path;
        }

        public String className() {
            return place.className;
        }

        public String method() {
            return place.method;
        }

        public String file() {
            return place.file;
        }

        public int line() {
            return place.line;
        }

        public String position() {
            return place.position;
        }

        public String source() {
            return place.source;
        }

        public String target() {
            return data.target;
        }

        public List<String> locks() {
            return data.locks;
        }

        public String value() {
            return data.value;
        }

        public String startedAt() {
            return data.startedAt;
        }

        public String region() {
            return data.region;
        }
    }

    /**
     * A thread.
     *
     * @param thread its name
     * @param path its creation path, which distinguishes threads of the same name
     */
    public record Actor(String thread, String path) {}

    /**
     * A place in the source.
     *
     * @param file source file, or empty
     * @param line source line, or -1
     * @param position file and line, or the best that is known
     * @param source the source line; empty when the source was not found
     */
    public record SourceLine(
            @JsonProperty("class") String className,
            String method,
            String file,
            int line,
            String position,
            String source) {
        /** Where an instruction is, with its source line. */
        public static SourceLine of(Site site, String source) {
            return new SourceLine(
                    site.className(), site.methodName(), site.sourceFile(), site.line(), site.position(), source);
        }
    }

    /**
     * What an access is to.
     *
     * @param target what exactly it reads, writes or wants; objects of one class are numbered where that matters
     * @param locks the locks the thread holds there
     * @param value the value read or written; null when it is not known
     * @param startedAt where the thread was started; empty when it is not known
     * @param region the method in which the outermost atomic region around it begins; its own method when there is none
     */
    public record AccessTarget(String target, List<String> locks, String value, String startedAt, String region) {
        public AccessTarget {
            locks = List.copyOf(locks);
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
    public record Also(String id, AnomalyKind kind, String pattern, Status status, List<String> accesses, String clip) {
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
     * Further facts about a run that failed.
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
