// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import dev.foretell.probe.ThreadInputs;
import dev.foretell.trace.io.InputRecord;
import java.util.Arrays;
import java.util.Collection;
import jdk.internal.misc.Unsafe;

/**
 * Records the inputs of one thread. A value goes into the thread's own buffer; its end is stored last, so that the
 * thread which closes the run sees whole values. The buffer is written when it is full, and at first whenever it has
 * doubled: a program that is killed early has lost at most half.
 */
final class InputLog extends ThreadInputs {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long LENGTH = UNSAFE.objectFieldOffset(InputLog.class, "length");

    private static final int FIRST = 40;
    private static final int BUFFER = 4096;
    /** Two numbers. */
    private static final int MAX_RECORD = 20;
    /** Longer arrays are not kept: they would be most of the file. */
    private static final int MAX_BYTES = 1 << 12;

    private final InputFile file;
    private final int number;
    private final String path;
    /** Null for what all threads share. */
    private final RecordingThread thread;

    private byte[] buffer = new byte[FIRST];
    private int length;
    private int writeAt = FIRST;
    /** How many inputs it had, by number of the place. */
    private int[] counts = new int[8];

    private int last;
    private long lastNanos;
    private long lastWall;
    private boolean announced;
    /** How many tasks it has taken from a pool, or waited for. */
    private int tasks;
    /**
     * How many tasks its pool had been given when it tried to leave. Read before the pool stops counting it: a task
     * that comes later finds it gone, however long this thread takes to note that.
     */
    private long given;

    InputLog(InputFile file, RecordingThread thread, int number, String path) {
        this.file = file;
        this.thread = thread;
        this.number = number;
        this.path = path;
    }

    @Override
    public long nanos(long real, int site) {
        try {
            if (isShared()) {
                synchronized (file.shared) {
                    file.shared.addNanos(real, site);
                }
            } else {
                addNanos(real, site);
            }
        } catch (Throwable failure) {
            return real; // out of stack or memory: the program gets its own error
        }
        return real;
    }

    private void addNanos(long real, int site) {
        if (add(site, real - lastNanos, InputRecord.MAX_ANSWERS)) {
            lastNanos = real;
        }
    }

    @Override
    public long wall(long real, long unit, int site) {
        try {
            if (isShared()) {
                synchronized (file.shared) {
                    file.shared.addWall(real, site);
                }
            } else {
                addWall(real, site);
            }
        } catch (Throwable failure) {
            return real;
        }
        return real;
    }

    private void addWall(long real, int site) {
        if (add(site, real - lastWall, InputRecord.MAX_ANSWERS)) {
            lastWall = real;
        }
    }

    @Override
    public long realWallOffset() {
        return 0;
    }

    @Override
    public long value(long real, int site) {
        note(real, site, InputRecord.MAX_ANSWERS);
        return real;
    }

    @Override
    public void unfit(int site) {}

    @Override
    public void bytes(byte[] real, int site) {
        if (real.length <= MAX_BYTES) {
            note(real.length, site, InputRecord.MAX_ANSWERS);
            for (int at = 0; at < real.length; at += Long.BYTES) {
                note(eight(real, at), site, InputRecord.MAX_ANSWERS);
            }
        }
    }

    private static long eight(byte[] bytes, int from) {
        long word = 0;
        for (int i = 0; i < Long.BYTES && from + i < bytes.length; i++) {
            word |= (bytes[from + i] & 0xFFL) << 8 * i;
        }
        return word;
    }

    @Override
    public int hash(Object object, int real, int site) {
        note(real, site, InputRecord.MAX_ANSWERS);
        return real;
    }

    @Override
    public void outside(long print, int site) {
        note(print, site, InputRecord.MAX_COMPARED);
    }

    private void note(long value, int site, int limit) {
        try {
            if (isShared()) {
                synchronized (file.shared) {
                    file.shared.add(site, value, limit);
                }
            } else {
                add(site, value, limit);
            }
        } catch (Throwable failure) {
            return; // as above
        }
    }

    @Override
    public void submits(Object pool, Object task) {
        try {
            file.pools.add(pool, task);
        } catch (Throwable failure) {
            return; // as above
        }
    }

    @Override
    public void getsNextTask() {
        tasks++;
    }

    @Override
    public void idles(Object pool, Collection<?> waiting, long nanos) {
        try {
            file.idleWorker();
        } catch (Throwable failure) {
            return;
        }
    }

    @Override
    public void takes(Object pool, Object task) {
        try {
            idle(false, file.pools.number(pool, task));
        } catch (Throwable failure) {
            return;
        }
    }

    @Override
    public void tryToLeave(Object pool) {
        try {
            given = file.pools.of(pool);
        } catch (Throwable failure) {
            return;
        }
    }

    @Override
    public void leaves(Object pool) {
        try {
            idle(true, given);
        } catch (Throwable failure) {
            return;
        }
    }

    /** A wait for a task is over; {@code number} is that of a task of the pool. */
    private void idle(boolean left, long number) {
        int place = file.idleWorker();
        if (addAt(place, InputRecord.idle(tasks, left), InputRecord.MAX_ANSWERS)) {
            addAt(place, number, InputRecord.MAX_ANSWERS);
        }
    }

    private boolean isShared() {
        return thread != null && thread.initialisers > 0;
    }

    /** Does all that can fail before it changes anything. */
    private boolean add(int site, long value, int limit) {
        int place = file.number(site);
        return place != 0 && addAt(place, value, limit);
    }

    private boolean addAt(int place, long value, int limit) {
        if (place >= counts.length) {
            counts = Arrays.copyOf(counts, Math.max(place + 1, counts.length * 2));
        }
        int count = counts[place];
        if (count >= limit) {
            if (count == limit && limit == InputRecord.MAX_ANSWERS) {
                counts[place]++;
                file.enough(number, place);
            }
            return false;
        }
        if (length + MAX_RECORD > writeAt) {
            makeRoom();
        }
        int end = InputRecord.put(buffer, InputRecord.put(buffer, length, place - last), value);
        counts[place] = count + 1;
        last = place;
        UNSAFE.putIntRelease(this, LENGTH, end);
        return true;
    }

    private void makeRoom() {
        file.take(this);
        if (writeAt < BUFFER) {
            byte[] larger = new byte[Math.min(writeAt * 2, BUFFER)];
            buffer = larger;
            writeAt = larger.length;
        }
    }

    /**
     * Called with the file's lock held: by its thread, or by the thread that ends the run, after which nothing is
     * written.
     */
    void writeTo(InputFile out) {
        int end = UNSAFE.getIntAcquire(this, LENGTH);
        if (end > 0) {
            if (!announced) {
                announced = true;
                out.append(InputRecord.thread(number, path));
            }
            out.append(InputRecord.answers(number, buffer, end));
            length = 0;
        }
    }

    /** The thread has ended. */
    void close() {
        file.take(this);
    }
}
