// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * All that a session has to say, as {@code report.json} has it. Fields may be added, none renamed.
 *
 * @param foretell version of the tool
 * @param schema version of this format
 * @param command the program under test; empty for an imported trace
 * @param exit exit code of the session
 * @param notes what a person should know about this session as a whole, a sentence each
 * @param watch what came of a watched run; null for all others
 */
public record Report(
        String foretell,
        int schema,
        List<String> command,
        int exit,
        Run run,
        Canary canary,
        List<Finding> findings,
        Coverage coverage,
        List<String> notes,
        @JsonInclude(JsonInclude.Include.NON_NULL) Watch watch) {
    public static final int SCHEMA = 1;

    public Report {
        command = List.copyOf(command);
        findings = List.copyOf(findings);
        notes = List.copyOf(notes);
    }

    /** Of a run that was recorded. */
    public Report(
            String foretell,
            int schema,
            List<String> command,
            int exit,
            Run run,
            Canary canary,
            List<Finding> findings,
            Coverage coverage,
            List<String> notes) {
        this(foretell, schema, command, exit, run, canary, findings, coverage, notes, null);
    }

    /**
     * What was seen while the program ran.
     *
     * @param ended whether it has ended; if not, the report tells of what was seen so far
     * @param times how often accesses were seen to race; each finding can be seen many times
     * @param healed what was done against bugs
     */
    public record Watch(boolean ended, long times, List<String> healed) {}

    /**
     * The recorded run.
     *
     * @param events that happened
     * @param accesses how many of them were reads and writes
     * @param sharedEvents how many of them could matter and were analysed
     * @param programExit exit code of the recorded run; null when there was none
     * @param ended who ended it: {@code itself}, {@code watchdog}, {@code user}, or {@code standstill} when Foretell
     *     ended it because it waited for ever
     * @param jvm which of several JVMs was analysed; null when there was but one
     * @param guessed accesses whose order was not known
     */
    public record Run(
            int threads,
            long events,
            long accesses,
            int locks,
            int sharedEvents,
            double recordSeconds,
            double analyzeSeconds,
            double confirmSeconds,
            Classes classes,
            Integer programExit,
            String ended,
            List<String> uncaught,
            String jvm,
            List<String> otherJvms,
            boolean complete,
            long guessed,
            List<String> failedClasses,
            List<String> partialMethods,
            List<String> warnings) {
        public Run {
            ended = ended == null ? "itself" : ended;
        }
    }

    /** What became of the program's classes. */
    public record Classes(int instrumented, int skipped, int failed) {}

    /** The tool's check of itself: {@code confirmed}, or which step failed. */
    public record Canary(String race, String deadlock) {
        /** Not run, because this command re-executes nothing. */
        public static final Canary NOT_RUN = new Canary("not run", "not run");

        public static final String CONFIRMED = "confirmed";
    }

    /**
     * What was looked at.
     *
     * @param candidates event combinations looked at
     * @param runs re-executions, also those of findings that were refuted
     * @param timeouts re-executions that the watchdog ended without an answer
     * @param replayable whether the recorded schedule itself could be replayed; null when it was not tried
     * @param truncated what was not looked at because of a limit
     * @param unmodelled calls that may order threads in ways the tool does not know
     * @param created re-executions that created the anomaly they were made for
     * @param runsPerSecond re-executions in a second of the phase, several at the same time included
     * @param budgetSeconds the time of the whole session; 0 when it had no limit
     * @param files what became of the files that the recorded run wrote; null when there were none
     */
    public record Coverage(
            long candidates,
            int confirmed,
            int refuted,
            int undecided,
            int runs,
            int timeouts,
            Boolean replayable,
            List<String> truncated,
            List<String> unmodelled,
            int created,
            double runsPerSecond,
            double budgetSeconds,
            @JsonInclude(JsonInclude.Include.NON_NULL) Files files) {}

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
