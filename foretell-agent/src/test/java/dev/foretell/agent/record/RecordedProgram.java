// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.io.RecordedTrace;
import dev.foretell.trace.io.TraceReader;
import dev.foretell.trace.options.AgentOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Plays the instrumenter and the JVM: defines classes with sites, runs threads that call their probes, and reads the
 * trace back.
 */
final class RecordedProgram {
    final Recorder recorder;

    /** An object as the instrumenter would have made it. */
    static class Cell implements Cloneable {
        @SuppressWarnings("unused")
        private transient long $foretell$id;

        int value;

        @Override
        public Cell clone() throws CloneNotSupportedException {
            return (Cell) super.clone();
        }
    }

    /** Inherits its identity field. */
    static final class SubCell extends Cell {}

    RecordedProgram(Path directory) {
        recorder = new Recorder(AgentOptions.of(AgentOptions.Mode.RECORD, directory));
    }

    RecordingThread attach() {
        return (RecordingThread) recorder.attach(Thread.currentThread());
    }

    /** Sites of one class {@code p.C} with a field {@code x} and a volatile field {@code v}. */
    int sites(Object... opsAndTargets) {
        return define("p.C", opsAndTargets);
    }

    int define(String className, Object... opsAndTargets) {
        return define(className, false, opsAndTargets);
    }

    /** {@code oneCall}: all of it may come of one instruction. */
    int define(String className, boolean oneCall, Object... opsAndTargets) {
        List<Site> sites = new ArrayList<>();
        for (int i = 0; i < opsAndTargets.length; i += 2) {
            sites.add(new Site(
                    className,
                    "run()V",
                    "C.java",
                    sites.size() + 10,
                    oneCall ? 0 : sites.size(),
                    (EventKind) opsAndTargets[i],
                    (String) opsAndTargets[i + 1]));
        }
        return recorder.define(new ClassInfo(
                className,
                "java.lang.Object",
                List.of(),
                "00",
                List.of(
                        new ClassInfo.FieldInfo("x", 0),
                        new ClassInfo.FieldInfo("y", 0),
                        new ClassInfo.FieldInfo("v", 0x40),
                        new ClassInfo.FieldInfo("f", 0x10)),
                sites));
    }

    /** A thread of the program that is not started yet. */
    Thread thread(Consumer<RecordingThread> body) {
        return new Thread(() -> {
            Thread current = Thread.currentThread();
            body.accept((RecordingThread) recorder.attach(current));
            recorder.exiting(current);
        });
    }

    /** Runs these at the same time, each on a thread of its own that main starts and joins. */
    void run(int forkSite, int joinSite, List<Consumer<RecordingThread>> bodies) throws InterruptedException {
        RecordingThread main = attach();
        List<Thread> threads = new ArrayList<>();
        for (Consumer<RecordingThread> body : bodies) {
            threads.add(thread(body));
        }
        for (Thread thread : threads) {
            main.beforeStart(thread, forkSite);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
            main.afterJoin(thread, joinSite);
        }
    }

    RecordedTrace end() throws IOException {
        recorder.exiting(Thread.currentThread());
        recorder.close();
        return read();
    }

    RecordedTrace read() throws IOException {
        return TraceReader.read(recorder.folder());
    }

    /** {@code thread KIND target}, one a line, for comparing. */
    static List<String> lines(Trace trace) {
        List<String> lines = new ArrayList<>();
        for (int e = 0; e < trace.size(); e++) {
            lines.add(line(trace, e));
        }
        return lines;
    }

    static String line(Trace trace, int e) {
        EventKind kind = trace.kind(e);
        String target = switch (kind.operand()) {
            case VARIABLE -> trace.variableName(trace.target(e));
            case LOCK -> trace.lockName(trace.target(e));
            case SEMAPHORE -> trace.semaphoreName(trace.target(e));
            case THREAD -> trace.threads().get(trace.target(e)).path();
            case CLASS -> "class" + trace.target(e);
            case CHANNEL, NONE -> "";
        };
        return (trace.threads().get(trace.thread(e)).path() + " " + kind + " " + target).trim();
    }
}
