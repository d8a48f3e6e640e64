// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.analysis.Detectors;
import dev.foretell.analysis.pattern.PatternException;
import dev.foretell.tool.UserError;
import dev.foretell.tool.pipeline.OutputFolder;
import dev.foretell.tool.pipeline.Session;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What to look for. */
final class DetectOption {
    private static final String PATTERN = "pattern";

    @Option(
            names = "--detect",
            paramLabel = "KIND",
            split = ",",
            description = "Look only for these kinds of bugs: race, atomicity, asv, order, deadlock, pattern"
                    + " (default: all; pattern only with --patterns).")
    private List<String> detect;

    @Option(
            names = "--patterns",
            paramLabel = "FILE",
            description = "Look also for the patterns of this file; docs/analyses/patterns.md says how to write them.")
    private Path patterns;

    @Option(
            names = "--expect",
            paramLabel = "DIR",
            split = ",",
            description =
                    "Output folders of other, good runs of the same program (foretell record). An order of write and"
                            + " read that differs between them is not expected by anybody, and comes last.")
    private List<Path> expect;

    /** All detectors that need nothing from the user, in the registry's order. */
    static List<String> withoutPatterns() {
        return Detectors.ids().stream().filter(id -> !id.equals(PATTERN)).toList();
    }

    /** Throws {@link UserError} when what was asked for does not exist. */
    void check() {
        for (String id : detect == null ? List.<String>of() : detect) {
            if (!Detectors.ids().contains(id)) {
                throw UserError.usage("There is no detector '" + id + "'. Available for --detect: "
                        + String.join(", ", Detectors.ids()) + ".");
            }
        }
        if (detect != null && detect.contains(PATTERN) && patterns == null) {
            throw UserError.usage("--detect pattern needs a file of patterns: --patterns FILE.");
        }
        read();
        expected().forEach(folder -> OutputFolder.open(Path.of(folder)).load());
    }

    private List<String> expected() {
        return expect == null
                ? List.of()
                : expect.stream().map(path -> path.toAbsolutePath().toString()).toList();
    }

    /** The session with what was asked for, or else with what it had. */
    Session in(Session session) {
        Session.Patterns given = patterns == null ? session.patterns() : read();
        List<String> asked = detect == null ? given(session) : new ArrayList<>(detect);
        if (patterns != null && !asked.contains(PATTERN)) {
            asked.add(PATTERN);
        }
        List<String> chosen = new ArrayList<>(Detectors.ids());
        chosen.retainAll(asked);
        return session.detecting(chosen, given, expect == null ? session.expect() : expected());
    }

    private static List<String> given(Session session) {
        return new ArrayList<>(session.detect().isEmpty() ? withoutPatterns() : session.detect());
    }

    private Session.Patterns read() {
        if (patterns == null) {
            return null;
        }
        if (!Files.isRegularFile(patterns)) {
            throw UserError.usage("There is no file " + patterns + " with patterns.");
        }
        try {
            Session.Patterns read = new Session.Patterns(patterns.toString(), Files.readString(patterns));
            read.parse();
            return read;
        } catch (PatternException e) {
            throw UserError.usage(e.getMessage() + ".");
        } catch (CharacterCodingException e) {
            throw UserError.usage("The file " + patterns + " is not text, so it holds no patterns.");
        } catch (IOException e) {
            throw UserError.usage("The file " + patterns + " cannot be read: " + OutputFolder.cause(e) + ".");
        }
    }
}
