// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import java.io.IOException;
import java.util.PriorityQueue;

/**
 * How much of a trace is decoded. A record may stand for hundreds of predicted accesses, so the time for reading does
 * not follow from the size of the file, but from the records; a pass over them takes a small part of that time. All
 * passes end at the same value of the clock, since a prefix of a run is a run.
 *
 * @param events that are decoded
 * @param end the last value of the clock whose events are, the largest number when all are
 */
record Extent(long events, long end) {
    /** One thread's records. */
    private static final class Head implements Comparable<Head> {
        final ThreadStream stream;
        int events;

        Head(ThreadStream stream) {
            this.stream = stream;
        }

        boolean next() throws IOException {
            events = stream.skim();
            return events >= 0;
        }

        @Override
        public int compareTo(Head other) {
            return Long.compare(stream.clock, other.stream.clock);
        }
    }

    /** All of the trace, or the longest prefix up to some value of the clock with at most so many events. */
    static Extent of(Survey.Threads threads, long most) throws IOException {
        if (most == Long.MAX_VALUE) {
            return new Extent(most, Long.MAX_VALUE);
        }
        PriorityQueue<Head> queue = new PriorityQueue<>();
        for (int thread = 0; thread < threads.count(); thread++) {
            ThreadStream stream = threads.open(thread);
            Head head = stream == null ? null : new Head(stream);
            if (head != null && head.next()) {
                queue.add(head);
            }
        }
        long before = 0; // events before the current value of the clock
        long clock = -1;
        long sum = 0;
        while (!queue.isEmpty()) {
            Head head = queue.poll();
            long until = queue.isEmpty() ? Long.MAX_VALUE : queue.peek().stream.clock;
            boolean more;
            do {
                if (head.stream.clock != clock) {
                    clock = head.stream.clock;
                    before = sum;
                }
                sum += head.events;
                if (sum > most) {
                    return new Extent(before, clock - 1);
                }
                more = head.next();
            } while (more && head.stream.clock <= until);
            if (more) {
                queue.add(head);
            }
        }
        return new Extent(sum, Long.MAX_VALUE);
    }
}
