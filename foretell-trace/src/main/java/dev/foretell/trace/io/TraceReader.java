package dev.foretell.trace.io;

import dev.foretell.trace.RunInfo;
import dev.foretell.trace.Site;
import dev.foretell.trace.TraceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Reads what a recorder wrote. */
public final class TraceReader {
    private final Path folder;
    private final Definitions definitions;
    private final EventChunks chunks;
    private final List<Integer> numbers;
    private final List<String> warnings = new ArrayList<>();

    private TraceReader(Path folder, Definitions definitions, EventChunks chunks) {
        this.folder = folder;
        this.definitions = definitions;
        this.chunks = chunks;
        this.numbers = new ArrayList<>(definitions.threads.keySet());
    }

    /** Reads the trace in a folder {@code jvm-PID}; throws {@link TraceException} when it is not one. */
    public static RecordedTrace read(Path folder) throws IOException {
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
            return new TraceReader(folder, defined, chunks).read();
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
        Survey survey = new Survey(sites, threads);
        survey.cut = Math.min(knownGaps(), definitions.endedAt);
        survey.run();
        TraceBuilder builder = new TraceBuilder();
        for (Site site : sites.sites) {
            builder.addSite(site);
        }
        for (int number : numbers) {
            Definitions.DefinedThread thread = definitions.threads.get(number);
            builder.addThread(thread.path(), thread.name());
        }
        TraceAssembler assembler = new TraceAssembler(sites, survey, threads, definitions, builder);
        assembler.run();
        warn(sites, survey, assembler);
        RunInfo run = new RunInfo(
                survey.events,
                survey.accesses,
                definitions.classes.size(),
                definitions.skipped,
                definitions.failed,
                definitions.partial,
                definitions.uncaught,
                definitions.ended && !hasGap(survey),
                assembler.guessed,
                warnings,
                definitions.unmodelled,
                definitions.handled());
        return new RecordedTrace(builder.build(run), sites.owners.classes());
    }

    /**
     * Whether something is missing. What threads do after the run's end is recorded only by some, as far as their last
     * chunks reach, so it is not used, and gaps in it mean nothing.
     */
    private boolean hasGap(Survey survey) {
        return survey.cut < definitions.endedAt;
    }

    /** The last value of the clock before anything is known to be missing. */
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

    private void warn(SiteTable sites, Survey survey, TraceAssembler assembler) {
        if (chunks.stoppedAt > 0) {
            warnings.add("Recording stopped before the program ended: " + chunks.stopReason + ".");
        } else if (hasGap(survey)) {
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
