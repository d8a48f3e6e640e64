// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.UserError;
import dev.foretell.trace.Trace;
import dev.foretell.trace.io.RecordedTrace;
import dev.foretell.trace.io.TraceLimit;
import dev.foretell.trace.io.TraceReader;
import dev.foretell.trace.options.AgentOptions;
import dev.foretell.trace.options.BuildTool;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongBiFunction;

/**
 * The traces in an output folder. A command may have started several JVMs; one of them is the program, the rest are its
 * launchers and helpers.
 */
public final class TraceStore {
    /** The name of a trace that came as text. */
    public static final String IMPORTED = "imported.txt";

    /** The part of a trace that is read when more took too long. */
    private static final int LESS = 16;

    private final OutputFolder folder;
    private final TraceLimit limit;
    /** What all reading and analysing may take; null when that is not limited. */
    private final Budget budget;

    public TraceStore(OutputFolder folder) {
        this(folder, TraceLimit.ofHeap(Runtime.getRuntime().maxMemory()), null);
    }

    /** With traces up to a limit, and as much of each as half of the time that is left suffices for. */
    TraceStore(OutputFolder folder, TraceLimit limit, Budget budget) {
        this.folder = folder;
        this.limit = limit;
        this.budget = budget;
    }

    /**
     * The trace to analyse.
     *
     * @param name its JVM's folder
     * @param others what else was there, a few words each
     * @param program distinguishes it from the others in a re-execution; empty when there are none
     */
    public record Chosen(RecordedTrace recorded, String name, List<String> others, String program) {}

    /**
     * The trace that was analysed before, or else the one in which most threads have shared events. Throws
     * {@link UserError} with this exit code when there is none that can be read.
     */
    public Chosen choose(Session session, int exitOnFailure) {
        String analysed =
                session.analysis() == null ? null : session.analysis().run().jvm();
        return choose(
                session,
                exitOnFailure,
                (name, recorded) -> name.equals(analysed) ? Long.MAX_VALUE : activity(recorded.trace()));
    }

    /** The trace that ranks highest; each is in memory only while it may be the one. */
    Chosen choose(Session session, int exitOnFailure, ToLongBiFunction<String, RecordedTrace> rank) {
        List<String> names =
                session.recording() == null ? List.of() : session.recording().jvms();
        if (names.isEmpty()) {
            throw new UserError(
                    exitOnFailure,
                    "There is no trace in " + folder.root() + ". Record the program with 'foretell record -o "
                            + folder.root() + " -- java ...'.");
        }
        RecordedTrace best = null;
        String bestName = null;
        long bestRank = 0;
        List<String> others = new ArrayList<>();
        String problem = null;
        for (String name : names) {
            RecordedTrace next;
            try {
                next = read(name, exitOnFailure == ExitCode.TOOL);
            } catch (IOException e) {
                problem = String.valueOf(e.getMessage());
                others.add(name + " (unreadable: " + problem + ")");
                continue;
            }
            long nextRank = rank.applyAsLong(name, next);
            if (best == null || nextRank > bestRank) {
                if (best != null) {
                    others.add(describe(bestName, best.trace()));
                }
                best = next;
                bestName = name;
                bestRank = nextRank;
            } else {
                others.add(describe(name, next.trace()));
            }
        }
        String leftAlone = BuildTool.marked(folder.traces());
        if (!leftAlone.isEmpty()) {
            others.add(leftAlone);
        }
        if (best == null) {
            throw new UserError(exitOnFailure, sentence(problem) + " Record the program again with 'foretell record'.");
        }
        return new Chosen(best, bestName, others, others.isEmpty() ? "" : program(bestName));
    }

    private String program(String name) {
        try {
            return AgentOptions.programOf(
                    TraceReader.commandLine(folder.traces().resolve(name)));
        } catch (IOException e) {
            return ""; // then every JVM follows the clip, as if there were no other
        }
    }

    /** A failure to read a trace that was recorded just now is an error of Foretell, and must not be hidden. */
    private RecordedTrace read(String name, boolean fresh) throws IOException {
        Path path = folder.traces().resolve(name);
        if (!path.normalize().startsWith(folder.traces().normalize()) || !Files.exists(path)) {
            throw new IOException("The trace " + path + " is missing");
        }
        try {
            return Files.isDirectory(path) ? readWithin(path) : new RecordedTrace(TextTrace.parse(path), Map.of());
        } catch (TraceReader.OutOfTime e) {
            throw e;
        } catch (RuntimeException e) {
            if (fresh) {
                throw e;
            }
            throw new IOException("The trace " + path + " is damaged", e);
        }
    }

    /** Half of the time is for as much as should fit; when that was too much, the other half for far less. */
    private RecordedTrace readWithin(Path path) throws IOException {
        if (budget == null) {
            return TraceReader.read(path, limit);
        }
        Budget half = budget.half();
        try {
            return TraceReader.read(path, limit.within(half.total()), half::isOver);
        } catch (TraceReader.OutOfTime e) {
            return TraceReader.read(path, limit.within(half.total().dividedBy(LESS)), budget::isOver);
        }
    }

    private static String sentence(String text) {
        return text.endsWith(".") ? text : text + ".";
    }

    /** Active threads first, then shared events. */
    static long activity(Trace trace) {
        boolean[] active = new boolean[trace.threads().size()];
        long threads = 0;
        for (int event = 0; event < trace.size(); event++) {
            int thread = trace.thread(event);
            if (!active[thread] && trace.kind(event).isAccess()) {
                active[thread] = true;
                threads++;
            }
        }
        return threads << 40 | trace.size();
    }

    private static String describe(String name, Trace trace) {
        return name + " (" + trace.threads().size() + " threads, " + trace.size() + " shared events)";
    }
}
