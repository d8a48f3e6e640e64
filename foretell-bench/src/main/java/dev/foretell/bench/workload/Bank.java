// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload;

import java.util.ArrayList;
import java.util.List;

/** Tellers that move money between accounts; neither the balances nor the number of transfers are protected. */
public final class Bank {
    private static final int TELLERS = 4;
    private static final int TRANSFERS = 50;
    private static final int ACCOUNTS = 3;

    static final class Account {
        int balance = 1000;
    }

    private final Account[] accounts = new Account[ACCOUNTS];
    private int transfers;

    private Bank() {
        for (int i = 0; i < ACCOUNTS; i++) {
            accounts[i] = new Account();
        }
    }

    private void serve(int teller) {
        for (int i = 0; i < TRANSFERS; i++) {
            Account from = accounts[(teller + i) % ACCOUNTS];
            Account to = accounts[(teller + i + 1) % ACCOUNTS];
            from.balance -= 1;
            to.balance += 1;
            transfers++;
            think(i);
        }
    }

    /** Work of one teller on data of its own. */
    private static void think(int amount) {
        long value = amount;
        for (int i = 0; i < 2000; i++) {
            value = value * 31 + i;
        }
        if (value == 42) {
            throw new IllegalStateException();
        }
    }

    public static void main(String[] args) throws Exception {
        WorkloadTimer clock = new WorkloadTimer();
        Bank bank = new Bank();
        List<Thread> tellers = new ArrayList<>();
        for (int i = 0; i < TELLERS; i++) {
            int teller = i;
            tellers.add(new Thread(() -> bank.serve(teller), "teller-" + i));
        }
        tellers.forEach(Thread::start);
        for (Thread teller : tellers) {
            teller.join();
        }
        clock.stop(TELLERS * TRANSFERS);
    }
}
