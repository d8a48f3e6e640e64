// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import java.lang.reflect.Modifier;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Monitors, threads, initialisers: which calls announce them. */
class OrderProbesTest {
    private static List<String> probes(InstrumentationRig rig, String type, String method) {
        try (rig) {
            Class<?> loaded = rig.load(type);
            rig.call(loaded, method);
            return List.copyOf(rig.log);
        }
    }

    private static List<String> recorded(String type, String method) {
        return probes(InstrumentationRig.recording(), type, method);
    }

    private static List<String> held(String type, String method) {
        return probes(InstrumentationRig.directing(), type, method);
    }

    @Test
    void announcesSynchronizedBlocks() {
        assertThat(recorded("sample.Monitors", "block")).endsWith("afterEnter on Object", "beforeExit on Object");
        assertThat(recorded("sample.Monitors", "nested"))
                .endsWith(
                        "afterEnter on Object", "afterEnter on Object", "beforeExit on Object", "beforeExit on Object");
        assertThat(held("sample.Monitors", "block"))
                .endsWith("beforeEnter on Object", "afterEnter on Object", "beforeExit on Object");
    }

    @Test
    void announcesTheExitOfABlockLeftByAnException() {
        assertThat(recorded("sample.Monitors", "throwing")).endsWith("afterEnter on Object", "beforeExit on Object");
        assertThat(held("sample.Monitors", "throwing"))
                .endsWith("beforeEnter on Object", "afterEnter on Object", "beforeExit on Object");
    }

    @Test
    void entersOnceWhenABlockBeginsWithALoop() {
        assertThat(recorded("sample.Monitors", "loop")).endsWith("afterEnter on Class", "beforeExit on Class");
    }

    @Test
    void announcesSynchronizedMethods() {
        assertThat(recorded("sample.Monitors", "staticMethod")).endsWith("afterEnter on Class", "beforeExit on Class");
        assertThat(recorded("sample.Monitors", "instanceMethod"))
                .endsWith("afterEnter on Monitors", "beforeExit on Monitors");
        assertThat(held("sample.Monitors", "staticMethod"))
                .endsWith("beforeEnter on Class", "afterEnter on Class", "beforeExit on Class");
        assertThat(held("sample.Monitors", "instanceMethod"))
                .endsWith("beforeEnter on Monitors", "afterEnter on Monitors", "beforeExit on Monitors");
    }

    @Test
    void announcesTheExitOfAMethodLeftByAnException() {
        assertThat(recorded("sample.Monitors", "failingMethod"))
                .containsSubsequence("afterEnter on Monitors", "beforeExit on Monitors");
        assertThat(held("sample.Monitors", "failingMethod"))
                .containsSubsequence("beforeEnter on Monitors", "afterEnter on Monitors", "beforeExit on Monitors");
    }

    @Test
    void keepsMethodsSynchronizedUnlessThreadsAreHeld() throws NoSuchMethodException {
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            assertThat(Modifier.isSynchronized(rig.load("sample.Monitors")
                            .getMethod("staticMethod")
                            .getModifiers()))
                    .isTrue();
        }
        try (InstrumentationRig rig = InstrumentationRig.directing()) {
            assertThat(Modifier.isSynchronized(rig.load("sample.Monitors")
                            .getMethod("staticMethod")
                            .getModifiers()))
                    .isFalse();
        }
    }

    /** Without a handler of its own, the probe at the exit would be called for ever here. */
    @Test
    void leavesAllMonitorsWhenProbesRunOutOfStack() {
        for (boolean holds : new boolean[] {false, true}) {
            try (InstrumentationRig rig = holds ? InstrumentationRig.directing() : InstrumentationRig.recording()) {
                rig.depthOfProbes = 300;
                assertThat(rig.call(rig.load("sample.Monitors"), "overflow"))
                        .isEqualTo("overflow ".repeat(10) + "falsefalsefalsefalse");
            }
        }
    }

    @Test
    void announcesStartAndJoin() {
        assertThat(recorded("sample.Threads", "startAndJoin"))
                .containsExactly(
                        "beforeStart on Thread", "beforeJoin on Thread", "afterJoin on Thread", "afterJoin on Thread");
        assertThat(recorded("sample.Threads", "timedJoins"))
                .containsExactly(
                        "beforeStart on Thread",
                        "beforeJoin on Thread",
                        "afterJoin on Thread",
                        "beforeJoin on Thread",
                        "afterJoin on Thread",
                        "afterJoin on Thread");
    }

    @Test
    void announcesWaitsWithTheirLimitInMilliseconds() {
        assertThat(recorded("sample.Threads", "waits"))
                .containsExactly(
                        "afterEnter on Object",
                        "beforeWait 1 on Object",
                        "afterWait on Object",
                        "beforeWait 1 on Object",
                        "afterWait on Object",
                        "beforeNotify on Object",
                        "beforeNotifyAll on Object",
                        "beforeExit on Object");
    }

    @Test
    void saysNothingAfterAWaitThatThrows() {
        assertThat(recorded("sample.Threads", "waitsWithoutMonitor")).containsExactly("beforeWait 0 on Object");
    }

    @Test
    void givesAWaitThreeSites() {
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            rig.load("sample.Threads");
            List<EventKind> kinds = rig.classes.get("sample.Threads").sites().stream()
                    .filter(site -> site.methodName().equals("waitsWithoutMonitor"))
                    .map(Site::op)
                    .toList();
            assertThat(kinds).containsExactly(EventKind.RELEASE, EventKind.WAKE, EventKind.ACQUIRE);
        }
    }

    @Test
    void announcesPausesWhenThreadsAreHeldAndOtherwiseTheEndOfSleeps() {
        assertThat(recorded("sample.Threads", "pauses"))
                .containsExactly("afterPause sleep", "afterPause sleep", "afterPause sleep");
        assertThat(held("sample.Threads", "pauses"))
                .containsExactly(
                        "beforePause sleep",
                        "afterPause sleep",
                        "beforePause sleep",
                        "afterPause sleep",
                        "beforePause yield",
                        "afterPause yield",
                        "beforePause onSpinWait",
                        "afterPause onSpinWait",
                        "beforePause sleep",
                        "afterPause sleep");
    }

    @Test
    void leavesItToTheProbeWhetherTheReceiverIsAThread() {
        assertThat(recorded("sample.Threads", "lookalikes"))
                .contains("beforeStart on Engine", "beforeJoin on Engine", "afterJoin on Engine");
    }

    @Test
    void enclosesClassInitialisersAndAnnouncesNoDataInside() {
        assertThat(recorded("sample.Shapes", "initialise"))
                .containsExactly(
                        "readStatic Shapes$Initialised.value",
                        "enterInitializer sample.Shapes$Initialised",
                        "exitInitializer sample.Shapes$Initialised");
    }

    @Test
    void leavesInitialisersThatFail() {
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            rig.call(rig.load("sample.Shapes"), "run");
            assertThat(rig.log)
                    .containsOnlyOnce("enterInitializer sample.Shapes$Broken", "exitInitializer sample.Shapes$Broken");
        }
    }

    @Test
    void announcesWhatMethodReferencesCall() {
        assertThat(recorded("sample.References", "bound"))
                .containsSubsequence("beforeStart on Worker", "beforeJoin on Worker", "afterJoin on Worker");
        assertThat(recorded("sample.References", "waiting").stream()
                        .map(line -> line.replaceAll(" on .*", ""))
                        .toList())
                .containsSubsequence(
                        "afterEnter", "beforeWait 1", "afterWait", "beforeNotify", "beforeNotifyAll", "beforeExit");
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            rig.load("sample.References");
            assertThat(rig.classes.get("sample.References").sites())
                    .filteredOn(site -> site.op() == EventKind.NOTIFY)
                    .allMatch(site -> site.line() > 0 && site.methodName().startsWith("lambda$foretell$notify$"))
                    .hasSize(2);
        }
    }
}
