// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Fields that are only accessed by way of handles once threads share them, and what is published through them. */
public final class FieldHandles {
    private static final VarHandle READY;
    private static final VarHandle HEAD;
    private static final VarHandle TOTAL;
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(int[].class);
    private static final AtomicIntegerFieldUpdater<FieldHandles> COUNT =
            AtomicIntegerFieldUpdater.newUpdater(FieldHandles.class, "count");
    private static final AtomicReferenceFieldUpdater<FieldHandles, int[]> BOX =
            AtomicReferenceFieldUpdater.newUpdater(FieldHandles.class, int[].class, "box");

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            READY = lookup.findVarHandle(FieldHandles.class, "ready", boolean.class);
            HEAD = lookup.findVarHandle(FieldHandles.class, "head", Node.class);
            TOTAL = lookup.findStaticVarHandle(FieldHandles.class, "total", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final class Node {
        private final int value;
        private Node next;

        Node(int value) {
            this.value = value;
        }
    }

    private static int total;
    private final int[] cells = new int[2];
    private boolean ready;
    private Node head;
    private volatile int count;
    private volatile int[] box;
    private int data;

    private void push(int value) {
        Node node = new Node(value);
        Node old;
        do {
            old = (Node) HEAD.getAcquire(this);
            node.next = old;
        } while (!HEAD.compareAndSet(this, old, node));
        COUNT.incrementAndGet(this);
        TOTAL.getAndAdd(value);
        CELL.getAndAdd(cells, 1, value);
    }

    private int sum() {
        int sum = 0;
        for (Node node = (Node) HEAD.getVolatile(this); node != null; node = node.next) {
            sum += node.value;
        }
        return sum;
    }

    private void publish() {
        data = 42;
        READY.setRelease(this, true);
        int[] mine = {1};
        mine[0]++;
        BOX.set(this, mine);
        push(1);
    }

    public static void main(String[] args) throws InterruptedException {
        FieldHandles shared = new FieldHandles();
        Thread publisher = new Thread(shared::publish);
        publisher.start();
        shared.push(2);
        while (!(boolean) READY.getAcquire(shared)) {
            Thread.onSpinWait();
        }
        shared.data++;
        int[] box = BOX.getAndSet(shared, null);
        while (box == null) {
            box = BOX.getAndSet(shared, null);
        }
        box[0]++;
        publisher.join();
        int rest = (int) TOTAL.getVolatile() - (int) CELL.getVolatile(shared.cells, 1);
        System.out.println(shared.data + box[0] + shared.sum() + shared.count + rest);
    }
}
