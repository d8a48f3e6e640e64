// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.report.Finding.Idiom;
import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.ClassInfo.FieldInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.RunInfo;
import dev.foretell.trace.Site;
import dev.foretell.trace.TraceBuilder;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.io.RecordedTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BenignIdiomsTest {
    private final List<Site> sites = new ArrayList<>();

    private int site(String className, String method, int offset, EventKind op, String field) {
        sites.add(new Site(className, method, "P.java", offset, offset, op, "acme.Point." + field));
        return sites.size() - 1;
    }

    /** Of the first read and the first write. */
    private Idiom idiom(AnomalyKind kind, String field, int flag) {
        TraceBuilder builder = new TraceBuilder();
        int first = builder.addThread("main", "main");
        int second = builder.addThread("main/1", "other");
        int variable = builder.addVariable("Point." + field, 1);
        sites.forEach(builder::addSite);
        builder.add(EventKind.WRITE, first, variable, 1, 1);
        builder.add(EventKind.READ, second, variable, 0, 1);
        ClassInfo info = new ClassInfo(
                "acme.Point", "java.lang.Object", List.of(), "1", List.of(new FieldInfo(field, 2 | flag)), List.of());
        RecordedTrace recorded = new RecordedTrace(builder.build(RunInfo.NONE), Map.of("acme.Point", info));
        return new BenignIdioms(recorded).of(kind, List.of(0, 1));
    }

    private void cache(String field) {
        site("acme.Point", "hashCode()I", 1, EventKind.READ, field);
        site("acme.Point", "hashCode()I", 9, EventKind.WRITE, field);
    }

    @Test
    void raceOnFieldThatTheAgentKnowsIsAnIdiom() {
        cache("hash");
        site("acme.Point", "<init>()V", 5, EventKind.WRITE, "hash");
        assertThat(idiom(AnomalyKind.RACE, "hash", FieldInfo.SINGLE_CHECK)).isEqualTo(Idiom.SINGLE_CHECK);
        assertThat(idiom(AnomalyKind.ATOMICITY, "hash", FieldInfo.SINGLE_CHECK)).isEqualTo(Idiom.SINGLE_CHECK);
        assertThat(idiom(AnomalyKind.ASV, "hash", FieldInfo.SINGLE_CHECK)).isNull();
        assertThat(idiom(AnomalyKind.RACE, "hash", 0)).isNull();
    }

    @Test
    void placeInAnotherClassMakesItNone() {
        cache("hash");
        site("acme.Circle", "reset()V", 5, EventKind.WRITE, "hash");
        assertThat(idiom(AnomalyKind.RACE, "hash", FieldInfo.SINGLE_CHECK)).isNull();
    }

    @Test
    void constructorOfAnotherClassMakesItNone() {
        cache("hash");
        site("acme.Circle", "<init>()V", 5, EventKind.WRITE, "hash");
        assertThat(idiom(AnomalyKind.RACE, "hash", FieldInfo.SINGLE_CHECK)).isNull();
    }

    @Test
    void writeByHandleMakesItNone() {
        cache("hash");
        site("acme.Point", "set()V", 5, EventKind.WRITE, "hash");
        assertThat(idiom(AnomalyKind.RACE, "hash", FieldInfo.SINGLE_CHECK)).isNull();
        sites.clear();
        cache("hash");
        site("acme.Point", "set()V", 5, EventKind.VOLATILE_WRITE, "hash");
        assertThat(idiom(AnomalyKind.RACE, "hash", FieldInfo.SINGLE_CHECK)).isNull();
    }

    @Test
    void classConstantsAreFilledFromSeveralPlaces() {
        cache("class$acme$Point");
        site("acme.Point$Inner", "get()V", 5, EventKind.WRITE, "class$acme$Point");
        assertThat(idiom(AnomalyKind.RACE, "class$acme$Point", FieldInfo.CLASS_LITERAL))
                .isEqualTo(Idiom.CLASS_LITERAL);
    }
}
