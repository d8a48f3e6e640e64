// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The program's threads by creation path, named exactly as the recorder names them: {@code main}; {@code P/k} for the
 * k-th thread that P is about to start; {@code jvm:NAME} for one that no probe saw started.
 *
 * <p>Guarded by itself; the scheduler is called after this lock is released.
 */
final class ThreadRegistry {
    /** The prefix of paths of threads that no probe saw started, also of those that the JVM starts to shut down. */
    static final String ORPHANS = "jvm:";
    /** The path of the program's first thread. */
    static final String FIRST = "main";

    private final Scheduler scheduler;
    private final Director director;
    /** The recorded inputs to replay; null when there are none. */
    private final InputReplay inputs;

    final ProgramTimeouts timeouts;

    private final Map<Thread, DirectedProbes> threads = new IdentityHashMap<>();
    /** Threads that have passed their last probe; {@code isAlive} may still return true for them. */
    private final Set<Thread> leaving = Collections.newSetFromMap(new IdentityHashMap<>());
    /** Paths given to threads that no probe saw started. */
    private final Set<String> orphans = new HashSet<>();

    ThreadRegistry(Scheduler scheduler, Director director, InputReplay inputs, ProgramTimeouts timeouts) {
        this.scheduler = scheduler;
        this.director = director;
        this.inputs = inputs;
        this.timeouts = timeouts;
    }

    /** A thread that runs, however it was started. */
    DirectedProbes attach(Thread thread) {
        DirectedProbes known = find(thread);
        if (known == null) {
            known = add(thread, null);
        }
        scheduler.started(known);
        return known;
    }

    /** The thread in which the program begins. */
    void main(Thread thread) {
        scheduler.started(add(thread, FIRST));
    }

    /** A thread that {@code parent} is about to start; always the same result for one thread. */
    DirectedProbes announce(Thread thread, DirectedThread parent) {
        DirectedProbes known = find(thread);
        return known != null ? known : add(thread, parent.nextChild());
    }

    synchronized DirectedProbes find(Thread thread) {
        return threads.get(thread);
    }

    synchronized void remove(Thread thread) {
        threads.remove(thread);
    }

    /** A thread has passed its last probe; the JVM needs a moment more to end it. */
    synchronized void leaving(Thread thread) {
        leaving.removeIf(other -> !other.isAlive());
        leaving.add(thread);
    }

    synchronized boolean isLeaving(Thread thread) {
        return leaving.contains(thread);
    }

    /** Reports expired time limits of calls that have not returned, or have thrown. */
    void checkTimeouts() {
        List<DirectedThread> all;
        synchronized (this) {
            all = new ArrayList<>(threads.values());
        }
        for (DirectedThread thread : all) {
            thread.timeLimit.check(timeouts);
        }
    }

    private DirectedProbes add(Thread thread, String path) {
        DirectedProbes directed;
        synchronized (this) {
            String full = path == null ? orphan(thread) : path;
            directed = new DirectedProbes(
                    thread, full, scheduler.schedule.threadSchedule(full), scheduler, this, director);
            directed.inputs = inputs == null ? null : new ReplayedInputs(inputs, directed, full);
            threads.put(thread, directed);
        }
        scheduler.add(directed);
        return directed;
    }

    private String orphan(Thread thread) {
        String plain = ORPHANS + thread.getName();
        String path = plain;
        for (int i = 2; !orphans.add(path); i++) {
            path = plain + '#' + i;
        }
        return path;
    }
}
