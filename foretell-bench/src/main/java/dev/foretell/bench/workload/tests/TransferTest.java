// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Buggy: two transfers in opposite directions can deadlock. */
class TransferTest {
    private static final class Account {
        private int balance = 100;
    }

    private static void transfer(Account from, Account to, int amount) {
        synchronized (from) {
            synchronized (to) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }

    @Test
    void keepsTheSum() throws InterruptedException {
        Account mine = new Account();
        Account yours = new Account();
        Workers.run(() -> transfer(mine, yours, 10), () -> transfer(yours, mine, 20));
        assertEquals(200, mine.balance + yours.balance);
    }
}
