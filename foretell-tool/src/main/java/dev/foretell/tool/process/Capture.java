// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The output of the program on one stream: kept in a file up to a limit, and hashed line by line independently of the
 * order of the lines, because that order may be all that differs when threads print at the same time.
 */
public final class Capture extends OutputStream {
    /** More than this is hashed but not kept. */
    static final long LIMIT = 64L << 20;

    private final OutputStream file;
    private final long limit;
    private final MessageDigest line = sha256();
    private final byte[] sum = new byte[32];
    private long bytes;
    private long lines;
    private boolean inLine;
    private boolean closed;
    private boolean full;

    public Capture(Path file) throws IOException {
        this(file, LIMIT);
    }

    Capture(Path file, long limit) throws IOException {
        this.file = new BufferedOutputStream(Files.newOutputStream(file));
        this.limit = limit;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] source, int from, int count) {
        if (closed) {
            return; // from a process that the program left behind
        }
        if (bytes < limit && !full) {
            keep(source, from, (int) Math.min(count, limit - bytes));
        }
        bytes += count;
        int start = from;
        for (int i = from; i < from + count; i++) {
            if (source[i] == '\n') {
                line.update(source, start, i - start);
                endLine();
                start = i + 1;
            }
        }
        if (start < from + count) {
            line.update(source, start, from + count - start);
            inLine = true;
        }
    }

    /** A full disk ends the copy, never the program's output. */
    private void keep(byte[] source, int from, int count) {
        try {
            file.write(source, from, count);
        } catch (IOException e) {
            full = true;
        }
    }

    /** Adds the line's digest to the sum, as one large number: addition is commutative. */
    private void endLine() {
        byte[] digest = line.digest();
        int carry = 0;
        for (int i = 0; i < sum.length; i++) {
            carry += (sum[i] & 0xff) + (digest[i] & 0xff);
            sum[i] = (byte) carry;
            carry >>>= 8;
        }
        lines++;
        inLine = false;
    }

    @Override
    public synchronized void flush() {
        if (closed || full) {
            return;
        }
        try {
            file.flush();
        } catch (IOException e) {
            full = true;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        try {
            file.close();
        } catch (IOException e) {
            full = true;
        }
    }

    /**
     * Ends the last line and returns the hash: equal for the same lines in any order, and for practical purposes only
     * for these.
     */
    public synchronized String fingerprint() {
        if (inLine) {
            endLine();
        }
        return lines + ":" + HexFormat.of().formatHex(sum);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }
}
