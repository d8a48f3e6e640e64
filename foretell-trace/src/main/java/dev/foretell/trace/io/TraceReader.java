// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import dev.foretell.trace.RunInfo;
import dev.foretell.trace.Site;
import dev.foretell.trace.TraceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/** Reads the trace that a recorder has written. */
public final class TraceReader {
    private final Path folder;
    private final Definitions definitions;
    private final EventChunks chunks;
    private final TraceLimit limit;
    private final BooleanSupplier timeIsOver;
    private List<Integer> numbers;
    private final List<String> warnings = new ArrayList<>();
    private final List<String> truncated = new ArrayList<>();

    /** The time was over before a trace was read although {@link TraceLimit#decoded} limits the number of events. */
    public static final class OutOfTime extends RuntimeException {
        private static final long serialVersionUID = 1;

        OutOfTime() {
            super("the time is over", null, false, false);
        }
    }

    private TraceReader(
            Path folder, Definitions definitions, EventChunks chunks, TraceLimit limit, BooleanSupplier timeIsOver) {
        this.folder = folder;
        this.definitions = definitions;
        this.chunks = chunks;
        this.limit = limit;
        this.timeIsOver = timeIsOver;
        this.numbers = new ArrayList<>(definitions.threads.keySet());
    }

    /**
     * Reads the trace in a folder {@code jvm-PID}, as much of it as can be analysed in the heap of this JVM; throws
     * {@link TraceException} when it is not one.
     */
    public static RecordedTrace read(Path folder) throws IOException {
        return read(folder, TraceLimit.ofHeap(Runtime.getRuntime().maxMemory()));
    }

    /** As {@link #read(Path)}, up to a limit. */
    public static RecordedTrace read(Path folder, TraceLimit limit) throws IOException {
        return read(folder, limit, () -> false);
    }

    /**
     * As {@link #read(Path)}, up to a limit; throws {@link OutOfTime} when the time is over before that. What
     * {@link TraceLimit#within} allows for no time at all is read even then.
     */
    public static RecordedTrace read(Path folder, TraceLimit limit, BooleanSupplier timeIsOver) throws IOException {
        Path definitions = folder.resolve(TraceFormat.DEFINITIONS_FILE);
        Path events = folder.resolve(TraceFormat.EVENTS_FILE);
        for (Path file : List.of(definitions, events)) {
            if (!Files.isRegularFile(file)) {
                throw new TraceException(folder + " is not a Foretell trace, it has no file `" + file.getFileName()
                        + "`: name a folder that `foretell record` wrote");
            }
        }
        Definitions defined = Definitions.read(definitions);
        try (EventChunks chunks = new EventChunks(events)) {
            return new TraceReader(folder, defined, chunks, limit, timeIsOver).read();
        } catch (IllegalStateException tooLarge) {
            throw new TraceException(
                    folder + " is too large to be read, " + tooLarge.getMessage() + ": record a shorter run");
        }
    }

    /** The command line of the JVM that was recorded, main class first, without reading its events. */
    public static String commandLine(Path folder) throws IOException {
        return Definitions.read(folder.resolve(TraceFormat.DEFINITIONS_FILE)).command;
    }

    private RecordedTrace read() throws IOException {
        SiteTable sites = new SiteTable(definitions);
        Threads threads = new Threads();
        long gaps = knownGaps();
        long fewThreads = limitThreads();
        long fewEvents = limitDecoded(threads);
        long window = Math.min(fewThreads, fewEvents);
        Survey survey = new Survey(sites, threads);
        survey.window = fewEvents;
        survey.cut = Math.min(window, Math.min(gaps, definitions.endedAt));
        survey.run();
        Thinning thinning = new Thinning(limit.events(), numbers.size());
        if (survey.events > limit.events()) {
            survey.count(thinning);
        }
        TraceBuilder builder = new TraceBuilder();
        for (Site site : sites.sites) {
            builder.addSite(site);
        }
        for (int number : numbers) {
            Definitions.DefinedThread thread = definitions.threads.get(number);
            builder.addThread(thread.path(), thread.name());
        }
        TraceAssembler assembler = new TraceAssembler(sites, survey, threads, definitions, builder, thinning);
        assembler.run();
        warn(sites, hasGap(survey, window), assembler);
        boolean complete = definitions.ended && !hasGap(survey, window);
        RunInfo run = new RunInfo(
                new RunInfo.Recorded(survey.events, survey.accesses, complete, assembler.guessed),
                definitions.instrumentation(),
                definitions.uncaught,
                definitions.handled(),
                warnings,
                definitions.unmodelled);
        truncated.addAll(thinning.truncated());
        return new RecordedTrace(builder.build(run), sites.owners.classes(), truncated);
    }

    /**
     * Whether events are missing. Events after the run's end are recorded only by some threads, as far as their last
     * chunks reach, so they are not used, and gaps among them do not count.
     */
    private boolean hasGap(Survey survey, long window) {
        return survey.cut < Math.min(window, definitions.endedAt);
    }

    /**
     * When there are too many threads, keeps those that began first, and returns the value of the clock until which no
     * other one has begun: up to it the trace is complete.
     */
    private long limitThreads() {
        if (numbers.size() <= limit.threads()) {
            return Long.MAX_VALUE;
        }
        List<Integer> byBegin = new ArrayList<>(numbers);
        byBegin.sort(Comparator.comparingLong(this::firstClock));
        long end = firstClock(byBegin.get(limit.threads()));
        List<Integer> first = new ArrayList<>(byBegin.subList(0, limit.threads()));
        Collections.sort(first);
        truncated.add(String.format(
                Locale.ROOT,
                "Of %,d threads only the first %,d were analysed, until the next one began, because memory suffices for"
                        + " no more",
                numbers.size(),
                limit.threads()));
        numbers = first;
        return end;
    }

    /**
     * When there are too many events, the value of the clock until which they are read. From here on reading may run
     * out of time, unless there is so little that it is read in any case.
     */
    private long limitDecoded(Threads threads) throws IOException {
        Extent extent = Extent.of(threads, limit.decoded());
        if (extent.end() < Long.MAX_VALUE) {
            truncated.add(String.format(
                    Locale.ROOT,
                    "Only the beginning of the run was read, its first %,d events, because time or memory suffices for"
                            + " no more",
                    extent.events()));
        }
        if (extent.events() > TraceLimit.MIN_DECODED) {
            chunks.timeIsOver = timeIsOver;
        }
        return extent.end();
    }

    private long firstClock(int number) {
        List<EventChunks.Chunk> own = chunks.byThread.get(number);
        return own == null ? Long.MAX_VALUE : own.get(0).clock();
    }

    /** The last value of the clock before the first known gap. */
    private long knownGaps() {
        long cut = chunks.stoppedAt > 0 ? chunks.stoppedAt : Long.MAX_VALUE;
        for (int number : numbers) {
            long attachedAt = definitions.threads.get(number).attachedAt();
            if (attachedAt >= 0 && !chunks.byThread.containsKey(number)) {
                cut = Math.min(cut, attachedAt);
            }
        }
        for (int number : chunks.byThread.keySet()) {
            if (!definitions.threads.containsKey(number)) {
                cut = Math.min(cut, chunks.byThread.get(number).get(0).clock());
            }
        }
        return cut;
    }

    private void warn(SiteTable sites, boolean gap, TraceAssembler assembler) {
        if (chunks.stoppedAt > 0) {
            warnings.add("Recording stopped before the program ended: " + chunks.stopReason + ".");
        } else if (gap) {
            warnings.add(
                    "The trace in " + folder + " is damaged or cut off; what came after the first gap is not used.");
        } else if (definitions.torn || chunks.damaged) {
            warnings.add("The trace in " + folder + " does not end cleanly; all before its end is used.");
        }
        if (chunks.lost > 0) {
            warnings.add(
                    chunks.lost + " events could not be recorded, because the program was out of memory or stack.");
        }
        if (chunks.unsure > 0) {
            warnings.add("The order of " + chunks.unsure + " volatile accesses is not certain.");
        }
        if (assembler.contradictions > 0) {
            warnings.add(assembler.contradictions + " events contradict others and were left out.");
        }
        if (sites.ambiguous > 0) {
            warnings.add("Static fields of classes that several class loaders define were left out at "
                    + sites.ambiguous + " places.");
        }
    }

    /** The threads with a definition, by its order. */
    private final class Threads implements Survey.Threads {
        @Override
        public int count() {
            return numbers.size();
        }

        @Override
        public int index(long number) {
            int index = number > Integer.MAX_VALUE ? -1 : Collections.binarySearch(numbers, (int) number);
            return Math.max(index, -1);
        }

        @Override
        public ThreadStream open(int thread) {
            List<EventChunks.Chunk> own = chunks.byThread.get(numbers.get(thread));
            return own == null ? null : new ThreadStream(chunks, own, definitions.siteLimit);
        }
    }
}
