// SPDX-License-Identifier: Apache-2.0
package sample;

import java.util.concurrent.TimeUnit;

/** Calls that order threads, and calls that only look like it. */
public class Threads {
    private boolean ready;

    public static Object startAndJoin() throws InterruptedException {
        Thread thread = new Thread(Threads::staticMethodReference);
        thread.start();
        thread.join();
        return thread.isAlive();
    }

    private static void staticMethodReference() {}

    public static Object timedJoins() throws InterruptedException {
        Thread thread = new Thread(Threads::staticMethodReference);
        thread.start();
        thread.join(5000L);
        thread.join(5000L, 1);
        return thread.isAlive();
    }

    public static Object waits() throws InterruptedException {
        Object lock = new Object();
        synchronized (lock) {
            lock.wait(1);
            lock.wait(0, 1);
            lock.notify();
            lock.notifyAll();
        }
        return "waited";
    }

    public static Object waitsWithoutMonitor() throws InterruptedException {
        try {
            new Object().wait();
            return "waited";
        } catch (IllegalMonitorStateException e) {
            return e.getMessage();
        }
    }

    public static Object pauses() throws InterruptedException {
        Thread.sleep(0);
        Thread.sleep(0, 1);
        Thread.yield();
        Thread.onSpinWait();
        TimeUnit.NANOSECONDS.sleep(1);
        return "paused";
    }

    /** Not a thread. */
    static class Engine {
        String log = "";

        void start() {
            log += "start";
        }

        void join() {
            log += "join";
        }

        boolean isAlive() {
            return log.isEmpty();
        }
    }

    public static Object lookalikes() {
        Engine engine = new Engine();
        boolean before = engine.isAlive();
        engine.start();
        engine.join();
        return before + engine.log + engine.isAlive();
    }

    /** Starts itself in its own way. */
    static class Eager extends Thread {
        volatile int starts;

        @Override
        public synchronized void start() {
            starts++;
            super.start();
        }
    }

    static String pingPong() throws InterruptedException {
        Threads shared = new Threads();
        StringBuffer log = new StringBuffer();
        Thread other = new Thread(() -> shared.await(log));
        other.start();
        shared.signal(log);
        other.join();
        return log.toString();
    }

    private synchronized void await(StringBuffer log) {
        try {
            while (!ready) {
                wait();
            }
            log.append("seen");
        } catch (InterruptedException e) {
            log.append(e);
        }
    }

    private synchronized void signal(StringBuffer log) {
        ready = true;
        notifyAll();
    }

    static String interrupted() {
        Object lock = new Object();
        Thread.currentThread().interrupt();
        synchronized (lock) {
            try {
                lock.wait(10_000);
                return "waited";
            } catch (InterruptedException e) {
                return "interrupted " + Thread.holdsLock(lock);
            }
        }
    }

    public static String run() throws InterruptedException {
        Eager eager = new Eager();
        eager.start();
        eager.join();
        Thread none = null;
        return "" + startAndJoin() + timedJoins() + waits() + waitsWithoutMonitor() + pauses() + lookalikes()
                + pingPong() + interrupted() + eager.starts + Fields.failure(() -> eager.start())
                + Fields.failure(() -> none.start());
    }
}
