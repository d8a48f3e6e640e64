// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Noise presses on what was predicted, and on nothing else. */
class NoiseTargetsTest {
    private static Finding finding(Status status, String op, String target) {
        Finding.Access access = new Finding.Access(
                new Finding.Actor("t", "main/0"),
                op,
                new Finding.SourceLine("a.Desk", "sell", "Desk.java", 5, "Desk.java:5", ""),
                new Finding.AccessTarget(target, List.of(), null, "", ""));
        return new Finding(
                new Finding.FindingId("R1", "", AnomalyKind.RACE),
                new Finding.Judgement(status, Severity.ERROR, "", Harm.NONE),
                new Finding.Anomaly(target, "r-w", List.of(access)),
                new Finding.Replay(null, null, Finding.Replays.NONE, List.of(), false, false));
    }

    @Test
    void takesTheDataOfAllThatWasPredicted() {
        NoiseTargets focus = NoiseTargets.of(List.of(
                finding(Status.PREDICTED, "write", "Desk.taken#2"),
                finding(Status.CONFIRMED, "read", "int[]"),
                finding(Status.REFUTED, "read", "Desk.other"),
                finding(Status.CONFIRMED, "lock", "Desk")));
        assertThat(focus.variables()).containsExactly("Desk.taken", "int[]", "Desk.other");
        assertThat(focus.places()).containsExactly("a.Desk.sell:5");
    }
}
