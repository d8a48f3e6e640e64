// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Passes bytes on as they come, except for whole lines that are known to be noise. A byte is held back only while its
 * line may still become such a line, so prompts and progress bars of the program are not delayed.
 */
final class NoiseFilter extends OutputStream {
    private record Line(byte[] noise, byte[] instead) {}

    private final OutputStream out;
    private final List<Line> lines = new ArrayList<>();
    private final byte[] held;
    private int heldCount;
    /** Whether the current line may still be noise; then all of it is in {@code held}. */
    private boolean open = true;

    NoiseFilter(OutputStream out, Map<String, String> noise) {
        this.out = out;
        int longest = 0;
        for (Map.Entry<String, String> entry : noise.entrySet()) {
            byte[] line = entry.getKey().getBytes(Charset.defaultCharset());
            byte[] instead = entry.getValue().getBytes(Charset.defaultCharset());
            lines.add(new Line(line, instead));
            longest = Math.max(longest, line.length);
        }
        held = new byte[longest + 1];
    }

    @Override
    public void write(int b) throws IOException {
        if (b == '\n') {
            endLine();
        } else if (!open) {
            out.write(b);
        } else {
            held[heldCount++] = (byte) b;
            if (!mayBecomeNoise()) {
                release();
            }
        }
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        int done = from;
        int end = from + count;
        while (done < end) {
            if (open) {
                write(bytes[done++]);
                continue;
            }
            int stop = done;
            while (stop < end && bytes[stop] != '\n') {
                stop++;
            }
            out.write(bytes, done, stop - done);
            done = stop;
            if (done < end) {
                write(bytes[done++]);
            }
        }
    }

    private void endLine() throws IOException {
        Line noise = open ? wholeLine() : null;
        if (noise == null) {
            release();
            out.write('\n');
        } else if (noise.instead.length > 0) {
            out.write(noise.instead);
            out.write('\n');
        }
        heldCount = 0;
        open = true;
    }

    private boolean mayBecomeNoise() {
        for (Line line : lines) {
            // A carriage return may stand before the line break.
            int compared = heldCount > line.noise.length && held[heldCount - 1] == '\r' ? heldCount - 1 : heldCount;
            if (compared <= line.noise.length && startsWith(line.noise, compared)) {
                return true;
            }
        }
        return false;
    }

    private Line wholeLine() {
        int length = heldCount > 0 && held[heldCount - 1] == '\r' ? heldCount - 1 : heldCount;
        for (Line line : lines) {
            if (length == line.noise.length && startsWith(line.noise, length)) {
                return line;
            }
        }
        return null;
    }

    private boolean startsWith(byte[] line, int count) {
        for (int i = 0; i < count; i++) {
            if (line[i] != held[i]) {
                return false;
            }
        }
        return true;
    }

    private void release() throws IOException {
        out.write(held, 0, heldCount);
        heldCount = 0;
        open = false;
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        release();
        out.close();
    }
}
