// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.library;

import java.util.NoSuchElementException;

/** A linked list: all lists share one lock. */
public final class LinkedListAddAll {
    /** A link of the chain. */
    private static final class Node {
        private final int element;
        private Node next;

        Node(int element, Node next) {
            this.element = element;
            this.next = next;
        }
    }

    private final Object lock;
    private Node head;
    private int size;

    private LinkedListAddAll(Object lock) {
        this.lock = lock;
    }

    private void addFirst(int element) {
        synchronized (lock) {
            head = new Node(element, head);
            size++;
        }
    }

    private void removeLast() {
        synchronized (lock) {
            Node before = head;
            while (before.next.next != null) {
                before = before.next;
            }
            before.next = null;
            size--;
        }
    }

    private int size() {
        synchronized (lock) {
            return size;
        }
    }

    private void addAll(LinkedListAddAll other) {
        synchronized (lock) {
            Node from = other.head;
            for (int left = other.size; left > 0; left--) {
                if (from == null) {
                    throw new NoSuchElementException("the list ended early");
                }
                addFirst(from.element);
                from = from.next;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        LinkedListAddAll all = new LinkedListAddAll(lock);
        LinkedListAddAll some = new LinkedListAddAll(lock);
        for (int i = 0; i < 3; i++) {
            some.addFirst(i);
        }
        Thread adding = new Thread(() -> all.addAll(some), "adding");
        Thread removing = new Thread(some::removeLast, "removing");
        adding.start();
        Thread.sleep(100);
        removing.start();
        adding.join();
        removing.join();
        System.out.println("added " + (all.size() > 1));
    }
}
