// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import dev.foretell.trace.EventKind;
import java.io.IOException;
import java.util.Arrays;

/**
 * The passes over whole streams before they are merged: the number of events, up to which clock they are complete, and
 * the shared variables. Threads are indices here, not the recorder's numbers.
 */
final class Survey {
    final SharedVariables variables = new SharedVariables();
    /** Nothing after this value of the clock is used. */
    long cut = Long.MAX_VALUE;
    /** Nothing after this value of the clock is decoded, because of the limit. */
    long window = Long.MAX_VALUE;

    long events;
    long accesses;
    /** By thread: the number of its BEGIN, and of the last FORK of it before that, 0 when there is none. */
    final long[] begin;

    final long[] fork;
    /** By thread: the clock of its last event. */
    final long[] last;
    /** Classes whose initialiser was recorded. */
    final boolean[] initialised;

    private long[] forkedThread = new long[16];
    private long[] forkedAt = new long[16];
    private int forks;
    private final SharedObjects objects = new SharedObjects();
    private final SiteTable sites;
    private final Threads threads;

    /** The threads of a trace: finds their indices and opens their streams. */
    interface Threads {
        int count();

        /** Index of a thread by its number, -1 when it is not known. */
        int index(long number);

        /** Its events from the start, null when it has none. */
        ThreadStream open(int thread);
    }

    Survey(SiteTable sites, Threads threads) {
        this.sites = sites;
        this.threads = threads;
        begin = new long[threads.count()];
        fork = new long[threads.count()];
        last = new long[threads.count()];
        initialised = new boolean[sites.classCount];
        Arrays.fill(begin, Long.MAX_VALUE);
    }

    void run() throws IOException {
        for (int thread = 0; thread < threads.count(); thread++) {
            ThreadStream stream = threads.open(thread);
            if (stream != null) {
                surveyObjects(stream.grouped(), thread);
            }
        }
        for (int thread = 0; thread < threads.count(); thread++) {
            ThreadStream stream = threads.open(thread);
            if (stream != null) {
                surveyVariables(stream.grouped(), thread);
            }
        }
        for (int i = 0; i < forks; i++) {
            int child = threads.index(forkedThread[i]);
            if (child >= 0 && forkedAt[i] < begin[child] && forkedAt[i] <= cut) {
                fork[child] = Math.max(fork[child], forkedAt[i]);
            }
        }
    }

    private void surveyObjects(ThreadStream stream, int thread) throws IOException {
        while (stream.next() && stream.clock <= window) {
            if (!sites.isPossible(stream)) {
                stream.broken = true;
                break;
            }
            EventKind kind = sites.kind(stream.site);
            events += stream.times;
            if (kind.isAccess()) {
                accesses += stream.times;
                objects.touch(stream.id, thread);
            } else if (kind == EventKind.BEGIN) {
                begin[thread] = stream.clock;
            } else if (kind == EventKind.FORK) {
                forked(stream.id, stream.clock);
            } else if (kind == EventKind.INIT_BEGIN && stream.site > 0) {
                initialised[sites.codeClass[stream.site]] = true;
            }
        }
        last[thread] = stream.clock; // beyond the window, so the thread did not end inside it
        if (stream.broken) {
            cut = Math.min(cut, stream.clock);
        }
    }

    private void surveyVariables(ThreadStream stream, int thread) throws IOException {
        while (stream.next() && stream.clock <= cut) {
            if (!sites.isPossible(stream)) {
                return; // the trace has been cut here
            }
            EventKind kind = sites.kind(stream.site);
            if (!kind.isAccess() || !objects.isShared(stream.id)) {
                continue;
            }
            int variable = variable(stream);
            if (variable >= 0) {
                variables.access(variables.cell(stream.id, variable), thread, kind.isWrite());
            }
        }
    }

    /** Counts the accesses to each variable, to plan what fits. */
    void count(Thinning thinning) throws IOException {
        int[] counts = new int[variables.size()];
        long others = 0;
        for (int thread = 0; thread < threads.count(); thread++) {
            ThreadStream stream = threads.open(thread);
            if (stream != null) {
                stream.grouped();
            }
            while (stream != null && stream.next() && stream.clock <= cut && sites.isPossible(stream)) {
                EventKind kind = sites.kind(stream.site);
                if (!kind.isAccess()) {
                    others += stream.times;
                    continue;
                }
                int variable = isShared(stream.id) ? variable(stream) : -1;
                int cell = variable < 0 ? -1 : variables.cell(stream.id, variable);
                if (cell >= 0 && variables.matters(cell)) {
                    if (stream.sync) {
                        others++;
                    } else {
                        counts[cell] = (int) Math.min(Integer.MAX_VALUE, (long) counts[cell] + stream.times);
                    }
                }
            }
        }
        thinning.plan(counts, others);
    }

    private void forked(long thread, long clock) {
        if (forks == forkedAt.length) {
            forkedAt = Arrays.copyOf(forkedAt, forks * 2);
            forkedThread = Arrays.copyOf(forkedThread, forks * 2);
        }
        forkedThread[forks] = thread;
        forkedAt[forks++] = clock;
    }

    /** Field number or index of an access, {@link SiteTable#IGNORED} for what is not data. */
    int variable(ThreadStream access) {
        int field = access.id == 0 ? sites.statics[access.site] : sites.fields[access.site];
        return field == SiteTable.ELEMENT ? access.index : field;
    }

    boolean isShared(long id) {
        return objects.isShared(id);
    }
}
