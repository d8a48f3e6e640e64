// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.order;

/**
 * The size of an event queue is asked for, and when the events are fetched the queue is cleared. The shape of a bug in
 * Jigsaw.
 */
// harm: size exception index 0
public final class ClearedQueue {
    private final String[] events = {"start", "stop"};
    private int size = 2;

    private synchronized int size() {
        return size; // order; atomicity
    }

    private synchronized String event(int index) {
        if (index >= size) { // order: size; atomicity
            throw new IndexOutOfBoundsException("index " + index + " of " + size);
        }
        return events[index];
    }

    private synchronized void clear() {
        size = 0; // order: size; atomicity
    }

    private void handle() {
        if (size() > 0) {
            event(0);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ClearedQueue queue = new ClearedQueue();
        Thread handler = new Thread(queue::handle, "handler");
        Thread cleaner = new Thread(queue::clear, "cleaner");
        handler.start();
        Thread.sleep(100);
        cleaner.start();
        handler.join();
        cleaner.join();
        System.out.println("handled");
    }
}
