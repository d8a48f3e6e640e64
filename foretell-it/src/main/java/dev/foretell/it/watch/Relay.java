// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.watch;

import java.util.concurrent.Semaphore;

/** Two threads that hand something over, always in the same order: what comes between is meant to. */
public final class Relay {
    private final Semaphore there = new Semaphore(0);
    private final Semaphore back = new Semaphore(0);
    private int baton;
    private int laps;
    private int falls;

    private void first(boolean clumsy) {
        for (int i = 0; i < 3; i++) {
            int before = baton; // enter Relay.baton
            there.release();
            back.acquireUninterruptibly();
            baton = before + 2; // end Relay.baton
            int run = laps; // enter Relay.laps
            laps = run + 1; // end Relay.laps
            if (clumsy) {
                int fallen = falls; // enter Relay.falls
                falls = fallen + 1; // end Relay.falls
            }
        }
    }

    private void second() {
        for (int i = 0; i < 3; i++) {
            there.acquireUninterruptibly();
            baton++;
            back.release();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Relay relay = new Relay();
        Pause.both(() -> relay.first(args.length > 0), relay::second);
        System.out.println(relay.laps + " laps, " + relay.falls + " falls, baton " + relay.baton);
    }
}
