// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.atomicity;

/** Check, then act, on a synchronized registry: a name that was free when asked for is taken when it is registered. */
// harm: owners[] exception registered twice
public final class DoubleRegistration {
    private final String[] owners = new String[4];

    private synchronized boolean contains(int name) {
        return owners[name] != null; // atomicity: owners[]
    }

    private synchronized void register(int name, String owner) {
        if (owners[name] != null) { // atomicity: owners[]
            throw new IllegalStateException("registered twice: for " + owner + " and for " + owners[name]);
        }
        owners[name] = owner; // atomicity
    }

    private synchronized void claim(int name, String owner) {
        owners[name] = owner; // atomicity: owners[]
    }

    private void registerIfFree(int name, String owner) {
        if (!contains(name)) {
            register(name, owner);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        DoubleRegistration registry = new DoubleRegistration();
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
