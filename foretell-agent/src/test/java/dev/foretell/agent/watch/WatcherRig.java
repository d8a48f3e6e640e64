// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.options.AgentOptions;
import dev.foretell.trace.watch.WatchEvent;
import dev.foretell.trace.watch.WatchLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A watcher whose threads the test drives probe by probe: the fast path does not depend on the calling thread, so every
 * interleaving can be made on one.
 */
final class WatcherRig {
    /** An object with the field that the instrumenter adds. */
    static class Cell {
        @SuppressWarnings("unused")
        private transient long $foretell$id;

        int x;
        int y;
        static int s;
    }

    /** Inherits its word. */
    static final class SubCell extends Cell {}

    private static final String NAME = Cell.class.getName();

    final Watcher watcher;
    private final Path directory;
    private int classes;

    WatcherRig(Path directory) {
        this(directory, AgentOptions.NONE);
    }

    WatcherRig(Path directory, AgentOptions options) {
        this.directory = directory;
        watcher = new Watcher(
                options.with(AgentOptions.MODE, AgentOptions.Mode.WATCH).with(AgentOptions.DIRECTORY, directory));
        watcher.define(new ClassInfo(NAME, "java.lang.Object", List.of(), "00", fields(), List.of()));
    }

    private static List<ClassInfo.FieldInfo> fields() {
        return List.of(
                new ClassInfo.FieldInfo("x", 0), new ClassInfo.FieldInfo("y", 0), new ClassInfo.FieldInfo("s", 0x8));
    }

    /** A thread that does nothing by itself. */
    WatchedThread thread(String name) {
        return (WatchedThread) watcher.attach(new Thread(name));
    }

    /**
     * A site that reads or writes {@code x}, {@code y} or {@code s} of a cell, or an element of {@code int[]} and the
     * like.
     */
    int site(EventKind op, String what) {
        String name = "p.C" + ++classes;
        Site site = new Site(name, "run()V", "C.java", classes, 0, op, what.endsWith("[]") ? what : NAME + "." + what);
        return watcher.define(new ClassInfo(name, "java.lang.Object", List.of(), "00", List.of(), List.of(site)));
    }

    /** One access, to be done step by step. */
    record Access(WatchedThread thread, Object target, int index, int site, boolean write) {
        void before() {
            if (index >= 0 && write) {
                thread.writeElement(target, index, site);
            } else if (index >= 0) {
                thread.readElement(target, index, site);
            } else if (index == WatchedThread.STATIC && write) {
                thread.writeStatic(site);
            } else if (index == WatchedThread.STATIC) {
                thread.readStatic(site);
            } else if (write) {
                thread.write(target, site);
            } else {
                thread.read(target, site);
            }
        }

        void after() {
            if (index >= 0 && write) {
                thread.afterWriteElement(target, index, site);
            } else if (index >= 0) {
                thread.afterReadElement(target, index, site);
            } else if (index == WatchedThread.STATIC && write) {
                thread.afterWriteStatic(site);
            } else if (index == WatchedThread.STATIC) {
                thread.afterReadStatic(site);
            } else if (write) {
                thread.afterWrite(target, site);
            } else {
                thread.afterRead(target, site);
            }
        }

        void whole() {
            before();
            after();
        }

        boolean conflicts(Access other) {
            return thread != other.thread && target == other.target && index == other.index && (write || other.write);
        }
    }

    /** An access at a new site, which has been passed once. */
    Access access(WatchedThread thread, Object target, String what, boolean write) {
        return access(thread, target, what, what.equals("s") ? WatchedThread.STATIC : WatchedThread.FIELD, write);
    }

    Access access(WatchedThread thread, Object target, String what, int index, boolean write) {
        int site = site(write ? EventKind.WRITE : EventKind.READ, what);
        Access access = new Access(thread, index == WatchedThread.STATIC ? null : target, index, site, write);
        access.whole();
        return access;
    }

    boolean raced(Access one, Access other) {
        return watcher.races.times(one.site, other.site) > 0;
    }

    List<WatchEvent> sightings() throws IOException {
        List<WatchEvent> found = new ArrayList<>();
        for (List<String> fields : lines()) {
            if (fields.get(0).equals(WatchLine.SIGHTING)) {
                found.add(WatchEvent.of(fields));
            }
        }
        return found;
    }

    List<List<String>> lines() throws IOException {
        List<List<String>> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".watch"))
                    .sorted()
                    .toList()) {
                for (String line : Files.readAllLines(file)) {
                    lines.add(WatchLine.fields(line));
                }
            }
        }
        return lines;
    }
}
