// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.analysis.pattern.PatternFile;
import dev.foretell.tool.Version;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Report;
import dev.foretell.tool.report.SeverityRules;
import dev.foretell.tool.report.Status;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What is known about one job so far; {@code session.json} in the output folder. Each phase fills in its part.
 *
 * @param foretell version that made it; also what marks a folder as ours
 * @param command the program under test, as the user typed it; empty for an imported trace
 * @param directory where the command was started
 * @param scope what of it is looked at
 * @param detect ids of the detectors
 * @param patterns the user's patterns; null when there are none
 * @param expect output folders of other runs of the program, which say what order is expected
 * @param seal shows that this user's own Foretell recorded this command, see {@link SessionSeal}; empty when there is
 *     none
 * @param recording null until recorded
 * @param analysis null until analysed
 * @param confirmation null until re-executed
 * @param watch what came of a watched run; null for all others
 */
public record Session(
        String foretell,
        List<String> command,
        String directory,
        InstrumentationScope scope,
        List<String> detect,
        Patterns patterns,
        List<String> expect,
        String seal,
        Recording recording,
        Analysis analysis,
        Confirmation confirmation,
        Report.Canary canary,
        Report.Watch watch) {

    public Session {
        command = List.copyOf(command);
        detect = List.copyOf(detect);
        expect = expect == null ? List.of() : List.copyOf(expect);
    }

    /** A file of patterns as it was when it was read; {@code file} is its name for messages. */
    public record Patterns(String file, String text) {
        public PatternFile parse() throws IOException {
            return PatternFile.parse(file, text);
        }
    }

    public static Session of(
            List<String> command, String directory, InstrumentationScope scope, List<String> detect, String seal) {
        return new Session(
                Version.text(),
                command,
                directory,
                scope,
                detect,
                null,
                List.of(),
                seal,
                null,
                null,
                null,
                Report.Canary.NOT_RUN,
                null);
    }

    /**
     * How the recorded run went.
     *
     * @param exit the program's exit code
     * @param timedOut whether the watchdog ended it
     * @param interrupted whether the user ended it
     * @param output sums up what it printed
     * @param jvms a trace folder each, within the output folder
     * @param stall how it came to a standstill, so that Foretell ended it; null when it did not
     */
    public record Recording(
            int exit,
            boolean timedOut,
            boolean interrupted,
            double seconds,
            String output,
            List<String> jvms,
            Stall stall) {
        /** Of a run that did not come to a standstill. */
        public Recording(
                int exit, boolean timedOut, boolean interrupted, double seconds, String output, List<String> jvms) {
            this(exit, timedOut, interrupted, seconds, output, jvms, null);
        }

        /** Whether it came to its end without help. */
        public boolean endedByItself() {
            return !timedOut && !interrupted && stall == null;
        }

        /** It failed by itself, whatever Foretell finds. */
        public boolean failed() {
            return exit != 0 || timedOut;
        }
    }

    /** How long a program was at work before it stood still, in seconds, and how long it then took to be sure. */
    public record Stall(double after, double verdictSeconds) {}

    /**
     * What the analysis said.
     *
     * @param program tells the analysed JVM from the others that the command starts, see {@code AgentOptions}; empty
     *     when it starts but one
     * @param findings with status predicted or refuted, as the analysis left them
     * @param unmodelled calls that may order threads and that no model speaks of
     * @param lost whether nothing could be analysed, so that nothing can be said about the program
     * @param others further schedules for some of the findings: each is that finding, by its id, with other accesses,
     *     schedule and clip; none in sessions of earlier versions
     */
    public record Analysis(
            double seconds,
            String program,
            Report.Run run,
            long candidates,
            List<String> truncated,
            List<Finding> findings,
            List<String> unmodelled,
            boolean lost,
            List<Finding> others) {
        public Analysis {
            others = others == null ? List.of() : List.copyOf(others);
        }

        /** One that came to its end. */
        public Analysis(
                double seconds,
                String program,
                Report.Run run,
                long candidates,
                List<String> truncated,
                List<Finding> findings,
                List<String> unmodelled,
                List<Finding> others) {
            this(seconds, program, run, candidates, truncated, findings, unmodelled, false, others);
        }

        /** One that came to nothing, with the reason. */
        static Analysis lost(Session session, String reason) {
            return new Analysis(
                    0, "", unknown(session.recording()), 0, List.of(reason), List.of(), List.of(), true, List.of());
        }

        private static Report.Run unknown(Recording recording) {
            return new Report.Run(
                    0,
                    0,
                    0,
                    0,
                    0,
                    recording.seconds(),
                    0,
                    0,
                    new Report.Classes(0, 0, 0),
                    recording.exit(),
                    recording.timedOut() ? "watchdog" : recording.interrupted() ? "user" : "itself",
                    List.of(),
                    null,
                    List.of(),
                    true,
                    0,
                    List.of(),
                    List.of(),
                    List.of());
        }

        /** Of a program whose every call is understood. */
        public Analysis(
                double seconds,
                String program,
                Report.Run run,
                long candidates,
                List<String> truncated,
                List<Finding> findings) {
            this(seconds, program, run, candidates, truncated, findings, List.of(), List.of());
        }
    }

    /**
     * What the re-executions said.
     *
     * @param replayable whether the recorded schedule could be followed
     * @param baseline what the program does anyway
     * @param truncated what was not re-executed because of a limit
     * @param findings all of them, with their final status
     * @param effort what it took; null in sessions of earlier versions
     */
    public record Confirmation(
            double seconds,
            int runs,
            int timeouts,
            boolean replayable,
            boolean interrupted,
            Baseline baseline,
            List<String> notes,
            List<String> truncated,
            List<Finding> findings,
            Report.Effort effort) {
        public Confirmation {
            effort = effort == null ? Report.Effort.NONE : effort;
        }

        /**
         * Whether all this says nothing only because the recording does not tell how the run really went: two threads
         * can come to their probes the other way round than to what stands behind these, and some answers that depend
         * on other threads are not recorded. Another recording of the same program mostly does.
         */
        public boolean isForAnotherRecording() {
            return !replayable
                    && !interrupted
                    && timeouts == 0
                    && findings.stream()
                            .noneMatch(one -> one.status() == Status.CONFIRMED && one.severity() != SeverityRules.NOTE)
                    && findings.stream().anyMatch(one -> one.status() == Status.PREDICTED && one.clip() != null);
        }

        /** This one, made of a second recording after the first had come to nothing. */
        Confirmation after(Confirmation first) {
            List<String> more = new ArrayList<>(notes);
            more.add(
                    "The schedule of the first recording could not be replayed, so the program was recorded once more; "
                            + "all this is about the second recording.");
            return new Confirmation(
                    first.seconds + seconds,
                    first.runs + runs,
                    timeouts,
                    replayable,
                    interrupted,
                    baseline,
                    List.copyOf(more),
                    truncated,
                    findings,
                    effort.plus(first.effort));
        }

        /**
         * This one, with these findings after a {@linkplain CollectionInspection look into} collections of the JDK.
         *
         * @param inside what was re-executed of the second recording; null for nothing
         * @param more re-executions besides
         */
        Confirmation lookedInside(Confirmation inside, int more, List<Finding> newFindings, List<String> said) {
            List<String> all = new ArrayList<>(notes);
            all.addAll(said);
            return new Confirmation(
                    seconds + (inside == null ? 0 : inside.seconds),
                    runs + more + (inside == null ? 0 : inside.runs),
                    timeouts,
                    replayable,
                    interrupted || inside != null && inside.interrupted,
                    baseline,
                    List.copyOf(all),
                    truncated,
                    newFindings,
                    inside == null ? effort : effort.plus(new Report.Effort(inside.effort.created(), 0)));
        }
    }

    public Session with(Recording newRecording) {
        return copy(detect, patterns, expect, newRecording, null, null, canary);
    }

    public Session with(Analysis newAnalysis) {
        return copy(detect, patterns, expect, recording, newAnalysis, null, canary);
    }

    public Session with(Confirmation newConfirmation) {
        return copy(detect, patterns, expect, recording, analysis, newConfirmation, canary);
    }

    public Session with(Report.Canary newCanary) {
        return copy(detect, patterns, expect, recording, analysis, confirmation, newCanary);
    }

    /** This session in place of one whose recording came to nothing. */
    public Session inPlaceOf(Session first) {
        return with(confirmation.after(first.confirmation));
    }

    public Session with(Report.Watch newWatch) {
        return new Session(
                foretell,
                command,
                directory,
                scope,
                detect,
                patterns,
                expect,
                seal,
                recording,
                analysis,
                confirmation,
                canary,
                newWatch);
    }

    /** The same session, for these detectors and patterns, with these other runs. */
    public Session detecting(List<String> newDetect, Patterns newPatterns, List<String> newExpect) {
        return copy(newDetect, newPatterns, newExpect, recording, analysis, confirmation, canary);
    }

    /** The same for a command that is run elsewhere, without the model files that the session names. */
    public Session startedIn(String newDirectory) {
        InstrumentationScope own = new InstrumentationScope(
                scope.include(), scope.exclude(), scope.atomic(), scope.regions(), List.of(), scope.inside());
        return moved(newDirectory, own, seal);
    }

    /** The same, looking at this. */
    Session with(InstrumentationScope newScope) {
        return moved(directory, newScope, seal);
    }

    /** The same with another seal. */
    public Session sealed(String newSeal) {
        return moved(directory, scope, newSeal);
    }

    private Session moved(String newDirectory, InstrumentationScope newScope, String newSeal) {
        return new Session(
                foretell,
                command,
                newDirectory,
                newScope,
                detect,
                patterns,
                expect,
                newSeal,
                recording,
                analysis,
                confirmation,
                canary,
                watch);
    }

    private Session copy(
            List<String> newDetect,
            Patterns newPatterns,
            List<String> newExpect,
            Recording newRecording,
            Analysis newAnalysis,
            Confirmation newConfirmation,
            Report.Canary newCanary) {
        return new Session(
                foretell,
                command,
                directory,
                scope,
                newDetect,
                newPatterns,
                newExpect,
                seal,
                newRecording,
                newAnalysis,
                newConfirmation,
                newCanary,
                watch);
    }

    /** The findings as far as they are known. */
    public List<Finding> findings() {
        if (confirmation != null) {
            return confirmation.findings();
        }
        return analysis == null ? List.of() : analysis.findings();
    }
}
