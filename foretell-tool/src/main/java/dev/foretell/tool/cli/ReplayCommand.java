// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.UserError;
import dev.foretell.tool.pipeline.ClipReplay;
import dev.foretell.tool.pipeline.InstrumentationScope;
import dev.foretell.tool.pipeline.OutputFolder;
import dev.foretell.tool.pipeline.PhaseContext;
import dev.foretell.tool.pipeline.Replayer;
import dev.foretell.tool.pipeline.Session;
import dev.foretell.tool.pipeline.SessionSeal;
import dev.foretell.tool.process.CacheFolder;
import dev.foretell.tool.process.UserOracle;
import dev.foretell.tool.report.Harm;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Re-executes one clip any number of times, under a debugger on request. */
@Command(
        name = "replay",
        description = "Runs one clip: makes the bug it describes happen again.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  foretell replay --times 10 foretell-out/clips/R1.clip",
            "  foretell replay kept/R1.clip -- java -cp target/classes com.acme.Main",
            "",
            "Exit code 0 when the bug was created each time, 1 otherwise. A clip of kind 'failure' is created when the"
                    + " program fails as its line 'expect' describes; without that line, when it fails in any way."
        })
final class ReplayCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "CLIP", description = "The clip's file.")
    private Path file;

    @Parameters(index = "1..*", paramLabel = "-- COMMAND", description = "Run this instead of the clip's command.")
    private List<String> given = List.of();

    @Option(names = "--times", paramLabel = "N", defaultValue = "1", description = "Run it so often (default: 1).")
    private int times;

    @Option(names = "--debug", description = "Wait for a debugger before the program starts.")
    private boolean debug;

    @Option(names = "--trust", description = "Run the clip's own command, also when another user wrote it.")
    private boolean trust;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "End a run after this time (default: five times the recorded run, at least 10s).")
    private Duration timeout;

    @Option(
            names = "--oracle",
            paramLabel = "COMMAND",
            description = "Run this after each run, as 'check' does, and report whether it failed.")
    private String oracle;

    ReplayCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        if (times < 1) {
            throw UserError.usage("--times must be at least 1, not " + times + ".");
        }
        if (!Files.isRegularFile(file)) {
            throw UserError.usage(
                    "There is no clip " + file + ". Clips lie in the folder 'clips' of an output folder.");
        }
        Clip clip = read();
        Optional<CacheFolder> cache = CacheFolder.open();
        Optional<OutputFolder> home = ClipReplay.home(file);
        TrustedCommand allowed = allowed(clip, home, cache);
        Session session = allowed.session();
        boolean own = home.isPresent() && SessionSeal.of(cache).fits(home.get().load());
        console.say("running: " + String.join(" ", session.command()));
        Path scratch = Files.createTempDirectory("foretell-replay");
        OutputFolder folder = OutputFolder.create(scratch.resolve("out"));
        try {
            PhaseContext context = PhaseContext.open(console.runner(), cache, folder, console.progress());
            Replayer replayer = new Replayer(context, session, allowed.input(), Replayer.timeout(timeout, session))
                    .feeding(home.map(from -> Replayer.recordedInputs(from, session))
                            .orElse(null))
                    .withOracle(oracle == null ? null : new UserOracle(oracle))
                    .comparing((own ? home.get() : folder).record());
            return replay(
                    clip,
                    new ClipReplay(
                            replayer,
                            session,
                            (own ? home.get() : folder).record().resolve("stdout")),
                    folder);
        } finally {
            folder.discard();
            Files.deleteIfExists(scratch);
        }
    }

    private int replay(Clip clip, ClipReplay replay, OutputFolder folder) throws IOException, InterruptedException {
        int created = 0;
        for (int i = 1; i <= times && !console.runner().interrupted(); i++) {
            ClipReplay.Result result = replay.run(
                    clip, folder.run("replay-" + i), debugOptions(), console.programOut(false), console.programErr());
            created += result.created() ? 1 : 0;
            String text = result.created()
                    ? "created; " + (result.harm().seen() ? result.harm().sentence() : Harm.NONE.sentence())
                    : "not created: " + result.problem();
            console.say("run " + i + " of " + times + ": " + text);
            if (result.created() && !result.problem().isEmpty() && i == 1) {
                console.say("note: " + result.problem());
            }
        }
        console.print("created " + created + " of " + times + "\n");
        return created == times ? ExitCode.CLEAN : ExitCode.FINDINGS;
    }

    private Clip read() throws IOException {
        try {
            return ClipFormat.read(file);
        } catch (IOException e) {
            throw UserError.usage("The clip " + file + " cannot be read: " + e.getMessage());
        }
    }

    private TrustedCommand allowed(Clip clip, Optional<OutputFolder> home, Optional<CacheFolder> cache) {
        Session recorded = home.map(OutputFolder::load)
                .filter(session -> session.command().equals(clip.command()))
                .orElse(null);
        if (!given.isEmpty() && (recorded == null || !recorded.command().equals(given))) {
            return TrustedCommand.here(session(given, recorded == null ? InstrumentationScope.ALL : recorded.scope()));
        }
        if (clip.command().isEmpty()) {
            throw UserError.usage("The clip " + file + " names no command. Give one after '--'.");
        }
        if (recorded != null) {
            return TrustedCommand.of(console, recorded, home.orElseThrow(), cache, given, trust);
        }
        if (trust) {
            TrustedCommand allowed = TrustedCommand.here(session(clip.command(), InstrumentationScope.ALL));
            TrustedCommand.show(console, allowed.session(), allowed.input());
            return allowed;
        }
        throw TrustedCommand.refused("The clip's command was not recorded by you in this folder", clip.command());
    }

    private static Session session(List<String> command, InstrumentationScope scope) {
        return Session.of(command, Path.of("").toAbsolutePath().toString(), scope, List.of(), "");
    }

    /** A free port, for this machine only. */
    private List<String> debugOptions() throws IOException {
        if (!debug) {
            return List.of();
        }
        int port;
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = probe.getLocalPort();
        }
        console.say("waiting for a debugger: attach to 127.0.0.1:" + port);
        return List.of("-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:" + port);
    }
}
