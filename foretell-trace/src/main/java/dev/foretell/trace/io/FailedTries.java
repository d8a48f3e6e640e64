// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.TraceBuilder;
import java.util.BitSet;

/**
 * Finds the right place in the trace for tries that were in vain although, as recorded, nobody stood in their way.
 *
 * <p>That a lock is taken is told after it was taken, that it is given up before it is given up, and that it was
 * refused after that: so a lock is held for longer than the trace says, and a refusal may seem to come too late or too
 * early. Events of different threads that are told next to each other can have happened the other way round, and
 * whoever was refused proves it: either it was before the last release that is told before it, or after the next
 * acquire that is told after it. Of the two events the one moves that no other event of its thread holds back. The same
 * goes for permits.
 *
 * <p>What cannot be explained stays where it is: the holder may be code that is not recorded.
 */
final class FailedTries {
    /** Farther away than this nothing was told at nearly the same time. */
    private static final int NEAR = 1 << 12;

    private final TraceBuilder trace;
    /** The latest tries that found no reason before them, newest last; 0 to {@link #count}. */
    private final int[] waiting = new int[16];

    private int count;

    FailedTries(TraceBuilder trace) {
        this.trace = trace;
    }

    /** The last event is a try for which there is no reason yet. */
    void place() {
        int failed = trace.size() - 1;
        int thread = trace.thread(failed);
        BitSet active = new BitSet();
        for (int e = failed - 1; e >= Math.max(0, failed - NEAR); e--) {
            if (isOnSame(e, failed)) {
                if (!isRelease(e) || trace.thread(e) == thread) {
                    break;
                }
                if (!active.get(thread)) {
                    move(failed, e);
                    return;
                }
                if (!active.get(trace.thread(e))) {
                    move(e, failed);
                    return;
                }
                break;
            }
            active.set(trace.thread(e));
        }
        if (count == waiting.length) {
            System.arraycopy(waiting, 1, waiting, 0, --count);
        }
        waiting[count++] = failed;
    }

    /** The last event has taken or given up something: was it in the way of a try before it? */
    void happened() {
        int e = trace.size() - 1;
        for (int i = count - 1; i >= 0; i--) {
            int failed = waiting[i];
            if (isOnSame(e, failed)) {
                System.arraycopy(waiting, i + 1, waiting, i, --count - i);
                if (!isRelease(e) && e - failed <= NEAR) {
                    swap(failed, e);
                }
                return;
            }
        }
    }

    /** Puts the acquire before the failed try. */
    private void swap(int failed, int acquire) {
        if (trace.thread(acquire) == trace.thread(failed)) {
            return; // it was free again by then
        }
        boolean acquirerActive = false;
        boolean failedActive = false;
        for (int e = failed + 1; e < acquire; e++) {
            acquirerActive |= trace.thread(e) == trace.thread(acquire);
            failedActive |= trace.thread(e) == trace.thread(failed);
        }
        if (!acquirerActive) {
            move(acquire, failed);
        } else if (!failedActive) {
            move(failed, acquire);
        }
    }

    private boolean isOnSame(int e, int failed) {
        EventKind kind = trace.kind(e);
        boolean permits = kind == EventKind.PERMIT_ACQUIRE || kind == EventKind.PERMIT_RELEASE;
        return trace.target(e) == trace.target(failed)
                && (trace.kind(failed) == EventKind.TRY_PERMIT_FAILED ? permits : kind.isAcquire() || kind.isRelease());
    }

    private boolean isRelease(int e) {
        return trace.kind(e).isRelease() || trace.kind(e) == EventKind.PERMIT_RELEASE;
    }

    private void move(int from, int to) {
        trace.move(from, to);
        for (int i = 0; i < count; i++) {
            int e = waiting[i];
            if (from < e && e <= to) {
                waiting[i]--;
            } else if (to <= e && e < from) {
                waiting[i]++;
            }
        }
    }
}
