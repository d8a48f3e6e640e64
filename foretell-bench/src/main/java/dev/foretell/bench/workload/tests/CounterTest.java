// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Buggy: an update can be lost. */
class CounterTest {
    private int count;

    @Test
    void countsBoth() throws InterruptedException {
        Workers.run(() -> count++, () -> count++);
        assertEquals(2, count);
    }
}
