// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.evidence;

/** A thread ends by an exception, or by a failed assertion, while the program goes on and ends with exit code 0. */
public final class LosesThread {
    private static int[] stock;

    private LosesThread() {}

    public static void main(String[] args) throws InterruptedException {
        boolean asserts = args.length > 0;
        Thread clerk = new Thread(() -> sell(asserts), "clerk");
        clerk.start();
        clerk.join();
        System.out.println("closed");
    }

    private static void sell(boolean asserts) {
        if (asserts) {
            throw new AssertionError("no stock");
        }
        stock[0]--;
    }
}
