// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.library;

import java.util.NoSuchElementException;

/** A linked list: {@code addAll} asks the other list for its size and then follows its links that often. */
// harm: next exception ended early
// harm: size+next exception ended early
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

    private Node head;
    private int size;

    private synchronized void addFirst(int element) {
        head = new Node(element, head);
        size++;
    }

    private synchronized void removeLast() {
        Node before = head;
        while (before.next.next != null) {
            before = before.next;
        }
        before.next = null; // race: next; asv: size+next
        size--; // race; asv: size+next
    }

    private synchronized int size() {
        return size;
    }

    private synchronized void addAll(LinkedListAddAll other) {
        Node from = other.head;
        for (int left = other.size; left > 0; left--) { // race; asv: size+next
            if (from == null) {
                throw new NoSuchElementException("the list ended early");
            }
            addFirst(from.element);
            from = from.next; // race: next; asv: size+next
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LinkedListAddAll all = new LinkedListAddAll();
        LinkedListAddAll some = new LinkedListAddAll();
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
        System.out.println(all.size() + " added");
    }
}
