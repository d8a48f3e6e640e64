// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FingerprintsTest {
    private static Site site(String method, int line, int offset, EventKind op) {
        return new Site("a.Desk", method, "Desk.java", line, offset, op, "a.Desk.stock");
    }

    private static Fingerprints of(Site... sites) {
        return new Fingerprints(Map.of(
                "a.Desk", new ClassInfo("a.Desk", "java.lang.Object", List.of(), "c0", List.of(), List.of(sites))));
    }

    @Test
    void survivesMovedLinesAndShiftedBytecode() {
        Site read = site("sell()V", 10, 4, EventKind.READ);
        Site write = site("sell()V", 11, 9, EventKind.WRITE);
        Site movedRead = site("sell()V", 110, 24, EventKind.READ);
        Site movedWrite = site("sell()V", 113, 31, EventKind.WRITE);
        assertThat(of(movedRead, movedWrite).of("race", "Desk.stock", List.of(movedRead, movedWrite)))
                .isEqualTo(of(read, write).of("race", "Desk.stock", List.of(read, write)))
                .hasSize(16);
    }

    @Test
    void doesNotDependOnWhichAccessComesFirst() {
        Site read = site("sell()V", 10, 4, EventKind.READ);
        Site write = site("sell()V", 11, 9, EventKind.WRITE);
        Fingerprints fingerprints = of(read, write);
        assertThat(fingerprints.of("race", "x", List.of(write, read)))
                .isEqualTo(fingerprints.of("race", "x", List.of(read, write)));
    }

    @Test
    void tellsTwoEqualAccessesOfOneMethodApart() {
        Site first = site("sell()V", 10, 4, EventKind.READ);
        Site second = site("sell()V", 12, 9, EventKind.READ);
        Fingerprints fingerprints = of(first, second);
        assertThat(fingerprints.of("race", "x", List.of(first)))
                .isNotEqualTo(fingerprints.of("race", "x", List.of(second)));
    }

    @Test
    void tellsKindsVariablesAndMethodsApart() {
        Site site = site("sell()V", 10, 4, EventKind.READ);
        Fingerprints fingerprints = of(site);
        String one = fingerprints.of("race", "x", List.of(site));
        assertThat(fingerprints.of("deadlock", "x", List.of(site))).isNotEqualTo(one);
        assertThat(fingerprints.of("race", "y", List.of(site))).isNotEqualTo(one);
        assertThat(fingerprints.of("race", "x", List.of(site("buy()V", 10, 4, EventKind.READ))))
                .isNotEqualTo(one);
    }
}
