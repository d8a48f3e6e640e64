// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import dev.foretell.trace.io.DefinitionRecord;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The program's threads by creation path. A path is decided when the start is announced, so it depends only on what the
 * starting thread did before, never on timing.
 */
final class ProgramThreads {
    /** One thread. */
    static final class Known {
        final int number;
        final String path;
        private final String name;
        /** How many threads it has started. */
        private int children;
        /** What records it, while it does. */
        private RecordingThread probe;

        private boolean ended;
        /** The trace has its object. */
        private boolean identified;
        /** Has passed the place where it ends. */
        volatile boolean leaving;

        private Known(int number, String path, String name) {
            this.number = number;
            this.path = path;
            this.name = name;
        }
    }

    /** In place of a thread that is not known. */
    static final Known NONE = new Known(0, "", "");

    private final DefinitionFile definitions;
    private final Thread main;
    /** Compares threads by identity, as their own hashCode and equals must not be called; holds them weakly. */
    private final IdentityTable identities = new IdentityTable();

    /** The names of threads without a parent, to keep their paths apart. */
    private final Set<String> orphans = new HashSet<>();

    private final List<RecordingThread> live = new ArrayList<>();
    /** The numbers of threads that have ended. */
    private final BitSet ended = new BitSet();

    private int lastNumber;

    ProgramThreads(DefinitionFile definitions, Thread main) {
        this.definitions = definitions;
        this.main = main;
    }

    /** A thread that is about to be started by another; the same result for each call. */
    synchronized Known announce(Thread thread, Known parent) {
        Known known = find(thread);
        return known != null ? known : add(thread, parent.path + "/" + parent.children++);
    }

    /** What is known of a thread, or null. */
    synchronized Known find(Thread thread) {
        return (Known) entry(thread).note;
    }

    /** A thread that executes instrumented code for the first time; its parent may be unknown. */
    synchronized Known arrive(Thread thread) {
        Known known = find(thread);
        if (known != null) {
            return known;
        }
        if (thread == main) {
            return add(thread, "main");
        }
        String path = "jvm:" + thread.getName();
        String unique = path;
        for (int i = 2; orphans.contains(unique); i++) {
            unique = path + "#" + i;
        }
        orphans.add(unique);
        return add(thread, unique);
    }

    private Known add(Thread thread, String path) {
        Known known = new Known(lastNumber + 1, path, thread.getName());
        IdentityTable.Entry entry = entry(thread);
        definitions.append(DefinitionRecord.thread(known.number, path, known.name));
        entry.note = known;
        lastNumber++;
        return known;
    }

    /** Its object is about to be the channel of an event: the trace must define whose it is. */
    synchronized void identify(Thread thread, long identity) {
        Known known = find(thread);
        if (known != null && !known.identified) {
            known.identified = true;
            definitions.append(DefinitionRecord.threadObject(identity, known.number));
        }
    }

    private IdentityTable.Entry entry(Thread thread) {
        return identities.entry(thread, System.identityHashCode(thread), 0);
    }

    synchronized void recordedBy(Known known, RecordingThread probe) {
        live.add(probe);
        known.probe = probe;
    }

    /** What records a thread, or null. */
    synchronized RecordingThread probe(Known known) {
        return known.probe;
    }

    synchronized boolean hasEnded(Known known) {
        return known.ended;
    }

    synchronized void ended(Known known, Thread thread) {
        known.ended = true;
        ended.set(known.number);
        live.remove(known.probe);
        known.probe = null;
        if (!thread.getName().equals(known.name)) {
            definitions.append(DefinitionRecord.thread(known.number, known.path, thread.getName()));
        }
    }

    /**
     * The numbers of the threads that have ended, when this thread is the one that ends the JVM after them; else none.
     */
    synchronized int[] endedBefore(Known known) {
        return known.path.equals("jvm:DestroyJavaVM") ? ended.stream().toArray() : new int[0];
    }

    /** The probes of all threads that are being recorded. */
    synchronized RecordingThread[] live() {
        return live.toArray(new RecordingThread[0]);
    }
}
