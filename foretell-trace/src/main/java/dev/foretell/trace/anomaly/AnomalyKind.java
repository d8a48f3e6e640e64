// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.anomaly;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A kind of anomaly: all that differs from one kind to the next between its detector and the report, as facts. The set
 * is open: a detector from outside brings a kind of its own ({@link #named}). Equal when the ids are.
 *
 * <p>Titles are templates: <code>{variable}</code> is what the anomaly is about, <code>{pattern}</code> its pattern,
 * <code>{0}</code>, <code>{1}</code>, … the places of its events.
 */
public final class AnomalyKind {
    /** Two accesses to one variable, one of them a write, and nothing orders them. */
    public static final AnomalyKind RACE = named("race")
            .title("data race on {variable}")
            .arranged(EventArrangement.AT_ONCE, 2, 2)
            .severity(Severity.ERROR)
            .excusedByIdioms()
            .build();

    /** Threads that wait for each other's locks. */
    public static final AnomalyKind DEADLOCK = named("deadlock")
            .title("deadlock on {variable}")
            .arranged(EventArrangement.LOCK_CYCLE, 2, Integer.MAX_VALUE)
            .severity(Severity.ERROR)
            .build();

    /** An access between two accesses of one atomic region. */
    public static final AnomalyKind ATOMICITY = named("atomicity")
            .title("atomicity violation on {variable}")
            .composedTitle("check-then-act on {variable}")
            .arranged(EventArrangement.IN_SEQUENCE, 3, 3)
            .severity(Severity.WARNING)
            .ofRegions()
            .excusedByIdioms()
            .build();

    /** Accesses between those of one atomic region, on several variables that belong together. */
    public static final AnomalyKind ASV = named("asv")
            .letter("S")
            .title("atomic-set violation on {variable}")
            .composedTitle("torn pair {variable}")
            .arranged(EventArrangement.IN_SEQUENCE, 3, Integer.MAX_VALUE)
            .severity(Severity.WARNING)
            .ofRegions()
            .build();

    /** Events of two threads in another order than the recorded one. */
    public static final AnomalyKind ORDER = named("order")
            .title("order on {variable}")
            .arranged(EventArrangement.IN_SEQUENCE, 2, Integer.MAX_VALUE)
            .severity(Severity.NOTE)
            .judgedByHarm()
            .with(NamedPattern.ofData("overdue use", Titles.OVERDUE, Severity.WARNING))
            .with(NamedPattern.ofData("overdue use, order varies", Titles.OVERDUE, null))
            .with(NamedPattern.ofData("premature redefinition", Titles.PREMATURE, Severity.WARNING))
            .with(NamedPattern.ofData("premature redefinition, order varies", Titles.PREMATURE, null))
            .with(NamedPattern.ofLocks("notify-wait", "lost notification on {variable}"))
            // A program has to expect that a time limit is over, and the limit may be chosen so that it does not
            // matter.
            .with(NamedPattern.ofLocks("limit-notify", "time limit of a wait on {variable}")
                    .atMost(Severity.WARNING)
                    .answeredBy(0))
            // An interrupt is a request to stop, so another exit code may be intended.
            .with(NamedPattern.ofLocks("interrupt-notify", "interrupt before the notify on {variable}")
                    .onExit(Severity.WARNING)
                    .answeredBy(1))
            .with(NamedPattern.ofLocks("lock-lock", "order of critical sections on {variable}"))
            .with(NamedPattern.ofLocks("locks-locks", "order of critical sections on {variable}"))
            .build();

    /** A pattern of the user's own. */
    public static final AnomalyKind PATTERN = named("pattern")
            .title("pattern {pattern} on {variable}")
            .arranged(EventArrangement.IN_SEQUENCE, 2, Integer.MAX_VALUE)
            .severity(Severity.WARNING)
            .declared()
            .build();

    /** A run that fails, without an anomaly that explains it. */
    public static final AnomalyKind FAILURE = named("failure")
            .title("failure: {variable}")
            .severity(Severity.ERROR)
            .ofRun()
            .build();

    /** No anomaly: a schedule to follow. */
    public static final AnomalyKind SCHEDULE =
            named("schedule").title("schedule").severity(Severity.NOTE).build();

    private static final List<AnomalyKind> OWN =
            List.of(RACE, DEADLOCK, ATOMICITY, ASV, ORDER, PATTERN, FAILURE, SCHEDULE);

    private final String id;
    private final String letter;
    private final String title;
    private final String composedTitle;
    private final EventArrangement arrangement;
    private final int fewest;
    private final int most;
    private final Severity severity;
    private final boolean ofRegions;
    private final boolean declared;
    private final boolean ofRun;
    private final boolean excusedByIdioms;
    private final Retry retry;
    private final Quota quota;
    private final List<NamedPattern> patterns;

    private AnomalyKind(Builder facts) {
        this.id = facts.id;
        this.letter = facts.letter;
        this.title = facts.title;
        this.composedTitle = facts.composedTitle == null ? facts.title : facts.composedTitle;
        this.arrangement = facts.arrangement;
        this.fewest = facts.fewest;
        this.most = facts.most;
        this.severity = facts.severity;
        this.ofRegions = facts.ofRegions;
        this.declared = facts.declared;
        this.ofRun = facts.ofRun;
        this.excusedByIdioms = facts.excusedByIdioms;
        this.retry = facts.retry();
        this.quota = facts.quota;
        this.patterns = List.copyOf(facts.patterns);
    }

    /** The kinds of Foretell's own detectors, and those without a detector. */
    public static List<AnomalyKind> own() {
        return OWN;
    }

    /** One of Foretell's own; null when there is none of this id. */
    public static AnomalyKind own(String id) {
        for (AnomalyKind kind : OWN) {
            if (kind.id.equals(id)) {
                return kind;
            }
        }
        return null;
    }

    /** A kind whose detector is not on the class path: only id and arrangement are known. */
    public static AnomalyKind foreign(String id, EventArrangement arrangement) {
        return named(id)
                .arranged(arrangement, fewestOf(arrangement), mostOf(arrangement))
                .build();
    }

    /** This kind with its events arranged in another way, as a pattern of the user's may have them. */
    public AnomalyKind arrangedAs(EventArrangement other) {
        if (other == arrangement) {
            return this;
        }
        Builder facts = new Builder(id);
        facts.letter = letter;
        facts.title = title;
        facts.composedTitle = composedTitle;
        facts.severity = severity;
        facts.ofRegions = ofRegions;
        facts.declared = declared;
        facts.ofRun = ofRun;
        facts.excusedByIdioms = excusedByIdioms;
        facts.judgedByHarm = isJudgedByHarm();
        facts.quota = quota;
        facts.patterns.addAll(patterns);
        return facts.arranged(other, fewestOf(other), mostOf(other)).build();
    }

    private static int fewestOf(EventArrangement arrangement) {
        return arrangement == EventArrangement.NONE ? 0 : 2;
    }

    private static int mostOf(EventArrangement arrangement) {
        return switch (arrangement) {
            case NONE -> 0;
            case AT_ONCE -> 2;
            case IN_SEQUENCE, LOCK_CYCLE -> Integer.MAX_VALUE;
        };
    }

    /** A new kind; the id is what users write after {@code --detect}. */
    public static Builder named(String id) {
        return new Builder(id);
    }

    public String id() {
        return id;
    }

    /** The letter that the ids of its findings begin with. */
    public String letter() {
        return letter;
    }

    public EventArrangement arrangement() {
        return arrangement;
    }

    public boolean isInSequence() {
        return arrangement == EventArrangement.IN_SEQUENCE;
    }

    /** Whether it is a deadlock, which is its own harm. */
    public boolean isLockCycle() {
        return arrangement == EventArrangement.LOCK_CYCLE;
    }

    /** Whether an anomaly of this kind can have this number of events. */
    public boolean admits(int events) {
        return events >= fewest && events <= most;
    }

    /** How many events it has, in words: {@code exactly two}, {@code three or more}, {@code no}. */
    public String eventsNeeded() {
        if (most == 0) {
            return "no";
        }
        return fewest == most ? "exactly " + word(fewest) : word(fewest) + " or more";
    }

    private static String word(int number) {
        return number == 1 ? "one" : number == 2 ? "two" : number == 3 ? "three" : Integer.toString(number);
    }

    /** How severe it is as long as no harm was seen. */
    public Severity severity() {
        return severity;
    }

    /** What is re-executed once more after the anomaly was created. */
    public Retry retry() {
        return retry;
    }

    /** Whether it is no bug by itself: it is reported only when a re-execution does harm. */
    public boolean isJudgedByHarm() {
        return retry == Retry.TO_REPEAT_HARM;
    }

    /** Whether it breaks atomic regions, so that it matters whether a region covers the variable. */
    public boolean isOfRegions() {
        return ofRegions;
    }

    /** Whether the user declares what belongs together, so that Foretell does not guess. */
    public boolean isDeclared() {
        return declared;
    }

    /** Whether it comes from a run that failed, and not from a detector. */
    public boolean isOfRun() {
        return ofRun;
    }

    /** Whether a benign idiom in the code, such as a single-check cache, excuses it. */
    public boolean isExcusedByIdioms() {
        return excusedByIdioms;
    }

    public Quota quota() {
        return quota;
    }

    /** The facts of this pattern that differ from those of its kind; null when none do. */
    public NamedPattern pattern(String label) {
        for (NamedPattern pattern : patterns) {
            if (pattern.label().equals(label)) {
                return pattern;
            }
        }
        return null;
    }

    /**
     * One line for people, in reports and at the beginning of a clip's title.
     *
     * @param composed whether its events lie in several regions that are only assumed to belong together
     * @param places of its events
     */
    public String title(String variable, String pattern, boolean composed, List<String> places) {
        NamedPattern named = pattern(pattern);
        String template = named != null ? named.title() : composed ? composedTitle : title;
        String text = template.replace("{pattern}", pattern);
        for (int i = 0; i < places.size(); i++) {
            text = text.replace("{" + i + "}", places.get(i));
        }
        text = text.replace("{variable}", variable);
        return text.endsWith(": ") ? text.substring(0, text.length() - 2) : text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AnomalyKind && ((AnomalyKind) other).id.equals(id);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    /** The id. */
    @Override
    public String toString() {
        return id;
    }

    /** Templates that several patterns share. */
    private static final class Titles {
        static final String OVERDUE = "{variable} is read at {0} before it is set at {1} ({pattern})";
        static final String PREMATURE = "{variable} is read at {1} after it is set anew at {0} ({pattern})";
    }

    /** Collects the facts of a kind; each has a default. */
    public static final class Builder {
        private final String id;
        private final List<NamedPattern> patterns = new ArrayList<>();
        private String letter;
        private String title;
        private String composedTitle;
        private EventArrangement arrangement = EventArrangement.NONE;
        private int fewest;
        private int most;
        private Severity severity = Severity.WARNING;
        private boolean ofRegions;
        private boolean declared;
        private boolean ofRun;
        private boolean excusedByIdioms;
        private boolean judgedByHarm;
        private Quota quota = Quota.ANOMALIES;

        private Builder(String id) {
            this.id = id;
            this.letter = id.substring(0, 1).toUpperCase(Locale.ROOT);
            this.title = id.concat(" on {variable}");
        }

        /** The letter that the ids of its findings begin with; by default the first letter of the kind's id. */
        public Builder letter(String newLetter) {
            letter = newLetter;
            return this;
        }

        /** The title in reports and clips; see {@link AnomalyKind} for its form. */
        public Builder title(String template) {
            title = template;
            return this;
        }

        /** The title when its events lie in several regions that are only assumed to belong together. */
        public Builder composedTitle(String template) {
            composedTitle = template;
            return this;
        }

        /** How its events are arranged, and how many it has. */
        public Builder arranged(EventArrangement newArrangement, int fewestEvents, int mostEvents) {
            arrangement = newArrangement;
            fewest = fewestEvents;
            most = mostEvents;
            return this;
        }

        /** How severe it is without harm. */
        public Builder severity(Severity newSeverity) {
            severity = newSeverity;
            return this;
        }

        /** It breaks atomic regions. */
        public Builder ofRegions() {
            ofRegions = true;
            return this;
        }

        /** The user declares what belongs together. */
        public Builder declared() {
            declared = true;
            return this;
        }

        /** It comes from a run that failed. */
        public Builder ofRun() {
            ofRun = true;
            return this;
        }

        /** A benign idiom in the code excuses it. */
        public Builder excusedByIdioms() {
            excusedByIdioms = true;
            return this;
        }

        /** It is no bug by itself: only its harm is reported, and it has the quota of orders. */
        public Builder judgedByHarm() {
            judgedByHarm = true;
            quota = Quota.ORDERS;
            return this;
        }

        public Builder quota(Quota newQuota) {
            quota = newQuota;
            return this;
        }

        /** One of its patterns has facts of its own. */
        public Builder with(NamedPattern pattern) {
            patterns.add(pattern);
            return this;
        }

        public AnomalyKind build() {
            return new AnomalyKind(this);
        }

        private Retry retry() {
            if (judgedByHarm) {
                return Retry.TO_REPEAT_HARM;
            }
            return switch (arrangement) {
                case AT_ONCE -> Retry.OTHER_ORDER;
                case IN_SEQUENCE -> Retry.WHILE_HARMLESS;
                case LOCK_CYCLE, NONE -> Retry.NEVER;
            };
        }
    }
}
