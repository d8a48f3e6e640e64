// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** Correct: all shared data is in a queue or under a lock. */
class MailboxTest {
    private final BlockingQueue<Integer> letters = new LinkedBlockingQueue<>();
    private int sum;

    private synchronized void add(int letter) {
        sum += letter;
    }

    private void read() {
        try {
            add(letters.take());
            add(letters.take());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void deliversAll() throws InterruptedException {
        Workers.run(
                () -> {
                    letters.add(1);
                    letters.add(2);
                },
                this::read);
        assertEquals(3, sum);
    }
}
