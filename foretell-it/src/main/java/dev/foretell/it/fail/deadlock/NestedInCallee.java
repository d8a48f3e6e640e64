// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.deadlock;

/** A cache calls its store with its lock held; the store's clean-up calls back into the cache. Both re-enter. */
public final class NestedInCallee {
    private final Object cache = new Object();
    private final Object store = new Object();
    private int cached = 1;
    private int stored = 2;

    private int lookUp() {
        synchronized (cache) {
            synchronized (cache) {
                return cached + fetch();
            }
        }
    }

    private int fetch() {
        synchronized (store) { // deadlock
            return stored;
        }
    }

    private void cleanUp() {
        synchronized (store) {
            stored++;
            evict();
        }
    }

    private void evict() {
        synchronized (cache) { // deadlock
            cached = 0;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        NestedInCallee service = new NestedInCallee();
        Thread client = new Thread(service::lookUp, "client");
        Thread cleaner = new Thread(service::cleanUp, "cleaner");
        client.start();
        Thread.sleep(100);
        cleaner.start();
        client.join();
        cleaner.join();
        System.out.println("served");
    }
}
