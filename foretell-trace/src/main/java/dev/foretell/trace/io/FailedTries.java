// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.TraceBuilder;
import java.util.BitSet;

/**
 * Moves failed tries to where, in the trace, another thread holds what they try to acquire.
 *
 * <p>An acquire is recorded after it happens, a release before it happens, and a failed try after it happens: so a lock
 * is held for longer than between its events, and a failed try may be recorded too late or too early. The order of
 * adjacent events of different threads is not certain, and the failed try decides it: it was before the last release
 * that is recorded before it, or after the next acquire that is recorded after it. Of the two events the one moves that
 * no other event of its thread keeps in place. The same holds for permits.
 *
 * <p>A failed try without such an event stays in place: the lock may be held by code that is not recorded.
 */
final class FailedTries {
    /** Events farther apart than this were not recorded at nearly the same time. */
    private static final int NEAR = 1 << 12;

    private final TraceBuilder trace;
    /** The latest failed tries with no holder before them, newest last; 0 to {@link #count}. */
    private final int[] waiting = new int[16];

    private int count;

    FailedTries(TraceBuilder trace) {
        this.trace = trace;
    }

    /** The last event is a failed try while, as recorded, no other thread is a holder. */
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

    /** The last event is an acquire or release: moves a failed try before it that it explains. */
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
