// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.library;

import java.util.NoSuchElementException;

/** A sorted set as a binary tree: {@code addFirstOf} walks down the other tree after it has seen that there is one. */
// harm: root#1 exception the tree is empty
// harm: root#3 exception the tree is empty
public final class TreeSetFirst {
    /** A node of the tree. */
    private static final class Node {
        private final int element;
        private Node left;
        private Node right;

        Node(int element) {
            this.element = element;
        }
    }

    private Node root;

    private synchronized void add(int element) {
        if (root == null) {
            root = new Node(element);
            return;
        }
        Node node = root;
        while (true) {
            Node child = element < node.element ? node.left : node.right;
            if (child != null) {
                node = child;
            } else if (element < node.element) {
                node.left = new Node(element);
                return;
            } else {
                node.right = new Node(element);
                return;
            }
        }
    }

    private synchronized void clear() {
        root = null; // race: root#1 root#2; atomicity: root#3
    }

    private static int first(TreeSetFirst set) {
        Node node = set.root; // race: root#1; atomicity: root#3
        if (node == null) {
            throw new NoSuchElementException("the tree is empty");
        }
        while (node.left != null) {
            node = node.left;
        }
        return node.element;
    }

    private synchronized void addFirstOf(TreeSetFirst other) {
        if (other.root != null) { // race: root#2; atomicity: root#3
            add(first(other));
        }
    }

    public static void main(String[] args) throws InterruptedException {
        TreeSetFirst all = new TreeSetFirst();
        TreeSetFirst some = new TreeSetFirst();
        for (int element : new int[] {4, 2, 6, 1}) {
            some.add(element);
        }
        Thread adding = new Thread(() -> all.addFirstOf(some), "adding");
        Thread clearing = new Thread(some::clear, "clearing");
        adding.start();
        Thread.sleep(100);
        clearing.start();
        adding.join();
        clearing.join();
        System.out.println("first " + first(all));
    }
}
