// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import java.time.Duration;
import java.util.List;

/**
 * Which re-executions run without the optimising compiler. A program that is over within seconds spends a third of its
 * processor time on compilations that never pay off; a re-execution decides the order of its threads by a schedule, so
 * the compiler changes its speed and nothing else. The recorded run always runs as the user started it.
 */
public final class QuickCompiler {
    /** A recorded run of at most this length is over before the optimising compiler has paid off. */
    static final Duration SHORT = Duration.ofSeconds(2);

    private static final String OPTION = "-XX:TieredStopAtLevel=1";

    private QuickCompiler() {}

    /** JVM options for a re-execution of this command, whose recorded run took so long; mostly none. */
    public static List<String> options(List<String> command, double recordedSeconds) {
        boolean quick = recordedSeconds * 1000 <= SHORT.toMillis()
                && AgentLaunch.isJava(command)
                && command.stream().noneMatch(QuickCompiler::choosesCompiler);
        return quick ? List.of(OPTION) : List.of();
    }

    /** The user's own choice is kept; an option file may contain one. */
    private static boolean choosesCompiler(String argument) {
        return argument.startsWith("@")
                || argument.equals("-Xint")
                || argument.equals("-Xcomp")
                || argument.startsWith("-XX:")
                        && (argument.contains("Tiered") || argument.contains("Compil") || argument.contains("JVMCI"));
    }
}
