// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.UserError;
import dev.foretell.tool.canary.Canary;
import dev.foretell.tool.canary.JavaHome;
import dev.foretell.tool.pipeline.Budget;
import dev.foretell.tool.pipeline.ClipReplay;
import dev.foretell.tool.pipeline.CollectionInspection;
import dev.foretell.tool.pipeline.ConfirmPhase;
import dev.foretell.tool.pipeline.Futures;
import dev.foretell.tool.pipeline.InstrumentationScope;
import dev.foretell.tool.pipeline.OutputFolder;
import dev.foretell.tool.pipeline.PhaseContext;
import dev.foretell.tool.pipeline.PredictPhase;
import dev.foretell.tool.pipeline.RecordPhase;
import dev.foretell.tool.pipeline.Replayer;
import dev.foretell.tool.pipeline.Session;
import dev.foretell.tool.pipeline.SessionSeal;
import dev.foretell.tool.pipeline.WatchPhase;
import dev.foretell.tool.process.CacheFolder;
import dev.foretell.tool.process.ProgramInput;
import dev.foretell.tool.process.UserOracle;
import dev.foretell.trace.options.AgentOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;

/** The phases as the commands use them: with the console attached and everything saved in between. */
final class SessionRunner {
    private final Console console;
    private final OutputFolder folder;
    private final Optional<CacheFolder> cache;
    private final PhaseContext context;
    private final boolean json;
    private final Budget budget;
    /**
     * Whether files that the session names outside of its folder are read: the session is the user's own, or trusted.
     */
    private boolean trusted = true;
    /** Whether source lines come from the directory of the session. */
    private boolean readsSources = true;

    private SessionRunner(Console console, OutputFolder folder, boolean json, Budget budget) throws IOException {
        this.console = console;
        this.folder = folder;
        this.json = json;
        this.budget = budget;
        this.cache = CacheFolder.open();
        Files.createDirectories(folder.record());
        this.context = PhaseContext.open(console.runner(), cache, folder, console.progress());
        if (json) {
            console.quiet();
        }
    }

    /**
     * For a new session in a folder. An earlier session in it is restored when nothing is recorded.
     *
     * @param budget null when only the phases have limits
     */
    static SessionRunner create(Console console, Path out, boolean json, Budget budget) throws IOException {
        console.keep(OutputFolder.lock(out));
        return started(console, OutputFolder.create(out), json, budget);
    }

    /**
     * For an earlier session, in its folder or in a copy of it.
     *
     * @param copy where to work instead; null for the session's own folder, which then must have been made by this user
     * @param trust whether to read files that the session names outside of its folder, also when it is not the user's
     *     own
     */
    static SessionRunner open(Console console, Path out, Path copy, boolean json, Budget budget, boolean trust)
            throws IOException {
        OutputFolder folder = OutputFolder.open(out);
        boolean trusted = trust || SessionSeal.of(CacheFolder.open()).fits(folder.load());
        SessionRunner job = open(console, out, copy, json, budget);
        job.trusted = trusted;
        job.readsSources = trusted;
        return job;
    }

    private static SessionRunner open(Console console, Path out, Path copy, boolean json, Budget budget)
            throws IOException {
        OutputFolder folder = OutputFolder.open(out);
        Session session = folder.load();
        SessionSeal seal = SessionSeal.of(CacheFolder.open());
        if (copy == null) {
            if (!seal.isOwn(session)) {
                throw UserError.usage("The session in " + out + " was not made by you on this machine, so nothing is"
                        + " written into it. Give '-o DIR' to work on a copy.");
            }
            console.keep(OutputFolder.lock(out));
            folder.requireNoLinks();
            return started(console, folder, json, budget);
        }
        if (Files.exists(copy) && Files.isSameFile(out, copy)) {
            throw UserError.usage("The folder " + copy + " is the session's own. Choose another one with '-o DIR'.");
        }
        console.keep(OutputFolder.lock(copy));
        OutputFolder own = OutputFolder.create(copy);
        own.copy(folder);
        if (!seal.fits(session)) {
            own.save(session.sealed(seal.sealCopy(session.command(), session.directory())));
        }
        own.keep();
        return started(console, own, json, budget);
    }

    private static SessionRunner started(Console console, OutputFolder folder, boolean json, Budget budget)
            throws IOException {
        SessionRunner job = new SessionRunner(console, folder, json, budget);
        console.workingIn(folder);
        return job;
    }

    OutputFolder folder() {
        return folder;
    }

    /** The session of the folder; without the other runs that it names when it is not the user's own. */
    Session load() {
        Session session = folder.load();
        if (trusted || session.detection().expect().isEmpty()) {
            return session;
        }
        console.say("foretell: The session was not recorded by you on this machine, so the expected runs that it names"
                + " are not read. To read them, give '--trust' to 'analyze'.");
        return session.with(session.detection().expectingNothing());
    }

    PhaseContext context() {
        return context;
    }

    /** Before anything is written. */
    static void requireCommand(List<String> command) {
        if (command.isEmpty()) {
            throw UserError.usage("There is no command to run. Put it after '--', like"
                    + " 'foretell check -- java -cp CLASSES com.acme.Main'.");
        }
    }

    /** Runs and records the command. */
    Session record(List<String> command, RecordOptions options, DetectOption detect)
            throws IOException, InterruptedException {
        String directory = Path.of("").toAbsolutePath().toString();
        String seal = SessionSeal.of(cache).seal(command, directory);
        Session session = detect.in(Session.of(command, directory, options.scope(), List.of(), seal));
        folder.save(session);
        ProgramInput input = console.input(folder.record().resolve("stdin"));
        try {
            session = new RecordPhase(context, folder)
                    .keepingFiles(!options.ignoreFiles)
                    .run(session, input, console.programOut(json), console.programErr(), limit(options));
        } catch (UserError e) {
            throw restored(e);
        }
        folder.save(session);
        folder.keep();
        return session;
    }

    /** Runs the user's own check, if there is one, on the recorded run; throws {@link UserError} when it fails. */
    void checkRecorded(Session session, UserOracle oracle) throws IOException, InterruptedException {
        if (oracle == null
                || session.recording().timedOut()
                || session.recording().interrupted()) {
            return;
        }
        oracle.check(
                folder.record(),
                Path.of(session.directory()),
                session.recording().exit());
        Optional<String> complaint = UserOracle.complaint(folder.record());
        if (complaint.isPresent()) {
            throw UserError.program("The recorded run itself fails the check that --oracle names: " + complaint.get()
                    + ". The output of the program and of the check is in " + folder.record()
                    + ". Make both agree first.");
        }
    }

    /** How long the program may be recorded. */
    private Duration limit(RecordOptions options) {
        return budget == null ? options.recordTimeout : budget.half().atMost(options.recordTimeout);
    }

    /**
     * Whether there is time to record and analyse once more, and to try something then: as much again as the first
     * recording took is needed for each.
     */
    boolean hasTimeFor(Session another) {
        double needed = 2 * another.recording().seconds() + another.analysis().seconds();
        return budget == null || budget.remaining().toMillis() > 1000 * needed;
    }

    /** After a run without a result: the earlier session is restored. */
    private UserError restored(UserError problem) throws IOException {
        String place = folder.record().toString();
        if (!folder.restore()) {
            return problem;
        }
        return new UserError(
                problem.exit(),
                problem.getMessage().replace(place, folder.file("failed/record").toString())
                        + " The earlier session in " + folder.root() + " is kept.");
    }

    /**
     * A second recording for a session whose first one could not be replayed, without output. It is used only when it
     * can be replayed and the program ended as before; otherwise the first is kept.
     */
    Session recordAgain(Session first, RecordOptions recording, ConfirmOptions confirming)
            throws IOException, InterruptedException {
        console.progress().at("the recording could not be replayed, recording again");
        SessionRunner again = new SessionRunner(console, folder.again(), json, budget);
        try {
            Session second = new RecordPhase(context, again.folder)
                    .keepingFiles(!recording.ignoreFiles)
                    .run(first, Replayer.keptInput(again.folder), null, null, limit(recording));
            if (second.recording().exit() == first.recording().exit()) {
                second = again.confirm(again.predict(second, ExitCode.TOOL), confirming);
                if (second.confirmation().replayable()) {
                    folder.adopt(again.folder);
                    Session chosen = second.inPlaceOf(first);
                    folder.save(chosen);
                    return chosen;
                }
            }
        } catch (UserError e) {
            // Only the second run failed: the first recording is kept.
        }
        again.folder.discard();
        return first;
    }

    /**
     * A second recording inside the JDK's collections, when a race on one of them did no harm; without output. The
     * first recording is kept, with what was found inside.
     */
    Session lookInside(Session first, RecordOptions recording, ConfirmOptions confirming)
            throws IOException, InterruptedException {
        CollectionInspection look = CollectionInspection.of(first, folder);
        if (look == null) {
            return first;
        }
        if (!look.isUnambiguous()) {
            Session unchanged = look.without(
                    first,
                    "its threads have several collections in common, so that a race inside could belong to any of them."
                            + " --include 'java.util.*' shows them all.");
            folder.save(unchanged);
            return unchanged;
        }
        console.progress().at("a race on a collection did no harm, recording again with the collection instrumented");
        Budget small = budget == null ? Budget.of(CollectionInspection.LIMIT) : budget.part(CollectionInspection.LIMIT);
        SessionRunner again = new SessionRunner(console, folder.again(), json, small);
        Session opened = look.opened(first);
        Session looked;
        try {
            Session second = new RecordPhase(context, again.folder)
                    .keepingFiles(!recording.ignoreFiles)
                    .run(
                            CollectionInspection.asRecorded(opened),
                            Replayer.keptInput(again.folder),
                            null,
                            null,
                            again.limit(recording));
            if (!second.recording().endedByItself()) {
                looked = look.without(first, "a second recording with it instrumented did not end.");
            } else if (second.recording().failed()) {
                int exit = second.recording().exit();
                looked = look.without(
                        first,
                        "in a second recording with it instrumented the program ended with exit code " + exit
                                + " by itself.");
            } else {
                Session inner = again.confirm(look.narrowed(again.predict(second, ExitCode.TOOL)), confirming);
                Session knowing = opened.with(first.detection());
                Replayer once = replayer(knowing, Replayer.keptInput(folder), confirming);
                Replayer replayer = budget == null ? once : once.within(budget);
                ClipReplay replay =
                        new ClipReplay(replayer, knowing, folder.record().resolve("stdout"));
                looked = look.with(knowing, inner, again.folder, replay);
            }
        } catch (UserError e) {
            looked = look.without(first, "a second recording with it instrumented could not be used.");
        }
        again.folder.discard();
        folder.save(looked);
        return looked;
    }

    /** Runs the command under the watcher, with these options of it. */
    Session watch(List<String> command, InstrumentationScope scope, AgentOptions options, ReportOptions reporting)
            throws IOException, InterruptedException {
        String directory = Path.of("").toAbsolutePath().toString();
        Session session = Session.of(
                command, directory, scope, List.of(), SessionSeal.of(cache).seal(command, directory));
        folder.save(session);
        WatchPhase phase = new WatchPhase(
                context,
                folder,
                line -> console.say("foretell: " + line),
                soFar -> reporting.soFar(console, soFar, folder));
        ProgramInput input = console.input(folder.record().resolve("stdin"));
        Session watched;
        try {
            watched = phase.run(session, options, input, console.programOut(json), console.programErr());
        } catch (UserError e) {
            throw restored(e);
        }
        folder.save(watched);
        folder.keep();
        return watched;
    }

    Session predict(Session session, int exitOnBadTrace) throws IOException {
        Session predicted = analysis().run(session, exitOnBadTrace);
        folder.save(predicted);
        return predicted;
    }

    Session confirm(Session session, ConfirmOptions options) throws IOException, InterruptedException {
        return confirm(session, Replayer.keptInput(folder), options);
    }

    /** {@code input} is what the program reads. */
    Session confirm(Session session, ProgramInput input, ConfirmOptions options)
            throws IOException, InterruptedException {
        Session confirmed = phase(replayer(session, input, options), options).run(session);
        folder.save(confirmed);
        return confirmed;
    }

    private Replayer replayer(Session session, ProgramInput input, ConfirmOptions options) {
        Replayer replayer = new Replayer(context, session, input, Replayer.timeout(options.timeout, session))
                .feeding(Replayer.recordedInputs(folder, session))
                .withOracle(options.oracle());
        return trusted ? replayer.comparing(folder.record()) : replayer;
    }

    private PredictPhase analysis() {
        PredictPhase all = new PredictPhase(console.progress(), folder);
        PredictPhase phase = readsSources ? all : all.withoutSources();
        return budget == null ? phase : phase.within(budget);
    }

    private ConfirmPhase phase(Replayer replayer, ConfirmOptions options) {
        ConfirmPhase phase = new ConfirmPhase(context, folder, replayer, options.jobs(), options.keepRuns);
        return budget == null ? phase : phase.within(budget);
    }

    /** Starts the canary, concurrently with the session. */
    FutureTask<Canary.Result> startCanary(List<String> command) {
        JavaHome java = command.isEmpty()
                ? JavaHome.own()
                : JavaHome.of(command, Path.of("").toAbsolutePath(), System.getenv());
        FutureTask<Canary.Result> task = new FutureTask<>(() -> new Canary(context, cache, java).result());
        Thread thread = new Thread(task, "foretell-canary");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    /** Waits for it, and prints a message when it failed. */
    Session withCanary(Session session, FutureTask<Canary.Result> task) throws IOException, InterruptedException {
        Canary.Result result = Futures.resultOf(task);
        if (!result.passed() && !console.runner().interrupted()) {
            console.say("foretell: Foretell's check of itself failed (planted race: "
                    + result.canary().race() + ", planted deadlock: "
                    + result.canary().deadlock() + "), so it may miss bugs here and this session does not count. "
                    + result.problem());
        }
        Session checked = session.with(result.canary());
        folder.save(checked);
        return checked;
    }

    /**
     * What may be run: a command that this user recorded, where and as it was recorded; a command that the user has
     * typed, here and without input; or, with {@code --trust}, the command of another user's session, which is shown
     * first.
     *
     * @param given the command the user typed after {@code --}; empty for none
     */
    TrustedCommand allowed(Session session, List<String> given, boolean trust) {
        if (session.command().isEmpty()) {
            throw UserError.usage("The trace in " + folder.root() + " was imported: there is no program to re-execute."
                    + " Record one with 'foretell record'.");
        }
        TrustedCommand allowed = TrustedCommand.of(console, session, folder, cache, given, trust);
        readsSources = true; // the directory is the user's own, that of the typed command, or trusted
        Session run = allowed.session();
        SessionSeal seal = SessionSeal.of(cache);
        return seal.isOwn(run)
                ? allowed
                : new TrustedCommand(run.sealed(seal.sealCopy(run.command(), run.directory())), allowed.input());
    }
}
