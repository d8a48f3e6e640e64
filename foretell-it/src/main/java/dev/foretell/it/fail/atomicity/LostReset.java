// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.atomicity;

/** An update inside a lock, of a volatile counter that is reset outside of it: the reset can be overwritten. */
// harm: count exception the reset was lost
public final class LostReset {
    private volatile int count = 10;

    private synchronized void add() {
        int before = count; // atomicity: count
        count = before + 1; // atomicity: count
    }

    private void reset() {
        count = 0; // atomicity: count
    }

    public static void main(String[] args) throws InterruptedException {
        LostReset counter = new LostReset();
        Thread adding = new Thread(counter::add, "adding");
        Thread resetting = new Thread(counter::reset, "resetting");
        adding.start();
        Thread.sleep(100);
        resetting.start();
        adding.join();
        resetting.join();
        if (counter.count > 1) {
            throw new IllegalStateException("the reset was lost: " + counter.count);
        }
        System.out.println("counted");
    }
}
