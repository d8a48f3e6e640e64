// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import dev.foretell.agent.runtime.PoolCounts;
import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.InputKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.io.InputRecord;
import dev.foretell.trace.io.TraceFormat;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;

/**
 * The program's inputs, appended by plain writes as {@link DefinitionFile} does. When it cannot be written, or becomes
 * too large, the rest is not kept: replays then continue with real values; nothing else changes.
 */
final class InputFile {
    /** For inputs of class initialisers: which thread runs one differs from run to run. */
    final InputLog shared = new InputLog(this, null, 0, "");

    /** The tasks of pools whose idle workers end. */
    final PoolCounts pools = new PoolCounts();

    private final Path file;
    /**
     * By number of the site: its number among those of inputs, from 1; 0 for all others. Replaced, never changed below
     * its end.
     */
    private volatile int[] numbers = new int[64];

    private int inputSites;
    /** The number of {@link InputKind#IDLE_WORKER}; 0 until a worker is idle. */
    private volatile int idleWorker;

    private RandomAccessFile out;
    private long size;
    private boolean over;

    InputFile(Path folder) {
        this.file = folder.resolve(TraceFormat.INPUTS_FILE);
    }

    /** The sites of a class have got numbers. */
    synchronized void define(int first, ClassInfo info) {
        int site = first;
        for (Site each : info.sites()) {
            InputKind kind = InputKind.of(each);
            if (kind != null) {
                define(site, kind, each);
            }
            site++;
        }
    }

    private void define(int site, InputKind kind, Site place) {
        int[] table = numbers;
        if (site >= table.length) {
            table = Arrays.copyOf(table, Math.max(site + 1, table.length * 2));
        }
        inputSites++;
        append(InputRecord.site(inputSites, kind, place));
        table[site] = inputSites;
        numbers = table;
    }

    /**
     * The number of the place where workers of pools are idle; a file that has it records of every worker how it ended.
     */
    int idleWorker() {
        return idleWorker == 0 ? defineIdleWorker() : idleWorker;
    }

    private synchronized int defineIdleWorker() {
        if (idleWorker == 0) {
            inputSites++;
            append(InputRecord.site(inputSites, InputKind.KEEP_ALIVE, InputKind.IDLE_WORKER));
            idleWorker = inputSites;
        }
        return idleWorker;
    }

    int number(int site) {
        int[] table = numbers;
        return site < table.length ? table[site] : 0;
    }

    /** Writes what a thread has in its buffer. */
    synchronized void take(InputLog log) {
        log.writeTo(this);
    }

    /** No more inputs of one thread at one place are kept. */
    synchronized void enough(int thread, int number) {
        append(InputRecord.full(thread, number));
    }

    /** To be called with this file's lock held. */
    void append(byte[] record) {
        if (over) {
            return;
        }
        try {
            if (out == null) {
                out = new RandomAccessFile(file.toFile(), "rw");
                write(InputRecord.fileHeader());
                Instant now = Instant.now();
                write(InputRecord.start(System.nanoTime(), now.getEpochSecond() * 1_000_000_000 + now.getNano()));
            }
            if (size + record.length > InputRecord.MAX_BYTES) {
                over = true;
                write(InputRecord.full(0, 0));
                return;
            }
            write(record);
        } catch (IOException unwritable) {
            over = true;
        }
    }

    private void write(byte[] record) throws IOException {
        out.write(record);
        size += record.length;
    }

    /** The run is over; later inputs are not part of it. */
    synchronized void close(RecordingThread[] live) {
        for (RecordingThread thread : live) {
            if (thread.inputs != null) {
                ((InputLog) thread.inputs).writeTo(this);
            }
        }
        shared.writeTo(this);
        over = true;
    }
}
