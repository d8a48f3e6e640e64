// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.TraceBuilder;
import java.util.Arrays;

/**
 * The atomic regions one thread is in. When every method is a region, most have no shared access; so the REGION_BEGIN
 * is added before the first event inside, and left out when the end comes first.
 */
final class OpenRegions {
    private int[] sites = new int[4];
    private int[] occurrences = new int[4];
    private int pending;
    /** Regions whose beginning is in the trace and whose end is not. */
    private int open;

    void begin(int site, int occurrence) {
        if (pending == sites.length) {
            sites = Arrays.copyOf(sites, pending * 2);
            occurrences = Arrays.copyOf(occurrences, pending * 2);
        }
        sites[pending] = site;
        occurrences[pending++] = occurrence;
    }

    /** True when the REGION_END is added to the trace. One whose beginning was not recorded is not. */
    boolean end() {
        if (pending > 0) {
            pending--;
            return false;
        }
        if (open == 0) {
            return false;
        }
        open--;
        return true;
    }

    boolean hasPending() {
        return pending > 0;
    }

    /** Adds the beginnings of open regions, before an event inside. */
    void flush(int thread, TraceBuilder builder) {
        for (int i = 0; i < pending; i++) {
            builder.add(EventKind.REGION_BEGIN, thread, -1, sites[i], occurrences[i]);
        }
        open += pending;
        pending = 0;
    }
}
