package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Modes that look at how long an access takes are told of its end, and of nothing but plain accesses. */
class AccessEndsTest {
    private static List<String> probes(String type, String method) {
        try (Lab lab = Lab.guarding()) {
            lab.call(lab.load(type), method);
            return List.copyOf(lab.log);
        }
    }

    @Test
    void toldOfFields() {
        assertThat(probes("sample.Fields", "plain"))
                .containsSubsequence(
                        "read Fields.i on Fields",
                        "afterRead Fields.i on Fields",
                        "write Fields.i on Fields",
                        "afterWrite Fields.i on Fields",
                        "read Fields.j on Fields",
                        "afterRead Fields.j on Fields",
                        "write Fields.j on Fields",
                        "afterWrite Fields.j on Fields");
    }

    @Test
    void toldOfStaticFieldsButNotOfVolatiles() {
        assertThat(probes("sample.Fields", "statics"))
                .containsExactly(
                        "enterInitializer sample.Fields",
                        "exitInitializer sample.Fields",
                        "writeStatic Fields.si",
                        "afterWriteStatic Fields.si",
                        "readStatic Fields.si",
                        "afterReadStatic Fields.si",
                        "writeStatic Fields.sj",
                        "afterWriteStatic Fields.sj",
                        "readStatic Fields.sj",
                        "afterReadStatic Fields.sj");
    }

    @Test
    void toldOfElementsOfAllSizes() {
        assertThat(probes("sample.Arrays", "ints"))
                .containsExactly(
                        "writeElement int[] 1",
                        "afterWriteElement int[] 1",
                        "readElement int[] 1",
                        "afterReadElement int[] 1");
        assertThat(probes("sample.Arrays", "compound"))
                .endsWith(
                        "readElement double[] 1",
                        "afterReadElement double[] 1",
                        "writeElement double[] 1",
                        "afterWriteElement double[] 1",
                        "readElement double[] 1",
                        "afterReadElement double[] 1");
    }

    @Test
    void toldOfLinesAndOfTheEndsOfMethodsWhenAskedFor() {
        try (Lab lab = Lab.guardingExits()) {
            lab.call(lab.load("sample.Arrays"), "ints");
            assertThat(lab.log)
                    .containsExactly(
                            "regionBegin Arrays.ints inside 0",
                            "comesTo",
                            "comesTo",
                            "writeElement int[] 1",
                            "afterWriteElement int[] 1",
                            "comesTo",
                            "readElement int[] 1",
                            "afterReadElement int[] 1",
                            "regionEnd Arrays.ints inside 0");
        }
    }

    @Test
    void notToldOfMonitors() {
        assertThat(probes("sample.Monitors", "run")).noneMatch(line -> line.contains("Enter") || line.contains("Exit"));
    }
}
