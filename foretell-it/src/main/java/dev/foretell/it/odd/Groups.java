// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

import java.util.Arrays;

/** Counts the threads it can see in its group, and the children of the group. */
public final class Groups {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        show(group);
        ThreadGroup own = new ThreadGroup("own");
        Object lock = new Object();
        Thread inside;
        synchronized (lock) {
            inside = new Thread(own, () -> {
                synchronized (lock) {
                    System.out.println(
                            "inside " + Thread.currentThread().getThreadGroup().getName());
                }
            });
            inside.start();
            show(group);
        }
        inside.join();
        System.out.println(
                Thread.currentThread().getPriority() + Thread.currentThread().getName());
    }

    private static void show(ThreadGroup group) {
        Thread[] threads = new Thread[20];
        int count = group.enumerate(threads);
        String[] names = new String[count];
        for (int i = 0; i < count; i++) {
            names[i] = threads[i].getName();
        }
        System.out.println(group.getName() + " " + group.activeCount() + " " + Arrays.toString(names));
    }
}
