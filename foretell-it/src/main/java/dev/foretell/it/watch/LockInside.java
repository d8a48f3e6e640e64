// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.watch;

/**
 * Locks of the program inside of what is healed with a lock, and around it: the waiter takes the ledger's monitor
 * within the section, the auditor comes to the variable with that monitor. Neither order is ever a deadlock of the
 * program itself.
 */
public final class LockInside {
    private static final int ROUNDS = 20;

    private final Object ledger = new Object();
    private int balance;
    private int entries;

    private void deposit() {
        for (int i = 0; i < ROUNDS; i++) {
            int before = balance; // enter LockInside.balance
            Pause.shortly();
            synchronized (ledger) {
                entries++;
            }
            balance = before + 1; // end LockInside.balance
        }
    }

    private void audit() {
        for (int i = 0; i < ROUNDS; i++) {
            synchronized (ledger) {
                Pause.shortly();
                balance = Math.max(0, balance);
                entries++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LockInside inside = new LockInside();
        Pause.both(inside::deposit, inside::audit);
        System.out.println(inside.entries + " entries");
    }
}
