// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.order;

/** Asked and fetched in one step: the queue may be cleared before or after, never in between. */
public final class ClearedQueue {
    private final String[] events = {"start", "stop"};
    private int size = 2;

    private synchronized String firstEvent() {
        return size == 0 ? null : events[0];
    }

    private synchronized void clear() {
        size = 0;
    }

    public static void main(String[] args) throws InterruptedException {
        ClearedQueue queue = new ClearedQueue();
        Thread handler = new Thread(queue::firstEvent, "handler");
        Thread cleaner = new Thread(queue::clear, "cleaner");
        handler.start();
        Thread.sleep(100);
        cleaner.start();
        handler.join();
        cleaner.join();
        System.out.println("handled");
    }
}
