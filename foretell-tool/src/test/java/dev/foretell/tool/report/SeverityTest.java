// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SeverityTest {
    @Test
    void racesAndDeadlocksAreErrorsByThemselves() {
        assertThat(SeverityRules.of("race", Harm.Kind.NONE, false)).isEqualTo(SeverityRules.ERROR);
        assertThat(SeverityRules.of("deadlock", Harm.Kind.NONE, false)).isEqualTo(SeverityRules.ERROR);
        assertThat(SeverityRules.of("property", Harm.Kind.NONE, false)).isEqualTo(SeverityRules.ERROR);
        assertThat(SeverityRules.of("failure", Harm.Kind.EXIT, false)).isEqualTo(SeverityRules.ERROR);
    }

    @Test
    void theRestIsAsBadAsItsHarm() {
        assertThat(SeverityRules.of("atomicity", Harm.Kind.NONE, false)).isEqualTo(SeverityRules.WARNING);
        assertThat(SeverityRules.of("order", Harm.Kind.NONE, false)).isEqualTo(SeverityRules.NOTE);
        assertThat(SeverityRules.of("order", Harm.Kind.OUTPUT, false)).isEqualTo(SeverityRules.ERROR);
    }

    @Test
    void violationsOverSeveralRegionsAreNoErrorByThemselves() {
        assertThat(SeverityRules.of("atomicity", Harm.Kind.NONE, true)).isEqualTo(SeverityRules.NOTE);
        assertThat(SeverityRules.of("asv", Harm.Kind.OUTPUT, true)).isEqualTo(SeverityRules.WARNING);
        assertThat(SeverityRules.of("order", Harm.Kind.OUTPUT, true)).isEqualTo(SeverityRules.NOTE);
        assertThat(SeverityRules.of("order", Harm.Kind.HANG, true)).isEqualTo(SeverityRules.ERROR);
        assertThat(SeverityRules.of("asv", Harm.Kind.ASSERTION, true)).isEqualTo(SeverityRules.ERROR);
    }

    @Test
    void idiomIsANoteUnlessItDoesHarm() {
        Finding idiom = SampleReport.predicted().with(Finding.Idiom.SINGLE_CHECK);
        Finding harmless = idiom.with(Status.CONFIRMED, "", Harm.NONE, new Finding.Replays(2, 2));
        assertThat(harmless.severity()).isEqualTo(SeverityRules.NOTE);
        assertThat(harmless.idiom()).isEqualTo(Finding.Idiom.SINGLE_CHECK);
        assertThat(FailOn.ERROR.counts(harmless)).isFalse();
        Harm exit = new Harm(Harm.Kind.EXIT, "exit code 1 instead of 0");
        Finding harmful = idiom.with(Status.CONFIRMED, "", exit, new Finding.Replays(2, 2));
        assertThat(harmful.severity()).isEqualTo(SeverityRules.ERROR);
        assertThat(harmful.idiom()).isNull();
        assertThat(FailOn.ERROR.counts(harmful)).isTrue();
    }

    @Test
    void onlyConfirmedFindingsFailASession() {
        assertThat(SampleReport.race().fails(SeverityRules.ERROR)).isTrue();
        assertThat(SampleReport.predicted().fails(SeverityRules.NOTE)).isFalse();
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
