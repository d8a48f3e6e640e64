// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.UserError;
import dev.foretell.tool.pipeline.OutputFolder;
import dev.foretell.tool.pipeline.Replayer;
import dev.foretell.tool.pipeline.Session;
import dev.foretell.tool.pipeline.SessionSeal;
import dev.foretell.tool.process.AgentLaunch;
import dev.foretell.tool.process.CacheFolder;
import dev.foretell.tool.process.ProgramInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A command that may be run, with all that decides what it does. An output folder names a command, the directory it is
 * started in, and its input: in a folder from another user, each of these would be a way to run code.
 *
 * @param session with the directory to start it in
 * @param input what it reads
 */
record TrustedCommand(Session session, ProgramInput input) {
    /**
     * Throws {@link UserError} when nothing may be run.
     *
     * @param folder where the session lies
     * @param given the command that the user has typed; empty for none
     * @param trust whether the user wants to run what the session names
     */
    static TrustedCommand of(
            Console console,
            Session session,
            OutputFolder folder,
            Optional<CacheFolder> cache,
            List<String> given,
            boolean trust) {
        boolean typed = given.equals(session.command());
        if (SessionSeal.of(cache).fits(session)) {
            return new TrustedCommand(session, Replayer.keptInput(folder));
        }
        if (typed) {
            return here(session);
        }
        if (trust) {
            ProgramInput input = Replayer.keptInput(folder);
            show(console, session, input);
            return new TrustedCommand(session, input);
        }
        throw refused(
                "The command in " + folder.root() + " was not recorded by you on this machine", session.command());
    }

    /** Throws {@link UserError} where {@link #of} would, and shows nothing. */
    static void require(
            Session session, OutputFolder folder, Optional<CacheFolder> cache, List<String> given, boolean trust) {
        if (!session.command().isEmpty() && !trust) {
            of(null, session, folder, cache, given, false);
        }
    }

    /** A command that the user has typed: in the user's directory, without input. */
    static TrustedCommand here(Session session) {
        return new TrustedCommand(session.startedIn(Path.of("").toAbsolutePath().toString()), ProgramInput.NONE);
    }

    static UserError refused(String why, List<String> command) {
        return UserError.usage(why + ", so it is not run: " + String.join(" ", command)
                + ". If you know it, repeat it after '--', which runs it in your current directory without input;"
                + " '--trust' runs it where and with the input that the session names.");
    }

    /** Shows what another user's session makes Foretell run, before it does. */
    static void show(Console console, Session session, ProgramInput input) {
        console.say("trusting the command: " + String.join(" ", session.command()));
        console.say("  directory: " + session.directory());
        console.say("  environment: yours"
                + (AgentLaunch.isJava(session.command()) ? "" : ", and JAVA_TOOL_OPTIONS with Foretell's agent"));
        console.say("  input: " + size(input));
        if (!session.scope().models().isEmpty()) {
            console.say("  models: " + String.join(" ", session.scope().models()));
        }
    }

    private static String size(ProgramInput input) {
        if (input.file() == null) {
            return "none";
        }
        try {
            return input.file() + ", " + Files.size(input.file()) + " bytes";
        } catch (IOException e) {
            return input.file().toString();
        }
    }
}
