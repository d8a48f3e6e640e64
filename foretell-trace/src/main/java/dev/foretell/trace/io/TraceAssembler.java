// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import dev.foretell.trace.Content;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.TraceBuilder;
import java.io.IOException;
import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Merges the threads into one order and keeps shared data. Every event has a position relative to the clock:
 * synchronisation has its own value, a plain access lies between the value its thread has last seen and the next. So
 * the order is that of the run, except among plain accesses with the same value; these are put one thread after the
 * other, and counted where they conflict.
 */
final class TraceAssembler {
    /** Conflicting accesses whose order is not known. */
    long guessed;
    /** Events of locks and semaphores that contradict others, because some could not be recorded. */
    long contradictions;

    private final SiteTable sites;
    private final Survey survey;
    private final Survey.Threads threads;
    private final Definitions definitions;
    private final TraceBuilder builder;
    private final Thinning thinning;

    private final LongIntMap channels = new LongIntMap();
    private int channelCount;
    private final LongIntMap locks = new LongIntMap();
    private final LongIntMap semaphores = new LongIntMap();
    private final LockAvailability available = new LockAvailability();
    private final FailedTries failedTries;
    /** By thread and site: tries so far, failed or not. */
    private final LongIntMap tries = new LongIntMap();
    /** By variable: clock, thread, and whether there was a write, of its last plain access. */
    private long[] lastClock = new long[16];

    private int[] lastThread = new int[16];
    private boolean[] lastWrite = new boolean[16];

    /** By class: the thread that initialised it, -1 before; and whether the initialiser has ended. */
    private final int[] initialiser;

    private final boolean[] initialiserEnded;
    /** By thread and class: INIT_USE was decided. */
    private final boolean[][] settled;

    private final boolean[] over;
    private final OpenRegions[] regions;

    TraceAssembler(
            SiteTable sites,
            Survey survey,
            Survey.Threads threads,
            Definitions definitions,
            TraceBuilder builder,
            Thinning thinning) {
        this.sites = sites;
        this.survey = survey;
        this.threads = threads;
        this.definitions = definitions;
        this.builder = builder;
        this.thinning = thinning;
        this.failedTries = new FailedTries(builder);
        initialiser = new int[sites.classCount];
        Arrays.fill(initialiser, -1);
        initialiserEnded = new boolean[sites.classCount];
        settled = new boolean[threads.count()][];
        over = new boolean[threads.count()];
        regions = new OpenRegions[threads.count()];
        for (int thread = 0; thread < regions.length; thread++) {
            regions[thread] = new OpenRegions();
        }
    }

    /** A stream and its place in the queue. */
    private static final class Head implements Comparable<Head> {
        final ThreadStream stream;
        final int thread;
        long key;

        Head(ThreadStream stream, int thread) {
            this.stream = stream;
            this.thread = thread;
        }

        boolean next(long cut) throws IOException {
            if (!stream.next() || stream.clock > cut) {
                return false;
            }
            key = stream.clock * 2 + (stream.sync ? 0 : 1);
            return true;
        }

        @Override
        public int compareTo(Head other) {
            return key != other.key ? Long.compare(key, other.key) : Integer.compare(thread, other.thread);
        }
    }

    void run() throws IOException {
        PriorityQueue<Head> queue = new PriorityQueue<>();
        for (int thread = 0; thread < threads.count(); thread++) {
            ThreadStream stream = threads.open(thread);
            Head head = stream == null ? null : new Head(stream, thread);
            if (head != null && head.next(survey.cut)) {
                queue.add(head);
            }
        }
        while (!queue.isEmpty()) {
            Head head = queue.poll();
            long until = queue.isEmpty() ? Long.MAX_VALUE : queue.peek().key;
            boolean more;
            do {
                if (thinning.stopsAt(builder.size())) {
                    return;
                }
                event(head.stream, head.thread);
                more = head.next(survey.cut);
            } while (more && head.key <= until);
            if (more) {
                queue.add(head);
            }
        }
    }

    private void event(ThreadStream stream, int thread) {
        long[] slots = stream.predictor.slots;
        int occurrence = (int) ++slots[stream.slot + Predictor.COUNT];
        if (!sites.isPossible(stream)) {
            return; // the survey has cut the trace here
        }
        EventKind kind = sites.kind(stream.site);
        if (stream.site > 0 && slots[stream.slot + Predictor.NOTES] == 0 && usesClasses(stream, thread)) {
            slots[stream.slot + Predictor.NOTES] = 1;
        }
        int site = Math.max(stream.site, 0);
        switch (kind) {
            case READ, WRITE, VOLATILE_READ, VOLATILE_WRITE -> access(stream, thread, kind, occurrence);
            case REGION_BEGIN -> regions[thread].begin(site, occurrence);
            case REGION_END -> {
                if (regions[thread].end()) {
                    add(kind, thread, -1, site, occurrence);
                }
            }
            case ACQUIRE -> {
                int lock = lock(stream);
                acquireOrRelease(kind, thread, lock, site, occurrence, available.acquire(lock, thread));
            }
            case RELEASE -> {
                int lock = lock(stream);
                acquireOrRelease(kind, thread, lock, site, occurrence, available.release(lock, thread));
            }
            case ACQUIRE_SHARED -> {
                int lock = lock(stream);
                acquireOrRelease(kind, thread, lock, site, occurrence, available.acquireShared(lock, thread));
            }
            case RELEASE_SHARED -> {
                int lock = lock(stream);
                acquireOrRelease(kind, thread, lock, site, occurrence, available.releaseShared(lock, thread));
            }
            case PERMIT_ACQUIRE -> {
                int semaphore = semaphore(stream);
                acquireOrRelease(kind, thread, semaphore, site, occurrence, available.acquirePermit(semaphore));
            }
            case PERMIT_RELEASE -> {
                int semaphore = semaphore(stream);
                acquireOrRelease(kind, thread, semaphore, site, occurrence, available.releasePermit(semaphore));
            }
            case TRY_ACQUIRE_FAILED -> {
                int lock = lock(stream);
                failedTry(kind, thread, lock, site, occurrence, available.isHeldByOthers(lock, thread));
            }
            case TRY_PERMIT_FAILED -> {
                int semaphore = semaphore(stream);
                failedTry(kind, thread, semaphore, site, occurrence, available.isEmpty(semaphore));
            }
            case PUBLISH, OBSERVE -> add(kind, thread, channel(stream.id), site, occurrence);
            case WAKE, NOTIFY, NOTIFY_ALL -> add(kind, thread, lock(stream), site, occurrence);
            case FORK -> {
                int child = threads.index(stream.id);
                // A start that failed is followed by another; the last one counts.
                if (child >= 0 && (survey.fork[child] == stream.clock || survey.fork[child] == 0)) {
                    add(kind, thread, child, site, occurrence);
                }
            }
            case JOIN -> join(stream, thread, site, occurrence);
            case INIT_BEGIN, INIT_END -> {
                int initialised = sites.codeClass[site];
                initialiser[initialised] = thread;
                initialiserEnded[initialised] = kind == EventKind.INIT_END;
                add(kind, thread, initialised, site, occurrence);
            }
            case END -> {
                over[thread] = true;
                add(kind, thread, -1, site, occurrence);
            }
            case BEGIN, INIT_USE -> add(kind, thread, -1, site, occurrence);
        }
    }

    private void access(ThreadStream stream, int thread, EventKind kind, int occurrence) {
        if (!survey.isShared(stream.id)) {
            return;
        }
        int member = survey.variable(stream);
        if (member < 0) {
            return;
        }
        int cell = survey.variables.cell(stream.id, member);
        if (!survey.variables.matters(cell)) {
            return;
        }
        int variable = survey.variables.number(cell);
        if (variable < 0) {
            variable = builder.addVariable(name(stream, member), stream.id);
            survey.variables.setNumber(cell, variable);
        }
        if (!stream.sync) {
            if (!thinning.keeps(variable, thread, stream.clock)) {
                return;
            }
            guess(variable, thread, stream.clock, kind.isWrite());
        }
        add(kind, thread, variable, stream.site, occurrence);
    }

    private String name(ThreadStream stream, int member) {
        String what = sites.sites[stream.site].what();
        if (Content.isContent(what)) {
            return Content.name(what, stream.index);
        }
        return sites.fields[stream.site] == SiteTable.ELEMENT
                ? sites.sites[stream.site].what()
                : sites.fieldNames.get(member);
    }

    private void guess(int variable, int thread, long clock, boolean write) {
        if (variable >= lastClock.length) {
            lastClock = Arrays.copyOf(lastClock, Math.max(variable + 1, lastClock.length * 2));
            lastThread = Arrays.copyOf(lastThread, lastClock.length);
            lastWrite = Arrays.copyOf(lastWrite, lastClock.length);
        }
        boolean near = lastClock[variable] == clock + 1;
        if (near && lastThread[variable] != thread && (write || lastWrite[variable])) {
            guessed++;
        }
        lastWrite[variable] = write || near && lastWrite[variable];
        lastClock[variable] = clock + 1;
        lastThread[variable] = thread;
    }

    /** {@code possible}: whether the events before allow it. */
    private void acquireOrRelease(EventKind kind, int thread, int target, int site, int occurrence, boolean possible) {
        if (possible) {
            add(kind, thread, target, site, attempt(thread, site, occurrence));
            failedTries.happened();
        } else {
            contradictions++;
        }
    }

    /** {@code explained}: whether, by the events before, another thread holds what it tried to acquire. */
    private void failedTry(EventKind kind, int thread, int target, int site, int occurrence, boolean explained) {
        add(kind, thread, target, site, attempt(thread, site, occurrence));
        if (!explained) {
            failedTries.place();
        }
    }

    /**
     * How often the thread has tried at this site, where tries can fail. Successes and failures are counted together:
     * the director must stop before a try whose result is not yet known.
     */
    private int attempt(int thread, int site, int occurrence) {
        int tried = sites.tries[site];
        return tried == 0 ? occurrence : tries.increment((long) thread << 32 | tried);
    }

    private void join(ThreadStream stream, int thread, int site, int occurrence) {
        int joined = threads.index(stream.id);
        if (joined < 0) {
            return;
        }
        if (!over[joined] && survey.begin[joined] < stream.clock) {
            if (survey.last[joined] > stream.clock) {
                contradictions++;
                return;
            }
            over[joined] = true; // not every end is recorded: virtual threads just stop
            add(EventKind.END, joined, -1, 0, 1);
        }
        add(EventKind.JOIN, thread, joined, site, occurrence);
    }

    private void add(EventKind kind, int thread, int target, int site, int occurrence) {
        OpenRegions open = regions[thread];
        if (open.hasPending()) {
            open.flush(thread, builder);
        }
        builder.add(kind, thread, target, site, occurrence);
    }

    private int channel(long id) {
        int channel = channels.get(id);
        if (channel < 0) {
            channel = channelCount++;
            channels.put(id, channel);
            Integer number = definitions.threadObjects.get(id);
            int thread = number == null ? -1 : threads.index(number);
            if (thread >= 0) {
                builder.setThreadOfChannel(channel, thread);
            }
        }
        return channel;
    }

    private int lock(ThreadStream stream) {
        int lock = locks.get(stream.id);
        if (lock < 0) {
            lock = builder.addLock(typeName(stream, "lock"));
            locks.put(stream.id, lock);
        }
        return lock;
    }

    private int semaphore(ThreadStream stream) {
        int semaphore = semaphores.get(stream.id);
        if (semaphore < 0) {
            int permits = definitions.permits.getOrDefault(stream.id, 0);
            semaphore = builder.addSemaphore(typeName(stream, "semaphore"), permits);
            semaphores.put(stream.id, semaphore);
            available.begin(semaphore, permits);
        }
        return semaphore;
    }

    private String typeName(ThreadStream stream, String unknown) {
        String type = definitions.types.getOrDefault(stream.index, "");
        boolean mirror = type.endsWith(".class");
        int dot = type.lastIndexOf('.', mirror ? type.length() - 7 : type.length());
        return type.isEmpty() ? unknown : type.substring(dot + 1);
    }

    /** Adds INIT_USE events for an event; true when no later event of this site can need one. */
    private boolean usesClasses(ThreadStream stream, int thread) {
        Site site = sites.sites[stream.site];
        int code = sites.codeClass[stream.site];
        boolean done;
        if (site.op() == EventKind.INIT_BEGIN) {
            int parent = sites.superClass[code];
            done = parent < 0 || usesClass(parent, stream.site, thread);
        } else {
            done = usesClass(code, stream.site, thread);
        }
        int declaring = stream.id == 0 ? sites.fieldClass[stream.site] : -1;
        return (declaring < 0 || usesClass(declaring, stream.site, thread)) && done;
    }

    private boolean usesClass(int used, int site, int thread) {
        if (!survey.initialised[used]) {
            return true;
        }
        if (settled[thread] == null) {
            settled[thread] = new boolean[sites.classCount];
        }
        if (settled[thread][used]) {
            return true;
        }
        if (initialiser[used] < 0 || initialiser[used] != thread && !initialiserEnded[used]) {
            return false;
        }
        if (initialiser[used] != thread) {
            add(EventKind.INIT_USE, thread, used, site, 0);
        }
        settled[thread][used] = true;
        return true;
    }
}
