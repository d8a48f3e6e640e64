// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.jdk;

/** Counts on a thread that was started just now: it may have ended when it is asked for. */
// harm: isAlive() exception
public final class FoundDead {
    private static volatile int served;

    private static void serve() {
        try {
            Thread.sleep(300);
        } catch (InterruptedException e) {
            return;
        }
        served++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread server = new Thread(FoundDead::serve);
        server.start();
        if (!server.isAlive()) { // order: isAlive()
            throw new IllegalStateException("the server is gone");
        }
        server.join();
        System.out.println(served);
    }
}
