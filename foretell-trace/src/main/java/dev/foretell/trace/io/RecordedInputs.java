// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.InputKind;
import dev.foretell.trace.Site;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The inputs of a recorded run: for each thread and site the values in their order, up to the first damaged record of
 * the file. Also used inside the program under test: no lambdas.
 */
public final class RecordedInputs {
    /** A run without inputs. */
    public static final RecordedInputs NONE = new RecordedInputs();

    private static final int HEADER = 12;

    /** By number, from 1. */
    private final List<Site> sites = new ArrayList<>();

    private final List<InputKind> kinds = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<Integer, Stream> threads = new HashMap<>();
    private final Map<String, Stream> byPath = new HashMap<>();
    private final List<Site> cut = new ArrayList<>();
    private boolean full;
    private long startNanos;
    private long startWall;

    private RecordedInputs() {
        sites.add(Site.UNKNOWN);
        kinds.add(null);
    }

    /** The inputs in this file; {@link #NONE} when it does not exist. */
    public static RecordedInputs read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return NONE;
        }
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.length < HEADER || in.getLong() != TraceFormat.INPUTS_MAGIC) {
            throw new TraceException(file + " does not hold the inputs of a recorded run");
        }
        Definitions.checkVersion(file, in.getInt());
        RecordedInputs inputs = new RecordedInputs();
        while (inputs.next(in, bytes)) {}
        return inputs;
    }

    private boolean next(ByteBuffer in, byte[] bytes) {
        if (in.remaining() < DefinitionRecord.PREFIX + 4) {
            return false;
        }
        int length = in.getInt();
        if (length < 0 || length > in.remaining() - 5) {
            return false;
        }
        CRC32C crc = new CRC32C();
        crc.update(bytes, in.position(), length + 1);
        if ((int) crc.getValue() != in.getInt(in.position() + length + 1)) {
            return false;
        }
        int kind = in.get();
        ByteBuffer content = in.slice(in.position(), length).order(ByteOrder.LITTLE_ENDIAN);
        in.position(in.position() + length + 4);
        try {
            record(kind, content);
            return true;
        } catch (BufferUnderflowException | IndexOutOfBoundsException damaged) {
            return false;
        }
    }

    private void record(int kind, ByteBuffer in) {
        switch (kind) {
            case InputRecord.START -> {
                startNanos = number(in);
                startWall = number(in);
            }
            case InputRecord.SITE -> site(in);
            case InputRecord.THREAD -> {
                Stream stream = new Stream();
                threads.put((int) number(in), stream);
                byPath.put(text(in), stream);
            }
            case InputRecord.ANSWERS -> {
                Stream stream = threads.get((int) number(in));
                if (stream == null) {
                    throw new IndexOutOfBoundsException("values of a thread without a definition");
                }
                stream.add(in);
            }
            case InputRecord.FULL -> {
                number(in);
                int site = (int) number(in);
                if (site == 0) {
                    full = true;
                } else if (!cut.contains(sites.get(site))) {
                    cut.add(sites.get(site));
                }
            }
            default -> {} // a record of a later version
        }
    }

    private void site(ByteBuffer in) {
        int number = (int) number(in);
        InputKind kind = InputKind.values()[(int) number(in)];
        String className = text(in);
        String method = text(in);
        String sourceFile = text(in);
        int line = (int) number(in) - 1;
        int offset = (int) number(in) - 1;
        EventKind op = EventKind.values()[(int) number(in)];
        Site site = new Site(className, method, sourceFile, line, offset, op, text(in));
        if (number != sites.size()) {
            throw new IndexOutOfBoundsException(number);
        }
        sites.add(site);
        kinds.add(kind);
        numbers.putIfAbsent(key(site), number);
    }

    private static String key(Site site) {
        return new StringBuilder(site.className())
                .append(' ')
                .append(site.method())
                .append(' ')
                .append(site.offset())
                .append(' ')
                .append(site.what())
                .toString();
    }

    private static long number(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            byte next = in.get();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IndexOutOfBoundsException("a number of more than 64 bits");
    }

    private static long signed(ByteBuffer in) {
        long value = number(in);
        return value >>> 1 ^ -(value & 1);
    }

    private static String text(ByteBuffer in) {
        long length = number(in);
        if (length < 0 || length > in.remaining()) {
            throw new IndexOutOfBoundsException("a text longer than its record");
        }
        byte[] utf8 = new byte[(int) length];
        in.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    /** Whether no input was read, and no worker of a pool was idle. */
    public boolean isEmpty() {
        return byPath.isEmpty() && number(InputKind.IDLE_WORKER) == 0;
    }

    /** Whether some input can be replayed. */
    public boolean canBeReplayed() {
        for (Stream stream : threads.values()) {
            for (int site = 1; site < stream.values.length; site++) {
                if (stream.values[site] != null && isReplayed(kinds.get(site))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether the value is returned to the program in a replay. */
    private static boolean isReplayed(InputKind kind) {
        return switch (kind) {
            case NANOS, WALL, VALUE, HASH -> true;
            case OUTSIDE, KEEP_ALIVE -> false;
        };
    }

    /** {@code System.nanoTime} when recording began. */
    public long startNanos() {
        return startNanos;
    }

    /** The time of day then. */
    public long startWall() {
        return startWall;
    }

    /** The number of a place, or 0 when it is not known. A place that occurs in several loaders has one number. */
    public int number(Site site) {
        return numbers.getOrDefault(key(site), 0);
    }

    /** Numbers of places are smaller. */
    public int siteLimit() {
        return sites.size();
    }

    public InputKind kind(int site) {
        return kinds.get(site);
    }

    /** The values that a thread read at a site, in their order. The empty path stands for class initialisers. */
    public long[] answers(String path, int site) {
        Stream stream = byPath.get(path);
        return stream == null ? new long[0] : stream.at(site);
    }

    /** Sites at which some thread read more values than are kept, where these matter. */
    public List<Site> cut() {
        return List.copyOf(cut);
    }

    /** Whether the limit for all values was reached. */
    public boolean full() {
        return full;
    }

    /** The values of one thread. */
    private final class Stream {
        private long[][] values = new long[0][];
        private int[] sizes = new int[0];
        private int last;
        private final long[] expected = new long[InputKind.values().length];

        void add(ByteBuffer in) {
            while (in.hasRemaining()) {
                last += (int) signed(in);
                InputKind kind = kinds.get(last);
                long value = signed(in);
                if (kind == InputKind.NANOS || kind == InputKind.WALL) {
                    value += expected[kind.ordinal()];
                    expected[kind.ordinal()] = value;
                }
                add(value);
            }
        }

        private void add(long value) {
            if (last >= values.length) {
                values = Arrays.copyOf(values, Math.max(last + 1, values.length * 2));
                sizes = Arrays.copyOf(sizes, values.length);
            }
            if (values[last] == null) {
                values[last] = new long[4];
            } else if (sizes[last] == values[last].length) {
                values[last] = Arrays.copyOf(values[last], sizes[last] * 2);
            }
            values[last][sizes[last]++] = value;
        }

        long[] at(int site) {
            return site >= values.length || values[site] == null
                    ? new long[0]
                    : Arrays.copyOf(values[site], sizes[site]);
        }
    }
}
