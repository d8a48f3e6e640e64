// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.AgentMode;
import dev.foretell.agent.model.LibraryModel;
import dev.foretell.agent.model.Models;
import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.options.AgentOptions;
import java.io.IOException;
import java.util.List;

/** All ways in which modes and options differ in what they put into a class. */
enum InstrumenterSetting {
    RECORD("record"),
    RECORD_METHODS("record --regions methods"),
    RECORD_JDK("record --include java.util.**"),
    DIRECT("direct"),
    DIRECT_METHODS("direct --regions methods"),
    DIRECT_JDK("direct --include java.util.**"),
    WATCH("watch"),
    WATCH_SECTIONS("watch with sections"),
    WATCH_HEAL("watch, healing locks"),
    WATCH_HEAL_SECTIONS("watch with sections, healing locks");

    final String title;

    InstrumenterSetting(String title) {
        this.title = title;
    }

    private boolean plan() {
        return this == DIRECT || this == DIRECT_METHODS || this == DIRECT_JDK;
    }

    private boolean watches() {
        return ordinal() >= WATCH.ordinal();
    }

    private boolean heals() {
        return this == WATCH_HEAL || this == WATCH_HEAL_SECTIONS;
    }

    private boolean hasSections() {
        return this == WATCH_SECTIONS || this == WATCH_HEAL_SECTIONS;
    }

    /** An instrumenter for this setting; {@code reports} hears what it says of single methods. */
    Instrumenter instrumenter(List<String> reports) throws IOException {
        LibraryModel library = new LibraryModel(Models.load(List.of()));
        AgentMode mode = new SettingMode(this, reports);
        mode.use(library);
        boolean jdk = this == RECORD_JDK || this == DIRECT_JDK;
        boolean methods = this == RECORD_METHODS || this == DIRECT_METHODS;
        Selection selection = new Selection(jdk ? List.of("java.util.**") : List.of(), List.of());
        AtomicMethods atomic =
                new AtomicMethods(List.of(), methods ? AgentOptions.Regions.METHODS : AgentOptions.Regions.LOCKS);
        return new Instrumenter(mode, selection, atomic, library);
    }

    /** Wants what the real modes want; is never run. */
    private static final class SettingMode extends AgentMode {
        private final InstrumenterSetting setting;
        private final List<String> reports;
        private int sites = 1;

        SettingMode(InstrumenterSetting setting, List<String> reports) {
            this.setting = setting;
            this.reports = reports;
        }

        @Override
        public int define(ClassInfo info) {
            int first = sites;
            sites += info.sites().size();
            return first;
        }

        @Override
        public boolean holdsThreads() {
            return setting.plan();
        }

        @Override
        public boolean seesUnmodelled() {
            return !setting.plan() && !setting.watches();
        }

        @Override
        public boolean seesAccessesEnd() {
            return setting.watches();
        }

        @Override
        public boolean seesVolatiles() {
            return !setting.watches() || setting.hasSections();
        }

        @Override
        public boolean seesOrder() {
            return !setting.watches();
        }

        @Override
        public boolean seesLocks() {
            return !setting.watches() || setting.heals();
        }

        @Override
        public boolean standsBeforeLocks() {
            return setting.plan() || setting.heals();
        }

        @Override
        public boolean asksFor(
                String className, String method, String file, int line, int offset, boolean firstOfLine) {
            return setting.hasSections() && firstOfLine;
        }

        @Override
        public boolean asksForEndOf(String className, String method, String file) {
            return setting.hasSections();
        }

        @Override
        public void partial(String method, String reason) {
            reports.add(method + ": " + reason);
        }

        @Override
        public void skipped(String className) {}

        @Override
        public void failed(String className, String reason) {}

        @Override
        public void unmodelled(String method, String place) {}

        @Override
        public void close() {}

        @Override
        public ThreadProbe attach(Thread thread) {
            throw new AssertionError("no code of these classes is run");
        }

        @Override
        public void starting(Thread thread) {}

        @Override
        public void exiting(Thread thread) {}

        @Override
        public void leaving(Thread thread, Throwable exception) {}

        @Override
        public void uncaught(Thread thread, Throwable exception) {}
    }
}
