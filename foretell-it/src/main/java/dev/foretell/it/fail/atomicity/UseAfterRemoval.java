// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.atomicity;

/** Check, then act: every method of the registry is synchronized, but a service that was there can be gone. */
// harm: service exception no service
public final class UseAfterRemoval {
    private Runnable service;

    private synchronized void put(Runnable newService) {
        service = newService;
    }

    private synchronized boolean contains() {
        return service != null; // atomicity: service
    }

    private synchronized Runnable get() {
        if (service == null) { // atomicity: service
            throw new IllegalStateException("no service");
        }
        return service; // atomicity
    }

    private synchronized void remove() {
        service = null; // atomicity: service
    }

    private void use() {
        if (contains()) {
            get().run();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        UseAfterRemoval registry = new UseAfterRemoval();
        registry.put(() -> System.out.println("served"));
        Thread client = new Thread(registry::use, "client");
        Thread owner = new Thread(registry::remove, "owner");
        client.start();
        Thread.sleep(100);
        owner.start();
        client.join();
        owner.join();
    }
}
