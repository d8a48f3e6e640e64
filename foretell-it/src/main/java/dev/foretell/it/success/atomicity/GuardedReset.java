// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.atomicity;

/** A volatile counter that is written under one lock only and also read without it. */
public final class GuardedReset {
    private volatile int count = 10;

    private synchronized void add() {
        int before = count;
        count = before + 1;
    }

    private synchronized void reset() {
        count = 0;
    }

    private void look() {
        if (count < 0) {
            throw new IllegalStateException("negative");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        GuardedReset counter = new GuardedReset();
        Thread adding = new Thread(counter::add, "adding");
        Thread resetting = new Thread(counter::reset, "resetting");
        Thread looking = new Thread(counter::look, "looking");
        adding.start();
        Thread.sleep(100);
        resetting.start();
        looking.start();
        adding.join();
        resetting.join();
        looking.join();
        System.out.println(counter.count > 1 ? "the reset was lost" : "counted");
    }
}
