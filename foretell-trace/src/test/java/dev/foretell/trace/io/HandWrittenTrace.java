// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * A second writer of the format, as the document describes it and without predictions: every event is a record with all
 * its parts. One chunk a thread.
 */
final class HandWrittenTrace {
    private final Path folder;
    private final ByteArrayOutputStream definitions = new ByteArrayOutputStream();
    private final Map<Integer, Log> logs = new TreeMap<>();
    private int sites = 1;
    private long clock;
    private int version = TraceFormat.VERSION;

    /** One thread's records. */
    private static final class Log {
        final ByteArrayOutputStream records = new ByteArrayOutputStream();
        final Predictor predictor = new Predictor();
        int last = Predictor.NOWHERE;
        final long begin;
        long seen;
        boolean closed;

        Log(long begin) {
            this.begin = begin;
            this.seen = begin;
        }
    }

    HandWrittenTrace(Path folder) throws IOException {
        this.folder = folder;
        definitions.write(DefinitionRecord.fileHeader());
    }

    /** Defines a class with these sites, returns the number of the first. */
    int define(String name, String superName, List<ClassInfo.FieldInfo> fields, Object... opsAndTargets)
            throws IOException {
        List<Site> list = new ArrayList<>();
        for (int i = 0; i < opsAndTargets.length; i += 2) {
            list.add(new Site(
                    name, "m()V", "F.java", i, i, (EventKind) opsAndTargets[i], (String) opsAndTargets[i + 1]));
        }
        definitions.write(
                DefinitionRecord.classDefined(sites, new ClassInfo(name, superName, List.of(), "0", fields, list)));
        int first = sites;
        sites += list.size();
        return first;
    }

    void add(byte[] record) throws IOException {
        definitions.write(record);
    }

    void thread(int number, String path) throws IOException {
        definitions.write(DefinitionRecord.thread(number, path, "T" + number));
        logs.put(number, new Log(clock));
    }

    /** An event with the next value of the clock. */
    void sync(int thread, int site, long id, int index) {
        clock++;
        write(thread, site, id, index, true);
    }

    void placeless(int thread, EventKind kind, long id) {
        sync(thread, TraceFormat.placeless(kind), id, 0);
        logs.get(thread).closed |= kind == EventKind.END;
    }

    /** A plain access at the current value of the clock. */
    void plain(int thread, int site, long id, int index) {
        Log log = logs.get(thread);
        if (log.seen != clock) {
            log.records.write(0x10);
            number(log, clock - log.seen);
            log.seen = clock;
        }
        write(thread, site, id, index, false);
    }

    /** A record of so many predicted accesses, after which the clock has advanced. */
    void predicted(int thread, long hits) {
        Log log = logs.get(thread);
        log.records.write(0xF0);
        number(log, hits);
        number(log, clock - log.seen);
        log.seen = clock;
        int follower = Predictor.next(log.predictor.slots[log.last]);
        for (long i = 0; i < Math.min(hits, TraceFormat.MAX_HITS) && follower != Predictor.NOWHERE; i++) {
            log.predictor.hit(follower);
            log.last = follower;
            follower = Predictor.next(log.predictor.slots[follower]);
        }
    }

    private void write(int thread, int site, long id, int index, boolean sync) {
        Log log = logs.get(thread);
        Predictor predictor = log.predictor;
        int slot = predictor.slot(site);
        long idStep = id - predictor.slots[slot + Predictor.ID];
        int indexStep = index - (int) (predictor.slots[slot + Predictor.INDEX] >> 32);
        log.records.write(0x10 | 1 | (idStep == 0 ? 0 : 2) | 4 | (sync ? 8 : 0));
        signed(log, (long) site - predictor.base(log.last));
        if (idStep != 0) {
            signed(log, idStep);
        }
        signed(log, indexStep);
        if (sync) {
            number(log, clock - log.seen);
            log.seen = clock;
        }
        predictor.learn(slot, id, index);
        predictor.link(log.last, slot);
        log.last = slot;
    }

    private static void signed(Log log, long value) {
        number(log, value << 1 ^ value >> 63);
    }

    private static void number(Log log, long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            log.records.write((int) (rest | 0x80));
            rest >>>= 7;
        }
        log.records.write((int) rest);
    }

    /** As an older recorder would have written it. */
    void setVersion(int version) {
        this.version = version;
    }

    Trace read() throws IOException {
        return read(TraceLimit.NONE).trace();
    }

    RecordedTrace read(TraceLimit limit) throws IOException {
        write();
        return TraceReader.read(folder, limit);
    }

    void write() throws IOException {
        definitions.write(DefinitionRecord.end(clock));
        byte[] bytes = definitions.toByteArray();
        bytes[8] = (byte) version;
        Files.write(folder.resolve(TraceFormat.DEFINITIONS_FILE), bytes);
        ByteArrayOutputStream events = new ByteArrayOutputStream();
        ByteBuffer page = ByteBuffer.allocate(TraceFormat.PAGE).order(ByteOrder.LITTLE_ENDIAN);
        page.putLong(0, TraceFormat.EVENTS_MAGIC).putInt(8, version);
        events.write(page.array());
        for (Map.Entry<Integer, Log> entry : logs.entrySet()) {
            if (entry.getValue().records.size() > 0) {
                events.write(chunk(entry.getKey(), entry.getValue()));
            }
        }
        Files.write(folder.resolve(TraceFormat.EVENTS_FILE), events.toByteArray());
    }

    private static byte[] chunk(int thread, Log log) {
        byte[] records = log.records.toByteArray();
        int size = Math.max(TraceFormat.MIN_CHUNK, records.length + TraceFormat.CHUNK_HEADER);
        ByteBuffer chunk = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        chunk.putInt(TraceFormat.CHUNK_MAGIC)
                .putInt(thread)
                .putInt(0)
                .putInt(size)
                .putLong(log.begin);
        chunk.putInt(checksum(chunk.array(), 0, 24));
        if (log.closed) {
            chunk.putInt(records.length).putInt(checksum(records, 0, records.length));
        }
        chunk.position(TraceFormat.CHUNK_HEADER);
        chunk.put(records);
        return chunk.array();
    }

    private static int checksum(byte[] bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, to - from);
        return (int) crc.getValue();
    }

    /** {@code path KIND name}, one a line. */
    static List<String> lines(Trace trace) {
        List<String> lines = new ArrayList<>();
        for (int e = 0; e < trace.size(); e++) {
            String target = switch (trace.kind(e).operand()) {
                case VARIABLE -> trace.variableName(trace.target(e)) + "/" + trace.variableOwner(trace.target(e));
                case LOCK -> trace.lockName(trace.target(e));
                case SEMAPHORE -> trace.semaphoreName(trace.target(e)) + "/" + trace.initialPermits(trace.target(e));
                case THREAD -> trace.threads().get(trace.target(e)).path();
                case CLASS -> "class" + trace.target(e);
                case CHANNEL, NONE -> "";
            };
            lines.add((trace.threads().get(trace.thread(e)).path() + " " + trace.kind(e) + " " + target).trim());
        }
        return lines;
    }
}
