// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.AnomalyShape;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import dev.foretell.trace.clip.ClipPoint;
import dev.foretell.trace.clip.ClipStep;
import dev.foretell.trace.clip.Outcome;
import dev.foretell.trace.options.AgentOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A simulated program under a director: threads that do what instrumented code does, call the probe and then act. Its
 * sites all belong to one class, {@code demo.Play}, and are distinguished by line.
 */
final class SimulatedProgram {
    /** What a thread of the simulated program does. */
    interface Body {
        void run(ThreadProbe p) throws Exception;
    }

    private final Path folder;
    private final List<Site> sites = new ArrayList<>();
    private final List<ClipStep> steps = new ArrayList<>();
    private final List<ClipPoint> anomaly = new ArrayList<>();
    private final List<Integer> variables = new ArrayList<>();
    private final List<Integer> regions = new ArrayList<>();
    private final Queue<Thread> started = new ConcurrentLinkedQueue<>();
    private Director director;
    private Path clipFile;
    AnomalyKind kind = AnomalyKind.SCHEDULE;
    List<Integer> order = List.of();
    boolean firstGoesOn;
    Map<String, String> checksums = Map.of();
    long patience = 2000;
    AgentOptions.Regions atomic = AgentOptions.Regions.LOCKS;

    SimulatedProgram(Path folder) {
        this.folder = folder;
    }

    /** A site on this line; its number. */
    int site(EventKind op, int line) {
        return site(op, line, "demo.Play.x");
    }

    int site(EventKind op, int line, String what) {
        boolean field = op.isAccess();
        sites.add(new Site("demo.Play", "run()V", "Play.java", line, sites.size(), op, field ? what : ""));
        return sites.size(); // numbers start at 1
    }

    /** A call of wait: its first number. */
    int waitSite(int line) {
        int first = site(EventKind.RELEASE, line);
        site(EventKind.WAKE, line);
        site(EventKind.ACQUIRE, line);
        return first;
    }

    Site siteOf(int number) {
        return sites.get(number - 1);
    }

    SimulatedProgram until(String path, int site, int occurrence) {
        return until(path, siteOf(site), occurrence);
    }

    SimulatedProgram until(String path, Site site, int occurrence) {
        steps.add(new ClipStep(path, new ClipPoint(path, site, occurrence)));
        return this;
    }

    SimulatedProgram past(String path, int site, int occurrence) {
        steps.add(new ClipStep(path, new ClipPoint(path, siteOf(site), occurrence), true));
        return this;
    }

    SimulatedProgram untilEnd(String path) {
        steps.add(new ClipStep(path, null));
        return this;
    }

    SimulatedProgram meet(String path, int site, int occurrence) {
        anomaly.add(new ClipPoint(path, siteOf(site), occurrence));
        return this;
    }

    /** An event of an anomaly in order, with the numbers of its variable and region. */
    SimulatedProgram pass(String path, int site, int occurrence, int variable, int region) {
        meet(path, site, occurrence);
        variables.add(variable);
        regions.add(region);
        return this;
    }

    /** A hand-written clip instead of the steps given. */
    SimulatedProgram clipFile(Path file) {
        clipFile = file;
        return this;
    }

    Path folder() {
        return folder;
    }

    Director director() {
        return director;
    }

    Clip clip() {
        List<String> command = List.of("java");
        if (!variables.isEmpty()) {
            AnomalyShape shape = AnomalyShape.inOrder(variables, regions);
            return new Clip(
                    kind,
                    "test",
                    new Clip.Program(command, checksums, Map.of()),
                    steps,
                    new Clip.Events(anomaly, shape, List.of(), firstGoesOn));
        }
        AnomalyShape shape = new Clip(
                        kind,
                        "test",
                        new Clip.Program(command, checksums, Map.of()),
                        steps,
                        Clip.Events.of(kind, anomaly, order))
                .shape();
        return new Clip(
                kind,
                "test",
                new Clip.Program(command, checksums, Map.of()),
                steps,
                new Clip.Events(anomaly, shape, order, firstGoesOn));
    }

    /** Runs the program's main thread here, waits for all others, and reads what the director noted. */
    Outcome run(Body main) throws Exception {
        begin();
        ThreadProbe p = director.attach(Thread.currentThread());
        main.run(p);
        director.exiting(Thread.currentThread());
        return finish();
    }

    void begin() throws IOException {
        Path file = clipFile;
        if (file == null) {
            file = folder.resolve("test.clip");
            ClipFormat.write(clip(), file);
        }
        AgentOptions options = AgentOptions.of(AgentOptions.Mode.DIRECT, folder)
                .with(AgentOptions.CLIP, file)
                .with(AgentOptions.PATIENCE_MILLIS, patience)
                .with(AgentOptions.REGIONS, atomic);
        director = new Director(options, false);
        int first = director.define(new ClassInfo(
                "demo.Play",
                "java.lang.Object",
                List.of(),
                "c0ffee",
                List.of(new ClassInfo.FieldInfo("x", 0), new ClassInfo.FieldInfo("y", 0)),
                sites));
        if (first != 1) {
            throw new AssertionError("sites start at 1, not " + first);
        }
    }

    Outcome finish() throws Exception {
        for (Thread thread : started) {
            thread.join();
        }
        director.close();
        return outcome();
    }

    Outcome outcome() throws IOException {
        return Outcome.read(folder.resolve("outcome"));
    }

    /** Starts a thread as instrumented code would. */
    Thread start(ThreadProbe parent, int site, String name, Body body) {
        return start(parent, site, name, body, () -> {});
    }

    /** The same, with something to do between the probe and the start. */
    Thread start(ThreadProbe parent, int site, String name, Body body, Runnable atStart) {
        Thread thread = new Thread(() -> runBody(body), name);
        thread.setDaemon(true);
        parent.beforeStart(thread, site);
        atStart.run();
        director.starting(thread);
        started.add(thread);
        thread.start();
        return thread;
    }

    private void runBody(Body body) {
        Thread thread = Thread.currentThread();
        try {
            body.run(director.attach(thread));
        } catch (Throwable e) {
            director.leaving(thread, e);
            director.uncaught(thread, e);
        } finally {
            director.exiting(thread);
        }
    }

    /** Joins a thread as instrumented code would. */
    static void join(ThreadProbe p, Thread thread, int site) throws InterruptedException {
        p.beforeJoin(thread, site);
        thread.join();
        p.afterJoin(thread, site);
    }

    static void locked(ThreadProbe p, Object monitor, int enter, int exit, Body body) throws Exception {
        p.beforeEnter(monitor, enter);
        synchronized (monitor) {
            p.afterEnter(monitor, enter);
            try {
                body.run(p);
            } finally {
                p.beforeExit(monitor, exit);
            }
        }
    }

    /** An atomic method, as instrumented code calls its probes. */
    static void atomic(ThreadProbe p, int begin, int end, Body body) throws Exception {
        int outer = p.regions;
        p.regionBegin(begin);
        p.regions = outer + 1;
        try {
            body.run(p);
        } finally {
            p.regions = outer;
            p.regionEnd(end);
        }
    }

    static void await(ThreadProbe p, Object monitor, int site) throws InterruptedException {
        p.beforeWait(monitor, 0, site);
        monitor.wait();
        p.afterWait(monitor, site);
    }
}
