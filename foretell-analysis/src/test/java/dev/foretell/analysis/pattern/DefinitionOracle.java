// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

import dev.foretell.analysis.detect.CandidateGroup;
import dev.foretell.analysis.detect.Detection;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The definitions of what the detectors find, without optimisation: regions, interleaving points and the mutation
 * condition are computed event by event; only the partial order is the model's.
 */
public final class DefinitionOracle {
    public final Trace trace;
    private final TraceModel model;
    private final boolean methods;
    /** Region execution of each event, -1 outside. */
    public final int[] region;
    /** Locks held right before each event, and while it happens. */
    private final List<Set<Integer>> before = new ArrayList<>();

    private final List<Set<Integer>> during = new ArrayList<>();
    public final List<Integer> accesses = new ArrayList<>();

    public DefinitionOracle(Trace trace, boolean methods) {
        this.trace = trace;
        this.model = new TraceModel(trace);
        this.methods = methods;
        this.region = new int[trace.size()];
        for (int e = 0; e < trace.size(); e++) {
            before.add(null);
            during.add(null);
        }
        int[] fresh = {0};
        for (int t = 0; t < trace.threads().size(); t++) {
            walk(t, fresh);
        }
        for (int e = 0; e < trace.size(); e++) {
            if (trace.kind(e).isAccess() && !model.insideInitialiser(e)) {
                accesses.add(e);
            }
        }
    }

    private void walk(int thread, int[] fresh) {
        Set<Integer> locks = new TreeSet<>();
        int nesting = 0;
        int current = -1;
        for (int e = 0; e < trace.size(); e++) {
            if (trace.thread(e) != thread) {
                continue;
            }
            EventKind kind = trace.kind(e);
            before.set(e, new TreeSet<>(locks));
            if (kind == EventKind.ACQUIRE) {
                locks.add(trace.target(e));
            }
            during.set(e, new TreeSet<>(locks));
            if (kind == EventKind.RELEASE) {
                locks.remove(trace.target(e));
            }
            nesting += kind == EventKind.REGION_BEGIN ? 1 : kind == EventKind.REGION_END ? -1 : 0;
            boolean boundary = kind == EventKind.FORK
                    || kind == EventKind.JOIN
                    || kind == EventKind.WAKE
                    || kind == EventKind.NOTIFY
                    || kind == EventKind.NOTIFY_ALL;
            boolean inside = !locks.isEmpty() || nesting > (methods ? 1 : 0);
            if (boundary || !inside) {
                current = -1;
            }
            if (inside && current < 0) {
                current = fresh[0]++;
            }
            region[e] = current;
        }
    }

    public boolean isWrite(int e) {
        return trace.kind(e).isWrite();
    }

    public boolean sameLock(int e, int f) {
        return during.get(e).stream().anyMatch(during.get(f)::contains);
    }

    /** The accesses of an event's thread, in order. */
    public List<Integer> ofThread(int thread) {
        return accesses.stream().filter(e -> trace.thread(e) == thread).toList();
    }

    /** Whether the thread of both events waits between them. */
    public boolean waitsBetween(int e, int f) {
        for (int i = e; i < f; i++) {
            if (trace.thread(i) == trace.thread(e) && trace.kind(i) == EventKind.WAKE) {
                return true;
            }
        }
        return false;
    }

    /** Whether two accesses are in one region; each access outside of regions is a unit of its own. */
    public boolean sameUnit(int e, int f) {
        return e == f || region[e] >= 0 && region[e] == region[f];
    }

    public boolean isShared(int variable) {
        Set<Integer> users = new HashSet<>();
        boolean written = false;
        for (int e : accesses) {
            if (trace.target(e) == variable) {
                users.add(trace.thread(e));
                written |= isWrite(e);
            }
        }
        return users.size() > 1 && written;
    }

    public boolean canBeInOrder(int... events) {
        for (int i = 0; i < events.length; i++) {
            for (int j = i + 1; j < events.length; j++) {
                boolean sameThread = trace.thread(events[i]) == trace.thread(events[j]);
                if (sameThread ? events[i] >= events[j] : model.happensBefore(events[j], events[i])) {
                    return false;
                }
            }
        }
        for (int k = 0; k < events.length; k++) {
            for (int t = 0; t < trace.threads().size(); t++) {
                int last = -1;
                int next = -1;
                for (int i = 0; i < k; i++) {
                    last = trace.thread(events[i]) == t ? events[i] : last;
                }
                for (int i = events.length - 1; i > k; i--) {
                    next = trace.thread(events[i]) == t ? events[i] : next;
                }
                if (t != trace.thread(events[k]) && last >= 0 && next >= 0 && !hasPlace(events[k], last, next)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean hasPlace(int event, int from, int to) {
        int previous = from;
        for (int x = from + 1; x <= to; x++) {
            if (trace.thread(x) != trace.thread(from)) {
                continue;
            }
            boolean free = before.get(x).stream().noneMatch(during.get(event)::contains);
            if (free && !model.happensBefore(x, event) && !model.happensBefore(event, previous)) {
                return true;
            }
            previous = x;
        }
        return false;
    }

    public boolean canBeTogether(int... events) {
        for (int i = 0; i < events.length; i++) {
            for (int j = i + 1; j < events.length; j++) {
                if (trace.thread(events[i]) == trace.thread(events[j])
                        || !model.unordered(events[i], events[j])
                        || sameLock(events[i], events[j])) {
                    return false;
                }
            }
        }
        return true;
    }

    /** All combinations of events that a detection kept, as text: label, shape's regions, events. */
    public static Set<String> found(Detection detection) {
        Set<String> found = new TreeSet<>();
        for (CandidateGroup group : detection.groups()) {
            for (int[] events : group.instances()) {
                found.add(text(group.label(), group.shape().regions(), events));
            }
        }
        return found;
    }

    public static String text(String label, List<Integer> regions, int... events) {
        List<Integer> list = new ArrayList<>();
        for (int e : events) {
            list.add(e);
        }
        return label + regions + list;
    }
}
