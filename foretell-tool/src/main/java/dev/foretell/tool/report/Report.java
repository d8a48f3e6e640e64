// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * The results of a session, as {@code report.json} has them: where a part is unwrapped, its fields are there instead of
 * it. Fields may be added, none renamed.
 *
 * @param session what was run, and how it ended
 * @param notes for the user about this session as a whole, a sentence each
 * @param watch the result of a watched run; null for all others
 */
public record Report(
        @JsonUnwrapped Header session,
        Run run,
        Canary canary,
        List<Finding> findings,
        Coverage coverage,
        List<String> notes,
        @JsonInclude(JsonInclude.Include.NON_NULL) Watch watch) {
    public static final int SCHEMA = 1;

    public Report {
        findings = List.copyOf(findings);
        notes = List.copyOf(notes);
    }

    public List<String> command() {
        return session.command;
    }

    public int exit() {
        return session.exit;
    }

    /**
     * What was run.
     *
     * @param foretell version of the tool
     * @param schema version of this format
     * @param command the program under test; empty for an imported trace
     * @param exit exit code of the session
     */
    public record Header(String foretell, int schema, List<String> command, int exit) {
        public Header {
            command = List.copyOf(command);
        }
    }

    /**
     * What was seen while the program ran.
     *
     * @param ended whether it has ended; if not, the report has what was seen so far
     * @param times how often accesses were seen to race; each finding can be seen many times
     * @param healed what was done against bugs
     */
    public record Watch(boolean ended, long times, List<String> healed) {}

    /**
     * The recorded run.
     *
     * @param size how much happened
     * @param time what the phases took
     * @param end how it ended
     * @param jvms in which JVM
     * @param quality what is missing in the recording
     */
    public record Run(
            @JsonUnwrapped Size size,
            @JsonUnwrapped Time time,
            Classes classes,
            @JsonUnwrapped RunEnd end,
            @JsonUnwrapped Jvms jvms,
            @JsonUnwrapped Quality quality) {
        /** The same run, with the time that re-executing took. */
        public Run confirmedIn(double seconds) {
            Time confirmed = new Time(time.recordSeconds, time.analyzeSeconds, seconds);
            return new Run(size, confirmed, classes, end, jvms, quality);
        }

        public int threads() {
            return size.threads;
        }

        public long events() {
            return size.events;
        }

        public long accesses() {
            return size.accesses;
        }

        public int locks() {
            return size.locks;
        }

        public int sharedEvents() {
            return size.sharedEvents;
        }

        public double recordSeconds() {
            return time.recordSeconds;
        }

        public double analyzeSeconds() {
            return time.analyzeSeconds;
        }

        public double confirmSeconds() {
            return time.confirmSeconds;
        }

        public Integer programExit() {
            return end.programExit;
        }

        public String ended() {
            return end.ended;
        }

        public List<String> uncaught() {
            return end.uncaught;
        }

        public String jvm() {
            return jvms.jvm;
        }

        public List<String> otherJvms() {
            return jvms.otherJvms;
        }

        public boolean complete() {
            return quality.complete;
        }

        public long guessed() {
            return quality.guessed;
        }

        public List<String> failedClasses() {
            return quality.failedClasses;
        }

        public List<String> partialMethods() {
            return quality.partialMethods;
        }

        public List<String> warnings() {
            return quality.warnings;
        }
    }

    /**
     * How much a run did.
     *
     * @param events that happened
     * @param accesses how many of them were reads and writes
     * @param sharedEvents how many of them could matter and were analysed
     */
    public record Size(int threads, long events, long accesses, int locks, int sharedEvents) {}

    /** What the phases took. */
    public record Time(double recordSeconds, double analyzeSeconds, double confirmSeconds) {}

    /**
     * How a run ended.
     *
     * @param programExit exit code of the recorded run; null when there was none
     * @param ended what ended it: {@code itself}, {@code watchdog}, {@code user}, or {@code standstill} when Foretell
     *     ended it because it waited for ever
     */
    public record RunEnd(Integer programExit, String ended, List<String> uncaught) {
        public RunEnd {
            ended = ended == null ? "itself" : ended;
        }
    }

    /**
     * The JVM of a run.
     *
     * @param jvm which of several JVMs was analysed; null when there was but one
     */
    public record Jvms(String jvm, List<String> otherJvms) {}

    /**
     * What a recording lacks.
     *
     * @param guessed accesses whose order was not known
     */
    public record Quality(
            boolean complete,
            long guessed,
            List<String> failedClasses,
            List<String> partialMethods,
            List<String> warnings) {}

    /** What became of the program's classes. */
    public record Classes(int instrumented, int skipped, int failed) {}

    /** The tool's check of itself: {@code confirmed}, or which step failed. */
    public record Canary(String race, String deadlock) {
        /** Not run, because this command re-executes nothing. */
        public static final Canary NOT_RUN = new Canary("not run", "not run");

        public static final String CONFIRMED = "confirmed";
    }

    /**
     * What was analysed.
     *
     * @param counts what was found
     * @param reExecutions how often the program was re-executed
     * @param gaps what was not analysed
     * @param cost what re-executing took
     * @param files what became of the files that the recorded run wrote; null when there were none
     */
    public record Coverage(
            @JsonUnwrapped Counts counts,
            @JsonUnwrapped ReExecutions reExecutions,
            @JsonUnwrapped Gaps gaps,
            @JsonUnwrapped Cost cost,
            @JsonInclude(JsonInclude.Include.NON_NULL) Files files) {
        public long candidates() {
            return counts.candidates;
        }

        public int confirmed() {
            return counts.confirmed;
        }

        public int refuted() {
            return counts.refuted;
        }

        public int undecided() {
            return counts.undecided;
        }

        public int runs() {
            return reExecutions.runs;
        }

        public int timeouts() {
            return reExecutions.timeouts;
        }

        public Boolean replayable() {
            return reExecutions.replayable;
        }

        public List<String> truncated() {
            return gaps.truncated;
        }

        public List<String> unmodelled() {
            return gaps.unmodelled;
        }

        public int created() {
            return cost.created;
        }

        public double runsPerSecond() {
            return cost.runsPerSecond;
        }

        public double budgetSeconds() {
            return cost.budgetSeconds;
        }
    }

    /**
     * What was found.
     *
     * @param candidates event combinations found by the detectors
     */
    public record Counts(long candidates, int confirmed, int refuted, int undecided) {}

    /**
     * How often the program was re-executed.
     *
     * @param runs re-executions, also those of findings that were refuted
     * @param timeouts re-executions that the watchdog ended without a result
     * @param replayable whether the recorded schedule itself could be replayed; null when it was not tried
     */
    public record ReExecutions(int runs, int timeouts, Boolean replayable) {}

    /**
     * What was not analysed.
     *
     * @param truncated because of a limit
     * @param unmodelled calls that may order threads and that no model describes
     */
    public record Gaps(List<String> truncated, List<String> unmodelled) {}

    /**
     * What re-executing took.
     *
     * @param created re-executions that created the anomaly they were made for
     * @param runsPerSecond re-executions in a second of the phase, several at the same time included
     * @param budgetSeconds the time of the whole session; 0 when it had no limit
     */
    public record Cost(int created, double runsPerSecond, double budgetSeconds) {}

    /** How many files the recorded run wrote, and how many of these were compared in re-executions. */
    public record Files(int written, int compared) {}

    /**
     * What re-executing took, besides its time.
     *
     * @param created re-executions that created the anomaly they were made for
     * @param budgetSeconds the time of the whole session; 0 when it had no limit
     */
    public record Effort(int created, double budgetSeconds) {
        public static final Effort NONE = new Effort(0, 0);

        /** Of two recordings in one session. */
        public Effort plus(Effort other) {
            return new Effort(created + other.created, Math.max(budgetSeconds, other.budgetSeconds));
        }
    }
}
