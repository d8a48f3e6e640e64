// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.fuzz;

import dev.foretell.analysis.AnalysisOptions;
import dev.foretell.analysis.Analyzer;
import dev.foretell.analysis.pattern.PatternFile;
import dev.foretell.tool.UserError;
import dev.foretell.tool.export.EventText;
import dev.foretell.tool.export.StdExport;
import dev.foretell.tool.export.TimelineExport;
import dev.foretell.tool.pipeline.FuzzedSession;
import dev.foretell.trace.Trace;
import dev.foretell.trace.clip.ClipFormat;
import dev.foretell.trace.io.InputRecord;
import dev.foretell.trace.io.RecordedInputs;
import dev.foretell.trace.io.TraceFormat;
import dev.foretell.trace.io.TraceReader;
import dev.foretell.trace.section.SectionFormat;
import dev.foretell.trace.text.TextTrace;
import dev.foretell.trace.watch.WatchEvent;
import dev.foretell.trace.watch.WatchLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** A kind of file, valid examples of it, and what reading one comes to. */
enum FuzzTarget {
    CLIP(Samples.CLIP, Samples.ORDERED_CLIP) {
        @Override
        void read(byte[] input, Path scratch) throws IOException {
            var clip = ClipFormat.read(Files.write(scratch.resolve("x.clip"), input));
            Path again = scratch.resolve("again.clip");
            ClipFormat.write(clip, again);
            if (!ClipFormat.read(again).equals(clip)) {
                throw new AssertionError("a clip changes when it is written and read");
            }
        }
    },
    SECTIONS(Samples.SECTIONS) {
        @Override
        void read(byte[] input, Path scratch) throws IOException {
            var sections = SectionFormat.read(Files.write(scratch.resolve("x.sections"), input));
            if (!SectionFormat.parse(SectionFormat.format(sections), "again").equals(sections)) {
                throw new AssertionError("sections change when they are written and read");
            }
        }
    },
    PATTERNS(Samples.PATTERNS) {
        @Override
        void read(byte[] input, Path scratch) throws IOException {
            PatternFile.read(Files.write(scratch.resolve("x.patterns"), input));
        }
    },
    TEXT_TRACE(Samples.STD, Samples.TABLES) {
        @Override
        void read(byte[] input, Path scratch) throws IOException {
            Path file = Files.write(scratch.resolve("x.std"), input);
            use(TextTrace.parse(file));
            use(TextTrace.parse(file, TextTrace.Option.REPAIR_THREAD_NAMES));
        }
    },
    ANALYSIS(Samples.STD, Samples.TABLES) {
        @Override
        void read(byte[] input, Path scratch) throws IOException {
            Trace trace = TextTrace.parse(Files.write(scratch.resolve("x.std"), input));
            if (trace.size() <= 100) {
                new Analyzer(AnalysisOptions.of(Set.of("race", "deadlock", "atomicity"))).analyze(trace);
            }
        }
    },
    TRACE(TraceFiles.trace()) {
        @Override
        void read(byte[] input, Path scratch) throws IOException {
            TraceFiles.write(input, scratch);
            use(TraceReader.read(scratch).trace());
            TraceReader.commandLine(scratch);
        }
    },
    INPUTS(TraceFiles.inputs()) {
        @Override
        void read(byte[] input, Path scratch) throws IOException {
            ByteBuffer in = ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN);
            byte[] framed = TraceFiles.framed(in, InputRecord.fileHeader());
            RecordedInputs inputs = RecordedInputs.read(Files.write(scratch.resolve(TraceFormat.INPUTS_FILE), framed));
            inputs.canBeReplayed();
            for (int site = 1; site < inputs.siteLimit(); site++) {
                inputs.kind(site);
                inputs.answers("main", site);
            }
        }
    },
    EVIDENCE(Samples.EVIDENCE, Samples.ODD_EVIDENCE) {
        @Override
        void read(byte[] input, Path scratch) throws IOException {
            try {
                FuzzedSession.evidence(scratch, input);
            } catch (IOException e) {
                if (!e.getMessage().contains(scratch.toString())) {
                    throw new AssertionError("a message that does not name the file", e);
                }
                throw e;
            }
        }
    },
    WATCH(Samples.WATCH) {
        @Override
        void read(byte[] input, Path scratch) {
            for (String line : new String(input, StandardCharsets.UTF_8).split("\n")) {
                List<String> fields = WatchLine.fields(line);
                try {
                    WatchEvent.of(fields).line();
                } catch (IllegalArgumentException documented) {
                    continue;
                }
            }
            FuzzedSession.watched(scratch, input);
        }
    },
    SESSION(FuzzedSession.sample()) {
        @Override
        void read(byte[] input, Path scratch) throws IOException {
            FuzzedSession.report(scratch, input);
        }
    };

    private final List<byte[]> seeds;

    FuzzTarget(String... seeds) {
        this.seeds = java.util.Arrays.stream(seeds)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    FuzzTarget(byte[] seed) {
        this.seeds = List.of(seed);
    }

    List<byte[]> seeds() {
        return seeds;
    }

    /** Reads an input as a command would; a documented exception may come out. */
    abstract void read(byte[] input, Path scratch) throws IOException;

    /** Any other exception than a documented one with a message comes out. */
    void run(byte[] input, Path scratch) {
        try {
            read(input, scratch);
        } catch (UserError | IOException documented) {
            if (documented.getMessage() == null) {
                throw new AssertionError("an exception without a message", documented);
            }
        }
    }

    private static void use(Trace trace) throws IOException {
        TextTrace.format(trace);
        for (int event = 0; event < trace.size(); event++) {
            EventText.of(trace, event);
        }
        new StdExport(trace).write(new StringBuilder());
        new TimelineExport(trace).write(new java.io.StringWriter());
    }
}
