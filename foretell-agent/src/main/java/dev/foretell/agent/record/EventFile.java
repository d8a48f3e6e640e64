// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import dev.foretell.trace.io.TraceFormat;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import jdk.internal.misc.Unsafe;

/**
 * The file that all threads' events go to, in chunks lent to one thread at a time. What a thread stores in its chunk is
 * in the operating system's memory at once: it survives the end of the JVM however that comes.
 *
 * <p>Space is filled with real zeros before it is mapped, so that a full disk shows here as an exception and never as a
 * bus error at a store. Windows are unmapped when all their chunks have been closed. Only the thread that holds a chunk
 * accesses it, and it returns the chunk under this object's lock; so no store can hit an unmapped window.
 */
final class EventFile {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long BUFFER_ADDRESS = UNSAFE.objectFieldOffset(Buffer.class, "address");
    private static final int STACK = 150;
    private static final int FIRST_WINDOW = 256 * 1024;
    private static final int MAX_WINDOW = 16 * 1024 * 1024;

    /** A mapped part of the file. */
    private static final class Window {
        MappedByteBuffer buffer;
        long address;
        int size;
        int used;
        int open;
    }

    /** A part of the file that one thread may write to. */
    static final class Chunk {
        /** Where its records begin in memory, and how many bytes of them fit. */
        long address;

        int room;
        private Window window;
        private int start;
        private boolean closed;
    }

    private final Path path;
    private final RandomAccessFile file;
    private final byte[] zeros = new byte[64 * 1024];
    private final MappedByteBuffer pageBuffer;
    private final long page;
    private Window window;
    private long mappedTo = TraceFormat.PAGE;
    private boolean closed;

    EventFile(Path folder) throws IOException {
        path = folder.resolve(TraceFormat.EVENTS_FILE);
        file = new RandomAccessFile(path.toFile(), "rw");
        file.write(zeros, 0, TraceFormat.PAGE);
        pageBuffer = map(0, TraceFormat.PAGE);
        page = UNSAFE.getLong(pageBuffer, BUFFER_ADDRESS);
        putLong(page + TraceFormat.PAGE_VERSION, TraceFormat.VERSION);
        putLong(page, TraceFormat.EVENTS_MAGIC);
    }

    /**
     * Lends a chunk of about the wanted size and takes the former one back. Null when the file takes nothing more. When
     * it fails the former chunk stays lent.
     */
    synchronized Chunk next(Chunk former, int length, int wanted, int thread, int sequence, long clock)
            throws IOException {
        if (closed) {
            return null;
        }
        if (window == null || window.used == window.size) {
            open();
        }
        reserveStack(STACK);
        Chunk chunk = new Chunk();
        int size = Math.min(wanted, window.size - window.used);
        chunk.window = window;
        chunk.start = window.used;
        chunk.room = size - TraceFormat.CHUNK_HEADER;
        chunk.address = window.address + window.used + TraceFormat.CHUNK_HEADER;
        long header = window.address + window.used;
        putInt(header + TraceFormat.CHUNK_THREAD, thread);
        putInt(header + TraceFormat.CHUNK_SEQUENCE, sequence);
        putInt(header + TraceFormat.CHUNK_SIZE, size);
        putLong(header + TraceFormat.CHUNK_CLOCK, clock);
        byte[] magic = {'F', 'T', 'C', 'K'};
        CRC32C crc = new CRC32C();
        crc.update(magic);
        crc.update(view(chunk, 4, TraceFormat.CHUNK_HEADER_CRC));
        putInt(header + TraceFormat.CHUNK_HEADER_CRC, (int) crc.getValue());
        if (former != null) {
            finish(former, length);
        }
        UNSAFE.storeFence();
        putInt(header, TraceFormat.CHUNK_MAGIC);
        window.used += size;
        window.open++;
        return chunk;
    }

    /**
     * Throws StackOverflowError now, while nothing has been changed, rather than half-way: the program may be using up
     * its stack, and what follows must happen as a whole.
     */
    private static int reserveStack(int frames) {
        return frames == 0 ? 0 : reserveStack(frames - 1) + 1;
    }

    /** Takes a chunk back for good. */
    synchronized void finish(Chunk chunk, int length) {
        if (chunk.closed) {
            return;
        }
        long header = chunk.window.address + chunk.start;
        CRC32C crc = new CRC32C();
        crc.update(view(chunk, TraceFormat.CHUNK_HEADER, TraceFormat.CHUNK_HEADER + length));
        putInt(header + TraceFormat.CHUNK_CRC, (int) crc.getValue());
        UNSAFE.storeFence();
        putInt(header + TraceFormat.CHUNK_LENGTH, length);
        chunk.closed = true;
        Window done = chunk.window;
        if (--done.open == 0 && done.used == done.size && done != window) {
            UNSAFE.invokeCleaner(done.buffer);
        }
    }

    /** Notes where the holder of an open chunk stood when the run ended. */
    synchronized void note(Chunk chunk, int position, int pending) {
        if (!chunk.closed) {
            long header = chunk.window.address + chunk.start;
            putInt(header + TraceFormat.CHUNK_PENDING, pending);
            putInt(header + TraceFormat.CHUNK_PENDING_AT, position);
        }
    }

    /** Lends nothing more and gives the unused end of the file back. */
    synchronized void close() throws IOException {
        if (!closed) {
            closed = true;
            if (window != null) {
                file.setLength(mappedTo - window.size + window.used);
            }
            file.close();
        }
    }

    /** Notes in the file itself, which needs neither space nor memory, that recording ended early. */
    synchronized void stopped(long clock, byte[] reason) {
        closed = true;
        int length = Math.min(reason.length, TraceFormat.MAX_REASON);
        for (int i = 0; i < length; i++) {
            UNSAFE.putByte(page + TraceFormat.PAGE_REASON + 4 + i, reason[i]);
        }
        putInt(page + TraceFormat.PAGE_REASON, length);
        putLong(page + TraceFormat.PAGE_STOPPED_AT, Math.max(1, clock));
    }

    void addLost(int events) {
        UNSAFE.getAndAddLong(null, page + TraceFormat.PAGE_LOST, events);
    }

    void addUnsure() {
        UNSAFE.getAndAddLong(null, page + TraceFormat.PAGE_UNSURE, 1);
    }

    private void open() throws IOException {
        Window fresh = new Window();
        fresh.size = window == null ? FIRST_WINDOW : Math.min(MAX_WINDOW, window.size * 2);
        file.seek(mappedTo);
        for (int written = 0; written < fresh.size; written += zeros.length) {
            file.write(zeros);
        }
        fresh.buffer = map(mappedTo, fresh.size);
        fresh.address = UNSAFE.getLong(fresh.buffer, BUFFER_ADDRESS);
        mappedTo += fresh.size;
        Window former = window;
        window = fresh;
        if (former != null && former.open == 0) {
            UNSAFE.invokeCleaner(former.buffer);
        }
    }

    /** Mapping is interruptible and the program's threads may be interrupted; that must not lose the file. */
    private MappedByteBuffer map(long from, int size) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try (RandomAccessFile own = new RandomAccessFile(path.toFile(), "rw")) {
                    return own.getChannel().map(FileChannel.MapMode.READ_WRITE, from, size);
                } catch (ClosedByInterruptException again) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static ByteBuffer view(Chunk chunk, int from, int to) {
        ByteBuffer view = chunk.window.buffer.duplicate();
        view.limit(chunk.start + to).position(chunk.start + from);
        return view;
    }

    private static void putInt(long address, int value) {
        UNSAFE.putIntUnaligned(null, address, value, false);
    }

    private static void putLong(long address, long value) {
        UNSAFE.putLongUnaligned(null, address, value, false);
    }
}
