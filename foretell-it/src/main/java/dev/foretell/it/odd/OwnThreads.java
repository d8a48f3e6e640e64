// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

/** Threads with opinions: other ids, other equality, a start and a join method that are not Thread's. */
public final class OwnThreads {
    private static class Stubborn extends Thread {
        private int runs;

        Stubborn(String name) {
            super(name);
        }

        @Override
        @SuppressWarnings("deprecation")
        public long getId() {
            return 1;
        }

        @Override
        public int hashCode() {
            throw new UnsupportedOperationException("hashCode");
        }

        @Override
        public boolean equals(Object other) {
            throw new UnsupportedOperationException("equals");
        }

        @Override
        public String toString() {
            throw new UnsupportedOperationException("toString");
        }

        @Override
        public synchronized void start() {
            runs += 10;
            super.start();
        }

        @Override
        public void run() {
            runs++;
            setName(getName() + "!");
        }
    }

    /** Not a thread at all. */
    private static final class Engine {
        private int state;

        void start() {
            state = 1;
        }

        void join() {
            state = 2;
        }

        boolean isAlive() {
            return state == 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Stubborn[] threads = {new Stubborn("one"), new Stubborn("two"), new Stubborn("")};
        for (Stubborn thread : threads) {
            thread.start();
        }
        for (Stubborn thread : threads) {
            thread.join();
            System.out.println(thread.getName() + " " + thread.runs);
        }
        Engine engine = new Engine();
        engine.start();
        System.out.println(engine.isAlive());
        engine.join();
        System.out.println(engine.isAlive());
        Thread called = new Stubborn("called");
        called.run();
        System.out.println(called.getName() + " " + called.getState());
        Thread unnamed =
                new Thread(() -> System.out.println(Thread.currentThread().getName()));
        unnamed.start();
        unnamed.join();
    }
}
