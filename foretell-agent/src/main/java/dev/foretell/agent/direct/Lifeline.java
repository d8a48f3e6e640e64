package dev.foretell.agent.direct;

import dev.foretell.agent.Thrown;
import dev.foretell.trace.clip.Outcome;
import dev.foretell.trace.options.AgentOptions;
import java.io.File;
import java.util.Map;
import java.util.Optional;

/**
 * What ties a directed run to the tool that wanted it: the tool can ask what the threads are doing, and when it is gone
 * the run ends too, because nobody else would end a program that was led into a deadlock.
 *
 * <p>Belongs to the watchdog's thread.
 */
final class Lifeline {
    private static final long LOOK_NANOS = 250_000_000;
    private static final int NOBODY_WANTS_THIS = 143;

    private final File request;
    private final long owner;
    private final Notes notes;
    private long lastLook = System.nanoTime();
    private boolean answered;

    Lifeline(AgentOptions options, Notes notes) {
        this.request = options.directory().resolve(Outcome.REQUEST).toFile();
        this.owner = options.owner();
        this.notes = notes;
    }

    void look(long now) {
        if (now - lastLook < LOOK_NANOS) {
            return;
        }
        lastLook = now;
        Optional<ProcessHandle> tool = ProcessHandle.of(owner);
        if (owner != 0 && (tool.isEmpty() || !tool.get().isAlive())) {
            Runtime.getRuntime().halt(NOBODY_WANTS_THIS);
        }
        if (!answered && request.exists()) {
            answered = true;
            notes.add(Outcome.STACKS, stacks());
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
                if (!Thrown.isOwn(frame.getClassName())) {
                    out.append("\n    at ").append(frame);
                }
            }
        }
        return out.toString();
    }
}
