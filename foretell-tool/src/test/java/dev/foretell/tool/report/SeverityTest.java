// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeverityTest {
    @Test
    void racesAndDeadlocksAreErrorsByThemselves() {
        assertThat(SeverityRules.of(AnomalyKind.RACE, "", Harm.Kind.NONE, false))
                .isEqualTo(Severity.ERROR);
        assertThat(SeverityRules.of(AnomalyKind.DEADLOCK, "", Harm.Kind.NONE, false))
                .isEqualTo(Severity.ERROR);
        assertThat(SeverityRules.of(AnomalyKind.FAILURE, "", Harm.Kind.EXIT, false))
                .isEqualTo(Severity.ERROR);
    }

    @Test
    void theRestIsAsBadAsItsHarm() {
        assertThat(SeverityRules.of(AnomalyKind.ATOMICITY, "", Harm.Kind.NONE, false))
                .isEqualTo(Severity.WARNING);
        assertThat(SeverityRules.of(AnomalyKind.ORDER, "", Harm.Kind.NONE, false))
                .isEqualTo(Severity.NOTE);
        assertThat(SeverityRules.of(AnomalyKind.ORDER, "", Harm.Kind.OUTPUT, false))
                .isEqualTo(Severity.ERROR);
    }

    @Test
    void violationsOverSeveralRegionsAreNoErrorByThemselves() {
        assertThat(SeverityRules.of(AnomalyKind.ATOMICITY, "", Harm.Kind.NONE, true))
                .isEqualTo(Severity.NOTE);
        assertThat(SeverityRules.of(AnomalyKind.ASV, "", Harm.Kind.OUTPUT, true))
                .isEqualTo(Severity.WARNING);
        assertThat(SeverityRules.of(AnomalyKind.ORDER, "", Harm.Kind.OUTPUT, true))
                .isEqualTo(Severity.NOTE);
        assertThat(SeverityRules.of(AnomalyKind.ORDER, "", Harm.Kind.HANG, true))
                .isEqualTo(Severity.ERROR);
        assertThat(SeverityRules.of(AnomalyKind.ASV, "", Harm.Kind.ASSERTION, true))
                .isEqualTo(Severity.ERROR);
    }

    @Test
    void idiomIsANoteUnlessItDoesHarm() {
        Finding idiom = SampleReport.predicted().with(Finding.Idiom.SINGLE_CHECK);
        Finding harmless = idiom.with(Status.CONFIRMED, "", Harm.NONE, new Finding.Replays(2, 2));
        assertThat(harmless.severity()).isEqualTo(Severity.NOTE);
        assertThat(harmless.idiom()).isEqualTo(Finding.Idiom.SINGLE_CHECK);
        assertThat(FailOn.ERROR.counts(harmless)).isFalse();
        Harm exit = new Harm(Harm.Kind.EXIT, "exit code 1 instead of 0");
        Finding harmful = idiom.with(Status.CONFIRMED, "", exit, new Finding.Replays(2, 2));
        assertThat(harmful.severity()).isEqualTo(Severity.ERROR);
        assertThat(harmful.idiom()).isNull();
        assertThat(FailOn.ERROR.counts(harmful)).isTrue();
    }

    @Test
    void onlyConfirmedFindingsFailASession() {
        assertThat(SampleReport.race().fails(Severity.ERROR)).isTrue();
        assertThat(SampleReport.predicted().fails(Severity.NOTE)).isFalse();
    }

    @Test
    void whatTheRecordedRunShowedComesFirst() {
        Finding exit = SampleReport.failure("F1", Harm.Kind.EXIT, "exit code 3");
        assertThat(List.of(SampleReport.race(), exit).stream().sorted(Finding.BEST_FIRST))
                .containsExactly(exit, SampleReport.race());
    }

    @Test
    void sortsHarmfulBeforeConfirmedBeforePredicted() {
        Finding harmful = SampleReport.race();
        Finding harmless = SampleReport.race().with(Status.CONFIRMED, "", Harm.NONE, new Finding.Replays(1, 1));
        Finding predicted = SampleReport.predicted();
        assertThat(List.of(predicted, harmless, harmful).stream().sorted(Finding.BEST_FIRST))
                .containsExactly(harmful, harmless, predicted);
    }

    @Test
    void keepsTheWorseOfTwoHarms() {
        Harm output = new Harm(Harm.Kind.OUTPUT, "x");
        Harm exception = new Harm(Harm.Kind.EXCEPTION, "y");
        assertThat(output.or(exception)).isSameAs(exception);
        assertThat(exception.or(output)).isSameAs(exception);
        assertThat(output.or(Harm.NONE)).isSameAs(output);
        assertThat(output.or(new Harm(Harm.Kind.OUTPUT, "z"))).isSameAs(output);
    }
}
