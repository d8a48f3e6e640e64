// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.process.AgentLaunch;
import dev.foretell.tool.process.FileCopies;
import dev.foretell.tool.process.ProgramInput;
import dev.foretell.tool.process.QuickCompiler;
import dev.foretell.tool.process.RunRequest;
import dev.foretell.tool.process.RunResult;
import dev.foretell.tool.process.UserOracle;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import dev.foretell.trace.clip.Outcome;
import dev.foretell.trace.io.TraceFormat;
import dev.foretell.trace.options.AgentOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Runs the program of a session under a clip. */
public final class Replayer {
    /** How long the director waits for a thread that makes no progress; long enough for a slow, busy machine. */
    private static final long PATIENCE_MILLIS = 2000;

    private static final long PATIENCE_WITH_DEBUGGER_MILLIS = Duration.ofDays(1).toMillis();

    /** The time between the request for the stacks of all threads and the end of the program by force. */
    private static final Duration TIME_FOR_STACKS = Duration.ofMillis(1500);

    private static final Duration LEAST_TIMEOUT = Duration.ofSeconds(10);

    /**
     * How long a program that does not end by itself runs after its clip is over: a standstill is detected within a
     * second.
     */
    private static final Duration LEAST_AFTERMATH = Duration.ofSeconds(2);

    private static final Duration LONGEST_AFTERMATH = Duration.ofSeconds(10);

    /** The director notes a standstill right after the deadlock that is part of it. */
    private static final Duration LONGEST_TO_STANDSTILL = Duration.ofSeconds(1);

    private static final Outcome NOTHING_NOTED = new Outcome(false, false, 0, "", List.of(), "");

    private final PhaseContext context;
    private final Session session;
    private final ProgramInput input;
    private final Duration timeout;
    private final Extras extras;

    /**
     * What only some replayers have.
     *
     * @param inputs the recorded times and random numbers; null when there are none
     * @param budget null when there is no limit to all runs together
     * @param oracle checks each run that ends by itself; null when there is none
     * @param files of the working directory that are kept after each run
     */
    private record Extras(Path inputs, Budget budget, UserOracle oracle, List<String> files) {
        static final Extras NONE = new Extras(null, null, null, List.of());
    }

    /** {@code input} is what the recorded run read. */
    public Replayer(PhaseContext context, Session session, ProgramInput input, Duration timeout) {
        this(context, session, input, timeout, Extras.NONE);
    }

    private Replayer(PhaseContext context, Session session, ProgramInput input, Duration timeout, Extras extras) {
        this.context = context;
        this.session = session;
        this.input = input;
        this.timeout = timeout;
        this.extras = extras;
    }

    private Replayer with(Extras newExtras) {
        return new Replayer(context, session, input, timeout, newExtras);
    }

    /** The same, keeping after each run what is in the files that the recorded run wrote; {@code record} has these. */
    public Replayer comparing(Path record) {
        List<String> written = FileCopies.index(record).copies().stream()
                .map(FileCopies.Copy::path)
                .toList();
        return with(new Extras(extras.inputs, extras.budget, extras.oracle, written));
    }

    boolean hasOracle() {
        return extras.oracle != null;
    }

    /** Whether runs must not disturb each other's files. */
    boolean comparesFiles() {
        return !extras.files.isEmpty();
    }

    /** The same, with the user's oracle checking each run that ends by itself; null for none. */
    public Replayer withOracle(UserOracle newOracle) {
        return with(new Extras(extras.inputs, extras.budget, newOracle, extras.files));
    }

    /** The same, ending each run when the session's time is over. */
    public Replayer within(Budget newBudget) {
        return with(new Extras(extras.inputs, newBudget, extras.oracle, extras.files));
    }

    /** The same, replaying the inputs of the recorded run; null for none. */
    public Replayer feeding(Path newInputs) {
        return with(new Extras(newInputs, extras.budget, extras.oracle, extras.files));
    }

    /** The file with the inputs of the recorded run; it need not exist. Null when nothing was recorded. */
    public static Path recordedInputs(OutputFolder folder, Session session) {
        if (session.recording() == null || session.analysis() == null) {
            return null;
        }
        List<String> jvms = session.recording().jvms();
        String analysed = session.analysis().run().jvm();
        String jvm = jvms.size() == 1 ? jvms.get(0) : analysed;
        return jvm == null ? null : folder.traces().resolve(jvm).resolve(TraceFormat.INPUTS_FILE);
    }

    /**
     * One directed run: the outcome that the director wrote, how the process ended, and the folder with what it
     * printed.
     */
    public record Directed(Outcome outcome, RunResult run, Path folder) {}

    /** As the run below, without showing the program's output. */
    public Directed run(Clip clip, Path folder) throws IOException, InterruptedException {
        return run(clip, folder, List.of(), null, null);
    }

    /**
     * Runs the program once.
     *
     * @param folder an existing, empty folder for this run
     * @param jvmOptions more options for the JVM; with any, a user may be debugging, so the director waits for a day
     * @param out gets the program's output as it comes; null when it is not shown
     */
    public Directed run(Clip clip, Path folder, List<String> jvmOptions, OutputStream out, OutputStream err)
            throws IOException, InterruptedException {
        Path clipFile = folder.resolve("clip");
        ClipFormat.write(clip, clipFile);
        Path options = folder.resolve("agent.properties");
        InstrumentationScope scope = session.scope().of(clip);
        String program = session.analysis() == null ? "" : session.analysis().program();
        long patience = jvmOptions.isEmpty() ? PATIENCE_MILLIS : PATIENCE_WITH_DEBUGGER_MILLIS;
        scope.addTo(AgentOptions.of(AgentOptions.Mode.DIRECT, folder))
                .with(AgentOptions.CLIP, clipFile)
                .with(AgentOptions.PATIENCE_MILLIS, patience)
                .with(AgentOptions.PROGRAM, program)
                .with(AgentOptions.INPUTS, extras.inputs)
                .write(options);
        Path outcome = folder.resolve("outcome");
        Duration own = jvmOptions.isEmpty() ? timeout : Duration.ofDays(1);
        Duration limit = extras.budget == null ? own : extras.budget.atMost(own);
        long requestAt = System.nanoTime() + limit.minus(TIME_FOR_STACKS).toNanos();
        Aftermath aftermath = new Aftermath(outcome, jvmOptions.isEmpty() ? aftermath(session) : null);
        FileCopies copies = FileCopies.before(Path.of(session.directory()), extras.files);
        RunResult result = context.runner()
                .run(new RunRequest(
                        AgentLaunch.of(
                                session.command(),
                                context.agent().path(),
                                options,
                                jvmOptions.isEmpty() ? compiler() : jvmOptions,
                                System.getenv("JAVA_TOOL_OPTIONS")),
                        Path.of(session.directory()),
                        folder,
                        new RunRequest.Streams(input, out, err),
                        new RunRequest.Limits(limit, Duration.ZERO, () -> {
                            if (System.nanoTime() > requestAt) {
                                requestStacks(folder);
                            }
                            return aftermath.isOver();
                        })));
        RejectedRuns.check(folder);
        if (result.ended(RunResult.End.TIMEOUT) && limit.compareTo(own) < 0) {
            result = result.endedBy(RunResult.End.OUT_OF_TIME);
        }
        if (!extras.files.isEmpty()) {
            copies.keep(folder);
        }
        if (extras.oracle != null && result.ended(RunResult.End.ITSELF)) {
            extras.oracle.check(folder, Path.of(session.directory()), result.exit());
        }
        if (!Files.exists(outcome)) {
            RejectedRuns.checkModules(folder);
        }
        boolean silent = !Files.exists(outcome) && !result.ended(RunResult.End.ITSELF);
        return new Directed(silent ? NOTHING_NOTED : Outcome.read(outcome), result, folder);
    }

    /** A clip from elsewhere has no recorded run, and so no length. */
    private List<String> compiler() {
        Session.Recording recording = session.recording();
        return recording == null ? List.of() : QuickCompiler.options(session.command(), recording.seconds());
    }

    /** Requests the stacks of all threads before a program that hangs is ended, for the report. */
    private static void requestStacks(Path folder) {
        try {
            Files.createFile(folder.resolve(Outcome.REQUEST));
        } catch (IOException e) {
            // They were requested before, or the file cannot be created: then there are no stacks.
        }
    }

    /**
     * How long a run continues after its clip is over; null to its end. A recorded run that was ended at a time limit
     * or by the user may be a server, whose re-executions do not end either: that they do not is no harm, and there is
     * no end to compare.
     */
    static Duration aftermath(Session session) {
        Session.Recording recording = session.recording();
        if (recording == null || recording.endedByItself() || recording.stall() != null) {
            return null;
        }
        Duration share = Duration.ofMillis((long) (200 * recording.seconds()));
        return share.compareTo(LEAST_AFTERMATH) < 0
                ? LEAST_AFTERMATH
                : share.compareTo(LONGEST_AFTERMATH) > 0 ? LONGEST_AFTERMATH : share;
    }

    /**
     * Whether a program has come to a halt for good. A deadlock whose waits an interrupt ends is certain only together
     * with a standstill, see {@link DivergedRuns#isCertain}; that is waited for, but not for long, since other threads
     * may run on beside the deadlock.
     */
    static boolean isStuck(Outcome noted, Duration sinceDeadlock) {
        return noted.standstill()
                || !noted.deadlock().isEmpty()
                        && (!noted.deadlock().contains(Outcome.UNLESS_INTERRUPTED)
                                || sinceDeadlock.compareTo(LONGEST_TO_STANDSTILL) > 0);
    }

    /** Watches what the director notes while the program runs. */
    private static final class Aftermath {
        private final Path outcome;
        private final Duration limit;
        /** When the clip was over, by the clock of {@code System.nanoTime()}; 0 before. */
        private long since;
        /** Likewise when a deadlock was noted. */
        private long deadlockSince;

        Aftermath(Path outcome, Duration limit) {
            this.outcome = outcome;
            this.limit = limit;
        }

        /** Whether the run can show nothing more: a program in which every thread waits for ever is ended. */
        boolean isOver() {
            try {
                if (!Files.exists(outcome)) {
                    return false;
                }
                Outcome noted = Outcome.read(outcome);
                boolean over =
                        noted.created() || noted.followed() || !noted.problem().isEmpty();
                if (over && since == 0) {
                    since = System.nanoTime();
                }
                if (!noted.deadlock().isEmpty() && deadlockSince == 0) {
                    deadlockSince = System.nanoTime();
                }
                return isStuck(noted, Duration.ofNanos(System.nanoTime() - deadlockSince))
                        || over && limit != null && System.nanoTime() - since > limit.toNanos();
            } catch (IOException e) {
                return false; // half a line; look again
            }
        }
    }

    /** Why a run did not create what its clip expects; also whether the program or the watchdog ended it. */
    static String problem(Directed directed) {
        String noted = directed.outcome().problem().replaceAll("\\.+$", "");
        return switch (directed.run().end()) {
            case TIMEOUT ->
                (noted.isEmpty() ? "" : noted + "; ")
                        + String.format(
                                Locale.ROOT,
                                "the run was ended by the watchdog after %.0f s",
                                directed.run().seconds());
            case INTERRUPTED -> "interrupted";
            case OUT_OF_TIME -> "the session's time was over";
            case ITSELF, ENOUGH ->
                noted.isEmpty()
                        ? "the program ended after " + directed.outcome().steps() + " steps of the schedule"
                        : noted;
        };
    }

    /** What re-executions of a session read: what was kept, or nothing. */
    public static ProgramInput keptInput(OutputFolder folder) {
        Path kept = folder.record().resolve("stdin");
        return Files.exists(kept) ? ProgramInput.kept(kept.toAbsolutePath()) : ProgramInput.NONE;
    }

    /**
     * The longest a re-execution may take: given by the user, or well above what the recorded run needed. A run that
     * stood still needed only the time before; one that was ended at a time limit or by the user may need as long
     * again, and proves nothing by not ending.
     */
    public static Duration timeout(Duration asked, Session session) {
        if (asked != null) {
            return asked;
        }
        Session.Recording recording = session.recording();
        if (recording == null) {
            return LEAST_TIMEOUT;
        }
        double seconds = recording.endedByItself()
                ? 5 * recording.seconds()
                : recording.stall() != null ? 5 * recording.stall().after() : 1.5 * recording.seconds();
        Duration limit = Duration.ofMillis((long) (1000 * seconds));
        return limit.compareTo(LEAST_TIMEOUT) < 0 ? LEAST_TIMEOUT : limit;
    }
}
