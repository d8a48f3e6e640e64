// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.atomicity;

/** The check is repeated where the act is, under one lock: what was seen before does not matter. */
public final class PutIfAbsent {
    private final String[] owners = new String[4];

    private synchronized boolean contains(int name) {
        return owners[name] != null;
    }

    private synchronized boolean registerIfFree(int name, String owner) {
        if (owners[name] != null) {
            return false;
        }
        owners[name] = owner;
        return true;
    }

    private synchronized void claim(int name, String owner) {
        owners[name] = owner;
    }

    public static void main(String[] args) throws InterruptedException {
        PutIfAbsent registry = new PutIfAbsent();
        Thread polite = new Thread(() -> registry.registerIfFree(2, "polite"), "polite");
        Thread rude = new Thread(() -> registry.claim(2, "rude"), "rude");
        polite.start();
        Thread.sleep(100);
        rude.start();
        polite.join();
        rude.join();
        System.out.println(registry.contains(2));
    }
}
