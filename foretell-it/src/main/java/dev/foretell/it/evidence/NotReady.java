// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.evidence;

/**
 * A thread asks for prices before they are loaded, and the program takes that for a mistake; only a schedule that leads
 * elsewhere shows it, when nothing but races is looked for: there is none, because the thread never comes to the
 * prices. With an argument it knows that they may come later.
 */
public final class NotReady {
    private final boolean patient;
    private int[] prices;
    private boolean ready;

    private NotReady(boolean patient) {
        this.patient = patient;
    }

    private void load() {
        int[] loaded = {3, 4};
        prices = loaded;
        synchronized (this) {
            ready = true;
        }
    }

    private void quote() {
        synchronized (this) {
            if (!ready) {
                if (patient) {
                    return;
                }
                throw new IllegalStateException("no prices yet");
            }
        }
        if (prices[1] != 4) {
            throw new AssertionError(prices[1]);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        NotReady desk = new NotReady(args.length > 0);
        Thread loader = new Thread(desk::load, "loader");
        Thread quoter = new Thread(desk::quote, "quoter");
        loader.start();
        Thread.sleep(200);
        quoter.start();
        loader.join();
        quoter.join();
        System.out.println("closed");
    }
}
