// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/** A lazily made singleton without a lock: two threads can make two of it. */
// harm: instance exception two instances
public final class LazyInit {
    private static LazyInit instance;

    private static LazyInit get() {
        LazyInit result = instance; // race: instance
        if (result == null) {
            result = new LazyInit();
            instance = result; // race: instance
        }
        return result;
    }

    /** Remembers what it got. */
    private static final class Client extends Thread {
        private LazyInit got;

        @Override
        public void run() {
            got = get();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Client first = new Client();
        Client second = new Client();
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
        if (first.got != second.got) {
            throw new IllegalStateException("two instances of a singleton");
        }
        System.out.println("one instance");
    }
}
