// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.atomicity;

/**
 * Each access has its lock, and the method that makes two of them has none: jPredictor's view is that it should be
 * atomic.
 */
// options: --regions methods
// harm: level exception refill was lost
public final class EveryMethod implements Runnable {
    private int level = 1;
    private boolean poured;

    private synchronized int level() {
        return level; // atomicity: level
    }

    private synchronized void set(int value) {
        level = value; // atomicity: level
    }

    private void pour() {
        set(level() - 1);
        poured = true;
    }

    private synchronized void refill() {
        level = 10; // atomicity: level
    }

    @Override
    public void run() {
        pour();
    }

    public static void main(String[] args) throws InterruptedException {
        EveryMethod tank = new EveryMethod();
        Thread guest = new Thread(tank, "guest");
        Thread host = new Thread(() -> tank.refill(), "host");
        guest.start();
        Thread.sleep(100);
        host.start();
        guest.join();
        host.join();
        if (tank.poured && tank.level() == 0) {
            throw new IllegalStateException("the refill was lost, the level is " + tank.level());
        }
        System.out.println("filled");
    }
}
