// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.probe.Probes;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.options.AgentOptions.Regions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which methods are atomic regions, and how their bounds are announced. */
class AtomicMethodsTest {
    private static List<String> probes(InstrumentationRig rig, String method) {
        try (rig) {
            rig.call(rig.load("sample.Regions"), method);
            assertThat(Probes.current().regions).as("all regions were left").isZero();
            rig.log.removeIf(line -> line.contains("Initializer"));
            return List.copyOf(rig.log);
        }
    }

    private static List<String> annotated(String method) {
        return probes(InstrumentationRig.recording(), method);
    }

    @Test
    void takesAnAnnotationOfAnyPackageBySimpleName() {
        assertThat(annotated("marked"))
                .containsExactly(
                        "regionBegin Regions.marked inside 0",
                        "writeStatic Regions.x",
                        "readStatic Regions.x",
                        "regionEnd Regions.marked inside 0");
        assertThat(annotated("plain")).containsExactly("writeStatic Regions.x", "readStatic Regions.x");
    }

    @Test
    void endsWithAnException() {
        assertThat(annotated("throwing"))
                .containsExactly(
                        "regionBegin Regions.throwing inside 0",
                        "writeStatic Regions.x",
                        "regionEnd Regions.throwing inside 0");
        assertThat(annotated("caught"))
                .containsExactly(
                        "regionBegin Regions.caught inside 0",
                        "regionBegin Regions.throwing inside 1",
                        "writeStatic Regions.x",
                        "regionEnd Regions.throwing inside 1",
                        "readStatic Regions.x",
                        "writeStatic Regions.x",
                        "regionEnd Regions.caught inside 0");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void liesAroundTheMonitorOfASynchronizedMethod(boolean holds) {
        List<String> log = probes(InstrumentationRig.of(holds, Regions.LOCKS), "locked");
        log = log.stream().filter(line -> !line.startsWith("beforeEnter")).toList();
        assertThat(log)
                .containsExactly(
                        "regionBegin Regions.locked inside 0",
                        "afterEnter on Class",
                        "readStatic Regions.x",
                        "beforeExit on Class",
                        "regionEnd Regions.locked inside 0");
    }

    @Test
    void countsRecursion() {
        assertThat(annotated("recursive"))
                .containsExactly(
                        "regionBegin Regions.down inside 0",
                        "regionBegin Regions.down inside 1",
                        "regionBegin Regions.down inside 2",
                        "regionEnd Regions.down inside 2",
                        "regionEnd Regions.down inside 1",
                        "regionEnd Regions.down inside 0");
    }

    @Test
    void takesTheMethodsOfAnAnnotatedClassButNotItsConstructorsAndLambdas() {
        assertThat(annotated("whole"))
                .containsExactly("regionBegin Regions$Whole.twice inside 0", "regionEnd Regions$Whole.twice inside 0");
    }

    @Test
    void takesMethodsByName() {
        for (String pattern : List.of("sample.Regions.plain", "sample.*.pl*", "**.plain", "sample.Regions.*")) {
            assertThat(probes(InstrumentationRig.of(false, Regions.LOCKS, pattern), "plain"))
                    .startsWith("regionBegin Regions.plain inside 0")
                    .endsWith("regionEnd Regions.plain inside 0");
        }
        for (String pattern : List.of("sample.Regions", "sample.*", "*.plain", "other.Regions.plain", "plain")) {
            assertThat(probes(InstrumentationRig.of(false, Regions.LOCKS, pattern), "plain"))
                    .hasSize(2);
        }
    }

    @Test
    void takesAllMethodsButThoseThatAreOneAccess() {
        assertThat(probes(InstrumentationRig.of(false, Regions.METHODS), "lambda"))
                .containsExactly(
                        "regionBegin Regions.lambda inside 0",
                        "readStatic Regions.x",
                        "readStatic Regions.x",
                        "regionEnd Regions.lambda inside 0");
        assertThat(probes(InstrumentationRig.of(false, Regions.METHODS), "accessor"))
                .containsExactly(
                        "regionBegin Regions.accessor inside 0",
                        "readStatic Regions.x",
                        "regionEnd Regions.accessor inside 0");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 50})
    void leavesNoRegionOpenWhenTheStackIsFull(int depthOfProbes) {
        for (boolean holds : new boolean[] {true, false}) {
            try (InstrumentationRig rig = InstrumentationRig.of(holds, Regions.METHODS)) {
                rig.depthOfProbes = depthOfProbes;
                Class<?> type = rig.load("sample.Regions");
                for (int i = 0; i < 30; i++) {
                    assertThat(rig.call(type, "deep")).isEqualTo("caught");
                    assertThat(Probes.current().regions).isZero();
                }
            }
        }
    }

    @Test
    void namesTheMethodInItsSites() {
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            rig.load("sample.Regions");
            List<Site> sites = rig.classes.get("sample.Regions").sites().stream()
                    .filter(site ->
                            site.methodName().equals("marked") && !site.op().isAccess())
                    .toList();
            assertThat(sites).extracting(Site::op).containsExactly(EventKind.REGION_BEGIN, EventKind.REGION_END);
            assertThat(sites).extracting(Site::what).containsOnly("sample.Regions.marked");
            assertThat(sites.get(0).line()).isLessThan(sites.get(1).line());
            assertThat(sites.get(0).offset()).isZero();
        }
    }
}
