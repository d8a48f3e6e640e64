// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.analysis.Detectors;
import dev.foretell.analysis.pattern.PatternException;
import dev.foretell.tool.UserError;
import dev.foretell.tool.pipeline.OutputFolder;
import dev.foretell.tool.pipeline.Session;
import dev.foretell.trace.anomaly.AnomalyKind;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What to detect. */
final class DetectOption {
    private static final String PATTERN = AnomalyKind.PATTERN.id();

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
            description = "Look also for the patterns of this file; see docs/analyses/patterns.md.")
    private Path patterns;

    @Option(
            names = "--expect",
            paramLabel = "DIR",
            split = ",",
            description =
                    "Output folders of other, good runs of the same program (foretell record). An order of write and"
                            + " read that differs between them is not an expected order, and comes last.")
    private List<Path> expect;

    /** All detectors that need nothing from the user, in the registry's order. */
    static List<String> withoutPatterns() {
        return Detectors.defaults();
    }

    /** Throws {@link UserError} when a detector does not exist. */
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

    /** The session with these options, or else with those it had. */
    Session in(Session session) {
        Session.Patterns given = patterns == null ? session.detection().patterns() : read();
        List<String> asked = detect == null ? given(session) : new ArrayList<>(detect);
        if (patterns != null && !asked.contains(PATTERN)) {
            asked.add(PATTERN);
        }
        List<String> chosen = new ArrayList<>(Detectors.ids());
        chosen.retainAll(asked);
        List<String> others = expect == null ? session.detection().expect() : expected();
        return session.with(new Session.Detection(chosen, given, others));
    }

    private static List<String> given(Session session) {
        List<String> given = session.detection().detect();
        return new ArrayList<>(given.isEmpty() ? withoutPatterns() : given);
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
