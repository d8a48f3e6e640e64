// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.jdk;

/** Takes a worker for done because it has had time enough: it may not have ended yet, and then there is no result. */
// harm: isAlive() exception
public final class AskedTooEarly {
    private static volatile String result;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> result = "done");
        worker.start();
        Thread.sleep(200);
        String seen = worker.isAlive() ? null : result; // order: isAlive()
        System.out.println(seen.length());
        worker.join();
    }
}
