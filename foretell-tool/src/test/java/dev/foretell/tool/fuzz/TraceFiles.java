// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.fuzz;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.InputKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.io.DefinitionRecord;
import dev.foretell.trace.io.InputRecord;
import dev.foretell.trace.io.Predictor;
import dev.foretell.trace.io.TraceFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The binary files of a trace in a compact form without checksums, so that mutations get past these. First the records
 * of the definitions: kind, two bytes of length, content, ended by kind 0. Then chunks: thread, whether it is closed,
 * eight bytes of clock, two bytes of length, records.
 */
final class TraceFiles {
    private TraceFiles() {}

    /** Writes the two files that a compact form stands for. */
    static void write(byte[] compact, Path folder) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(compact).order(ByteOrder.LITTLE_ENDIAN);
        Files.write(folder.resolve(TraceFormat.DEFINITIONS_FILE), framed(in, DefinitionRecord.fileHeader()));
        ByteArrayOutputStream events = new ByteArrayOutputStream();
        ByteBuffer page = ByteBuffer.allocate(TraceFormat.PAGE).order(ByteOrder.LITTLE_ENDIAN);
        page.putLong(0, TraceFormat.EVENTS_MAGIC).putInt(8, TraceFormat.VERSION);
        events.writeBytes(page.array());
        int[] sequences = new int[256];
        while (in.remaining() >= 12) {
            int thread = in.get() & 0xFF;
            boolean closed = in.get() != 0;
            long clock = in.getLong();
            byte[] records = new byte[Math.min(Math.min(in.getShort() & 0xFFFF, in.remaining()), 4000)];
            in.get(records);
            events.writeBytes(chunk(thread, sequences[thread]++, closed, clock, records));
        }
        Files.write(folder.resolve(TraceFormat.EVENTS_FILE), events.toByteArray());
    }

    /** A file of records with a header, from their compact form. */
    static byte[] framed(ByteBuffer in, byte[] header) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(header);
        while (in.remaining() >= 3) {
            byte kind = in.get();
            if (kind == 0) {
                break;
            }
            byte[] content = new byte[Math.min(in.getShort() & 0xFFFF, in.remaining())];
            in.get(content);
            ByteBuffer record = ByteBuffer.allocate(content.length + 9).order(ByteOrder.LITTLE_ENDIAN);
            record.putInt(content.length).put(kind).put(content);
            record.putInt(checksum(record.array(), 4, content.length + 1));
            out.writeBytes(record.array());
        }
        return out.toByteArray();
    }

    private static byte[] chunk(int thread, int sequence, boolean closed, long clock, byte[] records) {
        ByteBuffer chunk = ByteBuffer.allocate(TraceFormat.MIN_CHUNK).order(ByteOrder.LITTLE_ENDIAN);
        chunk.putInt(TraceFormat.CHUNK_MAGIC).putInt(thread).putInt(sequence).putInt(TraceFormat.MIN_CHUNK);
        chunk.putLong(clock);
        chunk.putInt(checksum(chunk.array(), 0, TraceFormat.CHUNK_HEADER_CRC));
        if (closed) {
            chunk.putInt(records.length).putInt(checksum(records, 0, records.length));
        }
        chunk.position(TraceFormat.CHUNK_HEADER);
        chunk.put(records);
        return chunk.array();
    }

    private static int checksum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    /** The compact form of framed records. */
    private static byte[] compact(byte[]... records) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] record : records) {
            int length = record.length - 9;
            out.write(record[4]);
            out.write(length);
            out.write(length >> 8);
            out.write(record, 5, length);
        }
        out.write(0);
        return out.toByteArray();
    }

    /** Two threads, a lock, a semaphore, an initialiser, and accesses, some of them predicted. */
    static byte[] trace() {
        Object[] ops = {
            EventKind.WRITE, "a.A.x",
            EventKind.READ, "a.A.x",
            EventKind.ACQUIRE, "",
            EventKind.RELEASE, "",
            EventKind.WRITE, "int[]",
            EventKind.VOLATILE_READ, "a.A.v",
            EventKind.INIT_BEGIN, "",
            EventKind.INIT_END, "",
            EventKind.PERMIT_ACQUIRE, "",
            EventKind.TRY_PERMIT_FAILED, "",
            EventKind.PERMIT_RELEASE, "",
            EventKind.REGION_BEGIN, "",
            EventKind.REGION_END, "",
            EventKind.TRY_ACQUIRE_FAILED, "",
            EventKind.WAKE, "",
            EventKind.NOTIFY, "",
            EventKind.PUBLISH, "",
            EventKind.OBSERVE, "",
        };
        List<Site> sites = new ArrayList<>();
        for (int i = 0; i < ops.length; i += 2) {
            sites.add(new Site("a.A", "m()V", "A.java", i, i, (EventKind) ops[i], (String) ops[i + 1]));
        }
        List<ClassInfo.FieldInfo> fields = List.of(new ClassInfo.FieldInfo("x", 0), new ClassInfo.FieldInfo("v", 0x48));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(compact(
                DefinitionRecord.run("17", "VM", "a.A", 1),
                DefinitionRecord.classDefined(
                        1, new ClassInfo("a.A", "java.lang.Object", List.of("a.I"), "0", fields, sites)),
                DefinitionRecord.thread(1, "main", "main"),
                DefinitionRecord.attached(1, 0),
                DefinitionRecord.thread(2, "main/0", "worker"),
                DefinitionRecord.type(7, "java.lang.Object"),
                DefinitionRecord.permits(9, 1),
                DefinitionRecord.uncaught("worker: oops"),
                DefinitionRecord.skipped("a.B"),
                DefinitionRecord.failed("a.C", "too new"),
                DefinitionRecord.partial("a.D.m", "too large"),
                DefinitionRecord.unmodelled("a.E.await", "A.java:1"),
                DefinitionRecord.shared("a.E", 1),
                DefinitionRecord.end(40)));
        Log main = new Log();
        main.sync(TraceFormat.placeless(EventKind.BEGIN), 0, 0, 1);
        main.sync(7, 0, 0, 2);
        main.sync(8, 0, 0, 3);
        main.sync(TraceFormat.placeless(EventKind.FORK), 2, 0, 4);
        main.sync(3, 5, 7, 6);
        main.plain(1, 6, 0);
        main.predicted(3);
        main.sync(4, 5, 7, 9);
        main.sync(9, 9, 0, 11);
        main.plain(12, 0, 0);
        main.plain(5, 8, 3);
        main.plain(13, 0, 0);
        main.sync(11, 9, 0, 14);
        main.sync(TraceFormat.placeless(EventKind.JOIN), 2, 0, 30);
        main.sync(TraceFormat.placeless(EventKind.END), 0, 0, 31);
        Log worker = new Log();
        worker.sync(TraceFormat.placeless(EventKind.BEGIN), 0, 0, 5);
        worker.sync(10, 9, 0, 12);
        worker.sync(14, 5, 7, 13);
        worker.plain(2, 6, 0);
        worker.plain(5, 8, 3);
        worker.sync(6, 6, 0, 15);
        worker.sync(17, 3, 0, 16);
        worker.sync(18, 3, 0, 17);
        worker.sync(TraceFormat.placeless(EventKind.END), 0, 0, 20);
        out.writeBytes(main.chunk(1));
        out.writeBytes(worker.chunk(2));
        return out.toByteArray();
    }

    /** Inputs of two threads. */
    static byte[] inputs() {
        byte[] answers = new byte[40];
        int at = InputRecord.put(answers, 0, 1);
        at = InputRecord.put(answers, at, 12345);
        at = InputRecord.put(answers, at, 1);
        at = InputRecord.put(answers, at, -7);
        Site site = new Site("a.A", "m()V", "A.java", 1, 2, EventKind.READ, "input nanos");
        Site other = new Site("a.A", "m()V", "A.java", 1, 5, EventKind.READ, "input value");
        return compact(
                InputRecord.start(5, 6),
                InputRecord.site(1, InputKind.NANOS, site),
                InputRecord.site(2, InputKind.VALUE, other),
                InputRecord.thread(1, "main"),
                InputRecord.answers(1, answers, at),
                InputRecord.thread(2, ""),
                InputRecord.full(1, 2),
                InputRecord.full(0, 0));
    }

    /** Records of one thread, as the format's document describes them. */
    private static final class Log {
        private final ByteArrayOutputStream records = new ByteArrayOutputStream();
        private final Predictor predictor = new Predictor();
        private int last = Predictor.NOWHERE;
        private long seen;
        private int hits;

        void predicted(int count) {
            hits += count;
        }

        void plain(int site, long id, int index) {
            write(site, id, index, -1);
        }

        void sync(int site, long id, int index, long clock) {
            write(site, id, index, clock);
        }

        private void write(int site, long id, int index, long clock) {
            for (int i = 0; i < hits; i++) {
                last = Predictor.next(predictor.slots[last]);
                predictor.hit(last);
            }
            int slot = predictor.slot(site);
            long idStep = id - predictor.slots[slot + Predictor.ID];
            int indexStep = index - (int) (predictor.slots[slot + Predictor.INDEX] >> 32);
            records.write(1 + hits << 4 | 1 | (idStep == 0 ? 0 : 2) | 4 | (clock < 0 ? 0 : 8));
            hits = 0;
            signed((long) site - predictor.base(last));
            if (idStep != 0) {
                signed(idStep);
            }
            signed(indexStep);
            if (clock >= 0) {
                number(clock - seen);
                seen = clock;
            }
            predictor.learn(slot, id, index);
            predictor.link(last, slot);
            last = slot;
        }

        private void signed(long value) {
            number(value << 1 ^ value >> 63);
        }

        private void number(long value) {
            long rest = value;
            while ((rest & ~0x7FL) != 0) {
                records.write((int) (rest | 0x80));
                rest >>>= 7;
            }
            records.write((int) rest);
        }

        byte[] chunk(int thread) {
            ByteBuffer out = ByteBuffer.allocate(12 + records.size()).order(ByteOrder.LITTLE_ENDIAN);
            out.put((byte) thread).put((byte) 1).putLong(0).putShort((short) records.size());
            out.put(records.toByteArray());
            return out.array();
        }
    }
}
