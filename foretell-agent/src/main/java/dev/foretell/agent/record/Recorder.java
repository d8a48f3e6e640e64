// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import dev.foretell.agent.mode.AgentMode;
import dev.foretell.agent.mode.ProbeGroup;
import dev.foretell.agent.mode.ProbePlan;
import dev.foretell.agent.runtime.ExceptionText;
import dev.foretell.probe.Probes;
import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.ThreadLife;
import dev.foretell.trace.io.DefinitionRecord;
import dev.foretell.trace.io.TraceFormat;
import dev.foretell.trace.options.AgentOptions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The mode that writes a trace of the run to a folder {@code jvm-PID}. The program comes first: when the trace cannot
 * be written, one line reports it and the program runs on unrecorded; what was written until then stays readable.
 */
public final class Recorder extends AgentMode implements DefinitionFile.Stopper {
    /** Numbers of objects are handed to threads in blocks. */
    static final int ID_BLOCK = 1024;
    /** How many live objects without a model are kept track of. */
    private static final int MOST_USED = 1 << 16;

    /** Made before they are needed: there may be no memory left then. */
    private static final byte[] OUT_OF_MEMORY = "the program has no memory left".getBytes(StandardCharsets.UTF_8);

    private static final byte[] STOPPED = "foretell: recording stopped: ".getBytes(StandardCharsets.UTF_8);
    /** Not System.err, which the program may have replaced. */
    private final FileOutputStream standardError = new FileOutputStream(FileDescriptor.err);

    final EventClock clock = new EventClock();
    final IdentityTable identities = new IdentityTable();
    /**
     * Objects whose state has no model; instead of a number of its own an object has that of the first thread that used
     * it.
     */
    final IdentityTable used = new IdentityTable(MOST_USED);

    final VolatileStripes stripes = new VolatileStripes();
    /** Null when the trace could not be created, as is {@code definitions}. */
    final EventFile events;

    final ObjectTypes types;
    final InitialPermits semaphores;
    final ProgramThreads threads;
    private final DefinitionFile definitions;
    private final InputFile inputs;

    private final AtomicLong lastId = new AtomicLong(1);
    private final RecordingThread idle;
    private final Path folder;
    private final EvidenceFile evidence;
    private final StallRecorder stalls;
    /** The site at which threads end; 0 when no code calls {@code isAlive}. */
    private volatile int endOfThreads;

    private int nextSite = 1;
    private volatile boolean stopped;
    /** The run is over; what still happens is not part of it. */
    private volatile boolean closed;

    /** Begins a trace; the thread that does it is the program's main thread. */
    public Recorder(AgentOptions options) {
        EventFile eventFile = null;
        DefinitionFile definitionFile = null;
        Path newFolder = options.get(AgentOptions.DIRECTORY);
        try {
            newFolder = newFolder(options.get(AgentOptions.DIRECTORY));
            definitionFile = new DefinitionFile(newFolder, this);
            eventFile = new EventFile(newFolder);
        } catch (IOException unwritable) {
            stop(unwritable.toString());
        }
        folder = newFolder;
        evidence = new EvidenceFile(newFolder);
        events = eventFile;
        definitions = definitionFile;
        types = new ObjectTypes(definitionFile);
        semaphores = new InitialPermits(definitionFile);
        threads = new ProgramThreads(definitionFile, Thread.currentThread());
        inputs = new InputFile(newFolder);
        idle = RecordingThread.idle(this);
        stalls = new StallRecorder(evidence, threads);
        if (!stopped) {
            append(DefinitionRecord.run(
                    System.getProperty("java.version", ""),
                    System.getProperty("java.vm.name", ""),
                    System.getProperty("sun.java.command", ""),
                    System.currentTimeMillis()));
        }
    }

    private static Path newFolder(Path parent) throws IOException {
        Files.createDirectories(parent);
        String name = "jvm-" + ProcessHandle.current().pid();
        Path folder = parent.resolve(name);
        for (int i = 2; Files.exists(folder); i++) {
            folder = parent.resolve(name + "-" + i);
        }
        return Files.createDirectory(folder);
    }

    /** Where the trace is. */
    public Path folder() {
        return folder;
    }

    long idBlock() {
        return lastId.getAndAdd(ID_BLOCK);
    }

    @Override
    public ThreadProbe attach(Thread thread) {
        try {
            if (stopped) {
                return idle;
            }
            ProgramThreads.Known known = threads.arrive(thread);
            RecordingThread probe = threads.probe(known);
            if (probe != null || threads.hasEnded(known)) {
                return probe != null ? probe : idle;
            }
            probe = new RecordingThread(thread, known, this);
            long now = clock.now();
            probe.inputs = new InputLog(inputs, probe, known.number, known.path);
            threads.recordedBy(known, probe);
            probe.begin();
            if (!probe.off) {
                // Only now: from this record on the reader expects chunks of this thread.
                append(DefinitionRecord.attached(known.number, now));
            }
            for (int other : threads.endedBefore(known)) {
                probe.sawEnd(other);
            }
            return probe;
        } catch (Throwable failure) {
            if (failure instanceof OutOfMemoryError) {
                outOfMemory();
            }
            return idle;
        }
    }

    @Override
    public void starting(Thread thread) {
        try {
            if (!stopped && threads.find(thread) == null) {
                Thread current = Thread.currentThread();
                ProgramThreads.Known known = threads.find(current);
                RecordingThread probe = known == null ? null : threads.probe(known);
                if (probe == null) {
                    probe = (RecordingThread) Probes.current();
                }
                if (probe != idle) {
                    probe.start(thread, TraceFormat.placeless(EventKind.FORK));
                }
            }
        } catch (Throwable failure) {
            countLoss();
        }
    }

    @Override
    public void exiting(Thread thread) {
        try {
            ProgramThreads.Known known = stopped ? null : threads.find(thread);
            RecordingThread probe = known == null ? null : threads.probe(known);
            if (probe != null) {
                if (endOfThreads != 0) {
                    probe.leave(thread, endOfThreads);
                }
                probe.end();
                ((InputLog) probe.inputs).close();
                threads.ended(known, thread);
                Probes.detach(probe);
            }
        } catch (Throwable failure) {
            countLoss();
        }
    }

    @Override
    public void leaving(Thread thread, Throwable exception) {
        try {
            if (!stopped) {
                append(DefinitionRecord.left(describe(thread, exception)));
            }
        } catch (Throwable failure) {
            countLoss();
        }
    }

    @Override
    public void uncaught(Thread thread, Throwable exception) {
        try {
            if (!stopped) {
                append(DefinitionRecord.uncaught(describe(thread, exception)));
                evidence.thrown(threads.find(thread), thread, exception);
            }
        } catch (Throwable failure) {
            countLoss();
        }
    }

    private String describe(Thread thread, Throwable exception) {
        ProgramThreads.Known known = threads.find(thread);
        String jvm = new StringBuilder("jvm:").append(thread.getName()).toString();
        return ExceptionText.describe(known == null ? jvm : known.path, exception);
    }

    private void countLoss() {
        try {
            if (events != null) {
                events.addLost(1);
            }
        } catch (Throwable again) {
            return; // out of stack or memory also for this: nothing is left that could be done
        }
    }

    @Override
    public synchronized int define(ClassInfo info) {
        int first = nextSite;
        nextSite += info.sites().size();
        if (!stopped) {
            try {
                int number = first;
                for (Site site : info.sites()) {
                    if (site.op() == EventKind.VOLATILE_READ || site.op() == EventKind.VOLATILE_WRITE) {
                        stripes.define(number, site.what().substring(site.what().lastIndexOf('.') + 1));
                    }
                    number++;
                }
                append(DefinitionRecord.classDefined(first, info));
                inputs.define(first, info);
                if (endOfThreads == 0 && ThreadLife.isReadBy(info)) {
                    endOfThreads = define(ThreadLife.CLASS);
                }
            } catch (Throwable failure) {
                stop(failure.toString());
            }
        }
        return first;
    }

    @Override
    public void skipped(String className) {
        append(DefinitionRecord.skipped(className));
    }

    @Override
    public void failed(String className, String reason) {
        append(DefinitionRecord.failed(className, reason));
    }

    @Override
    public void partial(String method, String reason) {
        append(DefinitionRecord.partial(method, reason));
    }

    @Override
    public void unmodelled(String method, String place) {
        append(DefinitionRecord.unmodelled(method, place));
    }

    /** Threads share an object of this class, and it has no model. */
    void unmodelled(String type, int site) {
        append(DefinitionRecord.shared(type, site));
    }

    private void append(byte[] record) {
        if (!stopped) {
            definitions.append(record);
        }
    }

    @Override
    public void begin() {
        if (!stopped) {
            stalls.start();
        }
    }

    @Override
    public ProbePlan plan() {
        return ProbePlan.of(ProbeGroup.VOLATILE, ProbeGroup.LOCK, ProbeGroup.ORDER, ProbeGroup.UNMODELLED_USE);
    }

    @Override
    public void close() {
        closed = true;
        stalls.stop();
        if (!stopped) {
            for (RecordingThread probe : threads.live()) {
                probe.notePending();
                probe.reportLosses();
            }
            inputs.close(threads.live());
            append(DefinitionRecord.end(clock.now()));
            try {
                events.close();
            } catch (IOException unimportant) {
                // only the unused end of the file stays
            }
        }
    }

    /** Ends recording because the trace cannot be written any more. */
    @Override
    public void stop(String reason) {
        stop((reason == null ? "input/output error" : reason).getBytes(StandardCharsets.UTF_8));
    }

    private void stop(byte[] reason) {
        synchronized (clock) {
            if (stopped) {
                return;
            }
            stopped = true;
        }
        if (closed) {
            return;
        }
        if (events != null) {
            events.stopped(clock.now(), reason);
        }
        synchronized (standardError) {
            try {
                standardError.write(STOPPED);
                standardError.write(reason);
                standardError.write('\n');
            } catch (IOException unwritable) {
                return;
            }
        }
    }

    /** Like {@link #stop(String)}, without needing memory. */
    void outOfMemory() {
        stop(OUT_OF_MEMORY);
    }
}
