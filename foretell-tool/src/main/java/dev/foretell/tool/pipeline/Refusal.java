package dev.foretell.tool.pipeline;

import dev.foretell.tool.UserError;
import dev.foretell.trace.options.RefusedClass;
import java.io.IOException;
import java.nio.file.Path;

/** Runs that Foretell itself has broken: nothing they did may be blamed on the program. */
final class Refusal {
    private Refusal() {}

    /** Throws {@link UserError} when the JVM refused a class because of the probes in it. */
    static void check(Path folder) throws IOException {
        RefusedClass refused = RefusedClass.first(folder).orElse(null);
        if (refused != null) {
            throw UserError.tool("Foretell's probes broke the class " + refused.name() + ": the JVM refused it ("
                    + refused.problem()
                    + "). This is a mistake of Foretell, not of the program, and what the program did"
                    + " then does not count. Run it again with --exclude '" + refused.name() + "'.");
        }
    }
}
