// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import java.time.Duration;

/**
 * How much of a trace is read, so that its analysis fits into memory, and reading it into the time.
 *
 * @param events of all threads together that are kept
 * @param threads that are kept
 * @param decoded events of all threads together, kept or not: reading takes time for each of them, and a small file may
 *     hold billions
 */
public record TraceLimit(int events, int threads, long decoded) {
    public static final TraceLimit NONE = new TraceLimit(Integer.MAX_VALUE, Integer.MAX_VALUE);

    /**
     * Bytes for an event in the trace, the model of it and the tables of one detector: a conservative estimate, not a
     * measurement. When it is too low, the analysis is repeated with fewer events.
     */
    private static final int BYTES_PER_EVENT = 200;

    /** Several tables of the analysis have an entry for each pair of threads. */
    private static final int BYTES_PER_PAIR_OF_THREADS = 40;

    /**
     * Events that are read in a second, in all passes: less than half of what two hot loops were measured at, since a
     * machine may be slower or busy.
     */
    private static final int DECODED_PER_SECOND = 10_000_000;

    /** This many are read even when there is no time. */
    static final int MIN_DECODED = 2_000_000;

    /**
     * After an OutOfMemoryError, events to decode for each event that is kept: this bounds the tables of the survey.
     */
    private static final int DECODED_PER_EVENT = 16;

    private static final int MIN_EVENTS = 10_000;
    private static final int MIN_THREADS = 64;

    public TraceLimit {
        if (events < 1 || threads < 1 || decoded < 1) {
            throw new IllegalArgumentException(
                    "limits must be positive: " + events + " events, " + threads + " threads, " + decoded + " decoded");
        }
    }

    /** Bounds memory only. */
    public TraceLimit(int events, int threads) {
        this(events, threads, Long.MAX_VALUE);
    }

    /** As this limit, but with no more events than can be decoded in this time. */
    public TraceLimit within(Duration time) {
        double most = Math.max(MIN_DECODED, time.toMillis() / 1e3 * DECODED_PER_SECOND);
        return new TraceLimit(events, threads, Math.min(decoded, (long) most));
    }

    /** A quarter of this limit, after memory did not suffice for it. */
    public TraceLimit quarter() {
        int fewer = Math.max(1, events / 4);
        long read = Math.max(1, Math.min(decoded / 4, (long) DECODED_PER_EVENT * fewer));
        return new TraceLimit(fewer, Math.max(1, threads / 2), read);
    }

    /**
     * What can be analysed in a heap of this size: half of it for events, an eighth for what grows with the threads.
     */
    public static TraceLimit ofHeap(long bytes) {
        long events = bytes / 2 / BYTES_PER_EVENT;
        long threads = (long) Math.sqrt(bytes / 8.0 / BYTES_PER_PAIR_OF_THREADS);
        return new TraceLimit((int) Math.max(MIN_EVENTS, Math.min(events, Integer.MAX_VALUE)), (int)
                Math.max(MIN_THREADS, Math.min(threads, Integer.MAX_VALUE)));
    }
}
