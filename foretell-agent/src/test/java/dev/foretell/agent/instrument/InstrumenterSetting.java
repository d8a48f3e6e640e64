// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.mode.ClassListener;
import dev.foretell.agent.mode.ProbeGroup;
import dev.foretell.agent.mode.ProbePlaces;
import dev.foretell.agent.mode.ProbePlan;
import dev.foretell.agent.model.LibraryModel;
import dev.foretell.agent.model.Models;
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

    private ProbePlan plan() {
        return switch (this) {
            case RECORD, RECORD_METHODS, RECORD_JDK ->
                ProbePlan.of(ProbeGroup.VOLATILE, ProbeGroup.LOCK, ProbeGroup.ORDER, ProbeGroup.UNMODELLED_USE);
            case DIRECT, DIRECT_METHODS, DIRECT_JDK ->
                ProbePlan.of(
                        ProbeGroup.VOLATILE,
                        ProbeGroup.LOCK,
                        ProbeGroup.BEFORE_LOCK,
                        ProbeGroup.ORDER,
                        ProbeGroup.TIMED_WAIT);
            case WATCH -> ProbePlan.of(ProbeGroup.ACCESS_END);
            case WATCH_SECTIONS ->
                ProbePlan.of(ProbeGroup.ACCESS_END, ProbeGroup.VOLATILE).at(new LinesAndMethodEnds());
            case WATCH_HEAL -> ProbePlan.of(ProbeGroup.ACCESS_END, ProbeGroup.LOCK, ProbeGroup.BEFORE_LOCK);
            case WATCH_HEAL_SECTIONS ->
                ProbePlan.of(ProbeGroup.ACCESS_END, ProbeGroup.VOLATILE, ProbeGroup.LOCK, ProbeGroup.BEFORE_LOCK)
                        .at(new LinesAndMethodEnds());
        };
    }

    /** An instrumenter for this setting; {@code reports} gets its reports on single methods. */
    Instrumenter instrumenter(List<String> reports) throws IOException {
        LibraryModel library = new LibraryModel(Models.load(List.of()));
        boolean jdk = this == RECORD_JDK || this == DIRECT_JDK;
        boolean methods = this == RECORD_METHODS || this == DIRECT_METHODS;
        Selection selection = new Selection(jdk ? List.of("java.util.**") : List.of(), List.of());
        AtomicMethods atomic =
                new AtomicMethods(List.of(), methods ? AgentOptions.Regions.METHODS : AgentOptions.Regions.LOCKS);
        return new Instrumenter(plan(), new Reports(reports), selection, atomic, library);
    }

    /** Probes before each line and at the end of each method. */
    static final class LinesAndMethodEnds implements ProbePlaces {
        @Override
        public boolean before(String className, String method, String file, int line, int offset, boolean firstOfLine) {
            return firstOfLine;
        }

        @Override
        public boolean atEndOf(String className, String method, String file) {
            return true;
        }
    }

    private static final class Reports implements ClassListener {
        private final List<String> partial;
        private int sites = 1;

        Reports(List<String> partial) {
            this.partial = partial;
        }

        @Override
        public int define(ClassInfo info) {
            int first = sites;
            sites += info.sites().size();
            return first;
        }

        @Override
        public void partial(String method, String reason) {
            partial.add(method + ": " + reason);
        }

        @Override
        public void skipped(String className) {}

        @Override
        public void failed(String className, String reason) {}

        @Override
        public void unmodelled(String method, String place) {}
    }
}
