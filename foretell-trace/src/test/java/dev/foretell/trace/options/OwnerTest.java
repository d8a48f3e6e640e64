// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.options;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OwnerTest {
    private static final Owner THIS = Owner.current();

    @Test
    void thisProcessIsAlive() {
        assertThat(THIS.process()).contains(ProcessHandle.current());
    }

    @Test
    void noOwnerIsNoProcess() {
        assertThat(Owner.NONE.isHere()).isFalse();
        assertThat(Owner.NONE.process()).isEmpty();
    }

    @Test
    void processThatUsesTheNumberAgainIsAnother() {
        assertThat(THIS.startMillis()).isPositive();
        Owner earlier = new Owner(THIS.pid(), THIS.startMillis() - 60_000, THIS.space());
        assertThat(earlier.process()).isEmpty();
        assertThat(earlier.isHere()).isTrue();
    }

    @Test
    void processOfAnotherNamespaceIsNeitherAliveNorEnded() {
        Owner outside = new Owner(THIS.pid(), THIS.startMillis(), "pid:[1]");
        assertThat(outside.process()).isEmpty();
        assertThat(outside.isHere()).isFalse();
    }
}
