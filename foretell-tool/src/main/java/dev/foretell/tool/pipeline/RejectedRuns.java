// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.UserError;
import dev.foretell.trace.options.RejectedClass;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Detects runs that Foretell's own probes have broken: what they did is no evidence about the program. */
final class RejectedRuns {
    /**
     * What HotSpot prints, in every language, when a runtime image was linked without a library that an option needs.
     */
    private static final Pattern NO_LIBRARY =
            Pattern.compile("^Could not find agent library (\\w+) on the library path", Pattern.MULTILINE);

    private static final Map<String, String> MODULES =
            Map.of("instrument", "java.instrument", "jdwp", "jdk.jdwp.agent");

    private RejectedRuns() {}

    /**
     * Throws {@link UserError} when a JVM did not start because its runtime image lacks a module that the agent needs.
     * To be called only for runs in which no agent started: then the message is the JVM's, not the program's.
     *
     * @param kept the folder with what the run printed
     */
    static void checkModules(Path kept) throws IOException {
        String module = null;
        for (String stream : List.of("stdout", "stderr")) { // the JVM uses the first, unless an option changes that
            Path file = kept.resolve(stream);
            String printed = Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "";
            Matcher library = NO_LIBRARY.matcher(printed);
            module = library.find() ? MODULES.get(library.group(1)) : module;
        }
        if (module != null) {
            throw UserError.tool("The program was not run: its Java runtime has no module " + module
                    + ", without which nothing can be observed. Run it with a whole JDK, or link its runtime with"
                    + " 'jlink --add-modules " + module + ",...'.");
        }
    }

    /** Throws {@link UserError} when the JVM refused a class because of the probes in it. */
    static void check(Path folder) throws IOException {
        RejectedClass refused = RejectedClass.first(folder).orElse(null);
        if (refused != null) {
            throw UserError.tool("Foretell's probes broke the class " + refused.name() + ": the JVM refused it ("
                    + refused.problem()
                    + "). This is a mistake of Foretell, not of the program, and what the program did"
                    + " then does not count. Run it again with --exclude '" + refused.name() + "'.");
        }
    }
}
