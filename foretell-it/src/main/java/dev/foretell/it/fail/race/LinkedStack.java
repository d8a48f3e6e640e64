// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/** A linked stack whose push loses a node when two threads push at once. */
// harm: head exception nodes
public final class LinkedStack {
    private Node head;

    private record Node(int value, Node next) {}

    private void push(int value) {
        Node next = head; // race: head
        head = new Node(value, next); // race: head
    }

    private int size() {
        int size = 0;
        for (Node node = head; node != null; node = node.next()) {
            size++;
        }
        return size;
    }

    public static void main(String[] args) throws InterruptedException {
        LinkedStack stack = new LinkedStack();
        Thread odd = new Thread(() -> {
            stack.push(1);
            stack.push(3);
        });
        Thread even = new Thread(() -> stack.push(2));
        odd.start();
        Thread.sleep(100);
        even.start();
        odd.join();
        even.join();
        if (stack.size() != 3) {
            throw new IllegalStateException(stack.size() + " nodes instead of 3");
        }
        System.out.println("3 nodes");
    }
}
