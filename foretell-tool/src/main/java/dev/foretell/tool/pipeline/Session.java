// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foretell.analysis.pattern.PatternFile;
import dev.foretell.tool.Version;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Report;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.anomaly.Severity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The state of one session, {@code session.json} in the output folder. Each phase adds its part. The file is flat: the
 * components of the first three parts are its own fields.
 *
 * @param tool the Foretell that made it
 * @param subject the program under test
 * @param detection what is searched for
 * @param recording null until recorded
 * @param analysis null until analysed
 * @param confirmation null until re-executed
 * @param watch the result of a watched run; null for all others
 */
public record Session(
        @JsonUnwrapped Tool tool,
        @JsonUnwrapped Subject subject,
        @JsonUnwrapped Detection detection,
        Recording recording,
        Analysis analysis,
        Confirmation confirmation,
        Report.Watch watch) {

    /**
     * The Foretell that made a session.
     *
     * @param foretell its version; also what marks a folder as an output folder
     * @param canary whether it found the planted bugs on this machine
     */
    public record Tool(String foretell, Report.Canary canary) {}

    /**
     * The program under test.
     *
     * @param command as the user typed it; empty for an imported trace
     * @param directory where the command was started
     * @param scope what of it is instrumented
     * @param seal shows that this user's own Foretell recorded this command, see {@link SessionSeal}; empty when there
     *     is none
     */
    public record Subject(List<String> command, String directory, InstrumentationScope scope, String seal) {
        public Subject {
            command = List.copyOf(command);
        }
    }

    /**
     * What is searched for.
     *
     * @param detect ids of the detectors
     * @param patterns the user's patterns; null when there are none
     * @param expect output folders of other runs of the program, whose order of events is expected
     */
    public record Detection(List<String> detect, Patterns patterns, List<String> expect) {
        public Detection {
            detect = List.copyOf(detect);
            expect = expect == null ? List.of() : List.copyOf(expect);
        }

        /** The same without other runs. */
        public Detection expectingNothing() {
            return new Detection(detect, patterns, List.of());
        }
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
                new Tool(Version.text(), Report.Canary.NOT_RUN),
                new Subject(command, directory, scope, seal),
                new Detection(detect, null, List.of()),
                null,
                null,
                null,
                null);
    }

    /**
     * How the recorded run went.
     *
     * @param exit the program's exit code
     * @param timedOut whether the watchdog ended it
     * @param interrupted whether the user ended it
     * @param output a fingerprint of what it printed
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

    /** How long a program made progress before it stood still, in seconds, and how long the verdict then took. */
    public record Stall(double after, double verdictSeconds) {}

    /**
     * The result of the analysis.
     *
     * @param program identifies the analysed JVM among those that the command starts, see {@code AgentOptions}; empty
     *     when it starts only one
     * @param extent how much was analysed
     * @param findings with status predicted or refuted, as the analysis left them
     * @param others further schedules for some of the findings: each is that finding, by its id, with other accesses,
     *     schedule and clip; none in sessions of earlier versions
     */
    public record Analysis(
            double seconds,
            String program,
            Report.Run run,
            @JsonUnwrapped Extent extent,
            List<Finding> findings,
            List<Finding> others) {
        public Analysis {
            others = others == null ? List.of() : List.copyOf(others);
        }

        /** Of a program without unmodelled calls. */
        public Analysis(
                double seconds,
                String program,
                Report.Run run,
                long candidates,
                List<String> truncated,
                List<Finding> findings) {
            this(seconds, program, run, new Extent(candidates, truncated, List.of(), false), findings, List.of());
        }

        /** One without any result, with the reason. */
        static Analysis lost(Session session, String reason) {
            Extent extent = new Extent(0, List.of(reason), List.of(), true);
            return new Analysis(0, "", unknown(session.recording()), extent, List.of(), List.of());
        }

        private static Report.Run unknown(Recording recording) {
            return new Report.Run(
                    new Report.Size(0, 0, 0, 0, 0),
                    new Report.Time(recording.seconds(), 0, 0),
                    new Report.Classes(0, 0, 0),
                    new Report.RunEnd(
                            recording.exit(),
                            recording.timedOut() ? "watchdog" : recording.interrupted() ? "user" : "itself",
                            List.of()),
                    new Report.Jvms(null, List.of()),
                    new Report.Quality(true, 0, List.of(), List.of(), List.of()));
        }

        /** The same for some of its findings, without further schedules. */
        Analysis of(List<Finding> few) {
            Extent modelled = new Extent(extent.candidates, extent.truncated, List.of(), false);
            return new Analysis(seconds, program, run, modelled, few, List.of());
        }
    }

    /**
     * How much an analysis covers.
     *
     * @param truncated what was not analysed because of a limit
     * @param unmodelled calls that may order threads and that no model describes
     * @param lost whether nothing could be analysed, so that nothing is known about the program
     */
    public record Extent(long candidates, List<String> truncated, List<String> unmodelled, boolean lost) {}

    /**
     * The result of the re-executions.
     *
     * @param replayable whether the recorded schedule could be followed
     * @param baseline what the program does anyway
     * @param truncated what was not re-executed because of a limit
     * @param findings all of them, with their final status
     */
    public record Confirmation(
            @JsonUnwrapped Executions executions,
            boolean replayable,
            Baseline baseline,
            List<String> notes,
            List<String> truncated,
            List<Finding> findings) {

        /**
         * Whether another recording may help, because this one could not be replayed: two threads can reach their
         * probes in another order than the events after these, and some results that depend on other threads are not
         * recorded. Another recording of the same program mostly has the right order.
         */
        public boolean isForAnotherRecording() {
            return !replayable
                    && !executions.interrupted
                    && executions.timeouts == 0
                    && findings.stream()
                            .noneMatch(one -> one.status() == Status.CONFIRMED && one.severity() != Severity.NOTE)
                    && findings.stream().anyMatch(one -> one.status() == Status.PREDICTED && one.clip() != null);
        }

        /** This one, made of a second recording after the first could not be replayed. */
        Confirmation after(Confirmation first) {
            List<String> more = plus("The schedule of the first recording could not be replayed, so the program was"
                    + " recorded once more; all this is about the second recording.");
            Executions both = executions.plus(first.executions.seconds, first.executions.runs, first.executions.effort);
            return new Confirmation(both, replayable, baseline, more, truncated, findings);
        }

        /**
         * This one, with these findings after a {@linkplain CollectionInspection look inside} collections of the JDK.
         *
         * @param inside what was re-executed of the second recording; null for nothing
         * @param more re-executions besides
         */
        Confirmation lookedInside(Confirmation inside, int more, List<Finding> newFindings, List<String> newNotes) {
            Executions all = executions.plus(0, more, Report.Effort.NONE);
            if (inside != null) {
                Executions others = inside.executions;
                all = all.plus(others.seconds, others.runs, new Report.Effort(others.effort.created(), 0));
                all = others.interrupted ? all.asInterrupted() : all;
            }
            return new Confirmation(
                    all, replayable, baseline, plus(newNotes.toArray(String[]::new)), truncated, newFindings);
        }

        private List<String> plus(String... newNotes) {
            List<String> all = new ArrayList<>(notes);
            all.addAll(List.of(newNotes));
            return List.copyOf(all);
        }
    }

    /**
     * The re-executions of a session.
     *
     * @param timeouts how many of them were ended at their time limit
     * @param interrupted whether the user ended them
     * @param effort what it took; null in sessions of earlier versions
     */
    public record Executions(double seconds, int runs, int timeouts, boolean interrupted, Report.Effort effort) {
        static final Executions NONE = new Executions(0, 0, 0, false, Report.Effort.NONE);

        public Executions {
            effort = effort == null ? Report.Effort.NONE : effort;
        }

        private Executions plus(double moreSeconds, int moreRuns, Report.Effort moreEffort) {
            return new Executions(
                    seconds + moreSeconds, runs + moreRuns, timeouts, interrupted, effort.plus(moreEffort));
        }

        private Executions asInterrupted() {
            return new Executions(seconds, runs, timeouts, true, effort);
        }
    }

    public List<String> command() {
        return subject.command;
    }

    public String directory() {
        return subject.directory;
    }

    public InstrumentationScope scope() {
        return subject.scope;
    }

    public Report.Canary canary() {
        return tool.canary;
    }

    public Session with(Recording newRecording) {
        return new Session(tool, subject, detection, newRecording, null, null, watch);
    }

    public Session with(Analysis newAnalysis) {
        return new Session(tool, subject, detection, recording, newAnalysis, null, watch);
    }

    public Session with(Confirmation newConfirmation) {
        return new Session(tool, subject, detection, recording, analysis, newConfirmation, watch);
    }

    public Session with(Report.Watch newWatch) {
        return new Session(tool, subject, detection, recording, analysis, confirmation, newWatch);
    }

    public Session with(Report.Canary newCanary) {
        Tool checked = new Tool(tool.foretell, newCanary);
        return new Session(checked, subject, detection, recording, analysis, confirmation, watch);
    }

    public Session with(Detection newDetection) {
        return new Session(tool, subject, newDetection, recording, analysis, confirmation, watch);
    }

    private Session with(Subject newSubject) {
        return new Session(tool, newSubject, detection, recording, analysis, confirmation, watch);
    }

    /** The same with another scope. */
    Session with(InstrumentationScope newScope) {
        return with(new Subject(subject.command, subject.directory, newScope, subject.seal));
    }

    /** The same with another seal. */
    public Session sealed(String newSeal) {
        return with(new Subject(subject.command, subject.directory, subject.scope, newSeal));
    }

    /** The same for a command that is run elsewhere, without the model files that the session names. */
    public Session startedIn(String newDirectory) {
        return with(new Subject(subject.command, newDirectory, subject.scope.withoutModels(), subject.seal));
    }

    /** This session in place of one whose recording could not be replayed. */
    public Session inPlaceOf(Session first) {
        return with(confirmation.after(first.confirmation));
    }

    /** The findings as far as they are known. */
    public List<Finding> findings() {
        if (confirmation != null) {
            return confirmation.findings();
        }
        return analysis == null ? List.of() : analysis.findings();
    }
}
