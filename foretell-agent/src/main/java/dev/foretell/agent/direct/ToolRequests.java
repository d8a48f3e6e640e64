// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.agent.runtime.ExceptionText;
import dev.foretell.trace.clip.Outcome;
import dev.foretell.trace.options.AgentOptions;
import java.io.File;
import java.util.Map;

/**
 * Requests of the tool to a directed run: to write the stacks of its threads.
 *
 * <p>Belongs to the watchdog's thread.
 */
final class ToolRequests {
    private static final long LOOK_NANOS = 250_000_000;

    private final File request;
    private final OutcomeFile outcomeFile;
    private long lastLook = System.nanoTime();
    private boolean answered;

    ToolRequests(AgentOptions options, OutcomeFile outcomeFile) {
        this.request =
                options.get(AgentOptions.DIRECTORY).resolve(Outcome.REQUEST).toFile();
        this.outcomeFile = outcomeFile;
    }

    void look(long now) {
        if (!answered && now - lastLook >= LOOK_NANOS) {
            lastLook = now;
            if (request.exists()) {
                answered = true;
                outcomeFile.add(Outcome.STACKS, stacks());
            }
        }
    }

    private static String stacks() {
        StringBuilder out = new StringBuilder();
        for (Map.Entry<Thread, StackTraceElement[]> entry :
                Thread.getAllStackTraces().entrySet()) {
            Thread thread = entry.getKey();
            ThreadGroup group = thread.getThreadGroup();
            boolean isOfTheJvm = group == null
                    || group.getParent() == null
                    || group.getName().equals("InnocuousThreadGroup");
            if (isOfTheJvm || entry.getValue().length == 0) {
                continue;
            }
            out.append(out.length() == 0 ? "" : "\n");
            out.append('"').append(thread.getName()).append("\" ").append(thread.getState());
            for (StackTraceElement frame : entry.getValue()) {
                if (!ExceptionText.isOwn(frame.getClassName())) {
                    out.append("\n    at ").append(frame);
                }
            }
        }
        return out.toString();
    }
}
