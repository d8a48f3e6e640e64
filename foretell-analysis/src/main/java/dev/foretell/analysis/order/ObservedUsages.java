// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.order;

import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The reads-from relation of one or several runs, by instruction. An order that varied from run to run, or within one,
 * is no expectation (the paper leaves this, its "sensitivity to the normal trace", to later work; the idea is
 * DefUse's).
 */
public final class ObservedUsages {
    private static final String INITIAL = "";

    private final Map<String, Set<String>> sources = new HashMap<>();

    /** Adds another run of the same program. */
    public void add(Trace trace) {
        int[] last = new int[trace.variableCount()];
        Arrays.fill(last, -1);
        LongOpenHashSet known = new LongOpenHashSet();
        for (int e = 0; e < trace.size(); e++) {
            if (trace.kind(e).isWrite()) {
                last[trace.target(e)] = e;
            } else if (trace.kind(e).isRead()) {
                int write = last[trace.target(e)];
                int source = write < 0 ? -1 : trace.siteOf(write);
                if (known.add((long) trace.siteOf(e) << 32 | source + 1)) {
                    sources.computeIfAbsent(name(trace, trace.siteOf(e)), k -> new HashSet<>())
                            .add(source < 0 ? INITIAL : name(trace, source));
                }
            }
        }
    }

    /** Whether the read was observed to read from any other write: then its order after this one is no expectation. */
    boolean sawOthers(Trace trace, int use, int write) {
        Set<String> seen = sources.getOrDefault(name(trace, trace.siteOf(use)), Set.of());
        return seen.size() > (seen.contains(name(trace, trace.siteOf(write))) ? 1 : 0);
    }

    /** Whether the read was observed to read from this write: then its order before it is no expectation. */
    boolean saw(Trace trace, int use, int write) {
        return sources.getOrDefault(name(trace, trace.siteOf(use)), Set.of())
                .contains(name(trace, trace.siteOf(write)));
    }

    private static String name(Trace trace, int number) {
        Site site = trace.site(number);
        return site.className() + '.' + site.method() + '@' + site.offset() + ':' + site.line();
    }
}
