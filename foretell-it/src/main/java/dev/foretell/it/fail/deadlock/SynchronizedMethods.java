// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.deadlock;

/** Two friends greet each other: each holds its own monitor and calls a synchronized method of the other. */
public final class SynchronizedMethods {
    private final String name;
    private int greetings;

    private SynchronizedMethods(String name) {
        this.name = name;
    }

    private synchronized void greet(SynchronizedMethods other) {
        other.greetedBy(name);
    }

    private synchronized void greetedBy(String who) {
        greetings += who.length(); // deadlock
    }

    public static void main(String[] args) throws InterruptedException {
        SynchronizedMethods ann = new SynchronizedMethods("Ann");
        SynchronizedMethods bob = new SynchronizedMethods("Bob");
        Thread first = new Thread(() -> ann.greet(bob));
        Thread second = new Thread(() -> bob.greet(ann));
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
        System.out.println(ann.greetings + bob.greetings);
    }
}
