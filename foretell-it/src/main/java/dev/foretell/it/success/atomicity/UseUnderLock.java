// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.atomicity;

/** Check and act, both under the registry's lock, which their methods enter once more. */
public final class UseUnderLock {
    private Runnable service;
    private int served;

    private synchronized void put(Runnable newService) {
        service = newService;
    }

    private synchronized boolean contains() {
        return service != null;
    }

    private synchronized Runnable get() {
        if (service == null) {
            throw new IllegalStateException("no service");
        }
        return service;
    }

    private synchronized void remove() {
        service = null;
    }

    private void use() {
        synchronized (this) {
            if (contains()) {
                get().run();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        UseUnderLock registry = new UseUnderLock();
        registry.put(() -> registry.served++);
        Thread client = new Thread(registry::use, "client");
        Thread owner = new Thread(registry::remove, "owner");
        client.start();
        Thread.sleep(100);
        owner.start();
        client.join();
        owner.join();
        System.out.println(registry.contains() ? "still there" : "removed");
    }
}
