// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.zip.CRC32C;

/**
 * The events file as chunks by thread. Reads headers first and contents on demand, with ordinary reads: a mapped file
 * that is truncated meanwhile would crash the JVM.
 */
final class EventChunks implements Closeable {
    /** A chunk's place in the file, and its header's fields; {@code length} 0 means that it was never closed. */
    record Chunk(long start, int size, long clock, int length, int crc, int pendingAt, int pending) {}

    /** Each thread's chunks in their order. */
    final Map<Integer, List<Chunk>> byThread = new TreeMap<>();
    /** Clock at which recording stopped early; 0 when it did not. */
    final long stoppedAt;

    final String stopReason;
    final long lost;
    final long unsure;
    /** Whether a chunk's header was damaged, so that those behind it cannot be found. */
    boolean damaged;
    /** Checked before a chunk is read. */
    BooleanSupplier timeIsOver = () -> false;

    private final RandomAccessFile file;

    EventChunks(Path path) throws IOException {
        file = new RandomAccessFile(path.toFile(), "r");
        try {
            ByteBuffer page = buffer(read(0, TraceFormat.PAGE));
            if (page.limit() < TraceFormat.PAGE || page.getLong(0) != TraceFormat.EVENTS_MAGIC) {
                throw new TraceException(
                        path + " is not the events file of a Foretell trace, or is cut off: record again");
            }
            Definitions.checkVersion(path, page.getInt(TraceFormat.PAGE_VERSION));
            stoppedAt = page.getLong(TraceFormat.PAGE_STOPPED_AT);
            lost = page.getLong(TraceFormat.PAGE_LOST);
            unsure = page.getLong(TraceFormat.PAGE_UNSURE);
            int reason = Math.max(0, Math.min(TraceFormat.MAX_REASON, page.getInt(TraceFormat.PAGE_REASON)));
            stopReason = new String(page.array(), TraceFormat.PAGE_REASON + 4, reason, StandardCharsets.UTF_8);
            index();
        } catch (IOException | RuntimeException failure) {
            file.close();
            throw failure;
        }
    }

    private void index() throws IOException {
        long start = TraceFormat.PAGE;
        while (true) {
            ByteBuffer header = buffer(read(start, TraceFormat.CHUNK_HEADER));
            if (header.limit() < 4 || header.getInt(0) == 0) {
                return;
            }
            int size = header.limit() < TraceFormat.CHUNK_HEADER ? 0 : header.getInt(TraceFormat.CHUNK_SIZE);
            if (size < TraceFormat.MIN_CHUNK || size > TraceFormat.MAX_CHUNK || !isHeader(header)) {
                damaged = true;
                return;
            }
            int length = header.getInt(TraceFormat.CHUNK_LENGTH);
            int thread = header.getInt(TraceFormat.CHUNK_THREAD);
            List<Chunk> chunks = byThread.getOrDefault(thread, new ArrayList<>());
            long clock = header.getLong(TraceFormat.CHUNK_CLOCK);
            if (header.getInt(TraceFormat.CHUNK_SEQUENCE) != chunks.size()
                    || clock < 0
                    || clock >= TraceFormat.CLOCK_LIMIT
                    || length < 0
                    || length > size - TraceFormat.CHUNK_HEADER) {
                damaged = true;
                return;
            }
            byThread.put(thread, chunks);
            chunks.add(new Chunk(
                    start,
                    size,
                    clock,
                    length,
                    header.getInt(TraceFormat.CHUNK_CRC),
                    header.getInt(TraceFormat.CHUNK_PENDING_AT),
                    header.getInt(TraceFormat.CHUNK_PENDING)));
            start += size;
        }
    }

    private static boolean isHeader(ByteBuffer header) {
        CRC32C crc = new CRC32C();
        crc.update(header.array(), 0, TraceFormat.CHUNK_HEADER_CRC);
        return header.getInt(0) == TraceFormat.CHUNK_MAGIC
                && header.getInt(TraceFormat.CHUNK_HEADER_CRC) == (int) crc.getValue();
    }

    /**
     * The records of a chunk, as far as the file has them. Null when the chunk was closed and is not what it was then.
     * Throws {@link TraceReader.OutOfTime}.
     */
    byte[] records(Chunk chunk) throws IOException {
        if (timeIsOver.getAsBoolean()) {
            throw new TraceReader.OutOfTime();
        }
        int size = chunk.length() > 0 ? chunk.length() : chunk.size() - TraceFormat.CHUNK_HEADER;
        byte[] bytes = read(chunk.start() + TraceFormat.CHUNK_HEADER, size);
        if (chunk.length() > 0 && bytes.length == chunk.length()) {
            CRC32C crc = new CRC32C();
            crc.update(bytes);
            return (int) crc.getValue() == chunk.crc() ? bytes : null;
        }
        return bytes;
    }

    private byte[] read(long from, int length) throws IOException {
        int there = (int) Math.max(0, Math.min(length, file.length() - from));
        byte[] bytes = new byte[there];
        file.seek(from);
        try {
            file.readFully(bytes);
        } catch (EOFException shortened) {
            throw new TraceException("the events file became shorter while it was read: do not record into it now");
        }
        return bytes;
    }

    private static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
