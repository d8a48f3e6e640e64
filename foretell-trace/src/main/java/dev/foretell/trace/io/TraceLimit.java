package dev.foretell.trace.io;

/**
 * How much of a trace is read, so that what is made of it fits into memory.
 *
 * @param events of all threads together, as far as they matter
 * @param threads that take part
 */
public record TraceLimit(int events, int threads) {
    public static final TraceLimit NONE = new TraceLimit(Integer.MAX_VALUE, Integer.MAX_VALUE);

    /**
     * Bytes for an event in the trace, the model of it and the tables of one detector: an estimate on the safe side, not a
     * measurement. When it is too low all the same, the analysis is repeated with fewer events.
     */
    private static final int BYTES_PER_EVENT = 200;

    /** Several tables of the analysis have an entry for each pair of threads. */
    private static final int BYTES_PER_PAIR_OF_THREADS = 40;

    private static final int MIN_EVENTS = 10_000;
    private static final int MIN_THREADS = 64;

    public TraceLimit {
        if (events < 1 || threads < 1) {
            throw new IllegalArgumentException("a trace of " + events + " events of " + threads + " threads is none");
        }
    }

    /** Much less, for when this was too much all the same. */
    public TraceLimit quarter() {
        return new TraceLimit(Math.max(1, events / 4), Math.max(1, threads / 2));
    }

    /** What can be analysed in a heap of this size: half of it for events, an eighth for what grows with the threads. */
    public static TraceLimit ofHeap(long bytes) {
        long events = bytes / 2 / BYTES_PER_EVENT;
        long threads = (long) Math.sqrt(bytes / 8.0 / BYTES_PER_PAIR_OF_THREADS);
        return new TraceLimit((int) Math.max(MIN_EVENTS, Math.min(events, Integer.MAX_VALUE)), (int)
                Math.max(MIN_THREADS, Math.min(threads, Integer.MAX_VALUE)));
    }
}
