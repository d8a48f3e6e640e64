// SPDX-License-Identifier: Apache-2.0
package sample;

import java.util.ArrayList;
import java.util.List;

/** Synchronized blocks and methods, and all ways out of them. */
public class Monitors {
    private final Object lock = new Object();
    private static final List<String> NOTES = new ArrayList<>();

    public static Object block() {
        Object lock = new Object();
        synchronized (lock) {
            return Thread.holdsLock(lock);
        }
    }

    public static Object throwing() {
        Object lock = new Object();
        try {
            synchronized (lock) {
                throw new IllegalStateException();
            }
        } catch (IllegalStateException e) {
            return Thread.holdsLock(lock);
        }
    }

    public static Object nested() {
        Object outer = new Object();
        Object inner = new Object();
        synchronized (outer) {
            synchronized (inner) {
                return Thread.holdsLock(outer) && Thread.holdsLock(inner);
            }
        }
    }

    public static Object loop() {
        int n = 0;
        synchronized (Monitors.class) {
            while (true) {
                n++;
                if (n == 3) {
                    break;
                }
            }
        }
        return n;
    }

    public static synchronized Object staticMethod() {
        return Thread.holdsLock(Monitors.class);
    }

    public synchronized boolean method(boolean first) {
        if (first) {
            return Thread.holdsLock(this);
        }
        return !Thread.holdsLock(this);
    }

    public static Object instanceMethod() {
        return new Monitors().method(true);
    }

    public synchronized long failing(int divisor) {
        return 7L / divisor;
    }

    public static Object failingMethod() {
        Monitors o = new Monitors();
        String failure = Fields.failure(() -> o.failing(0));
        return failure + Thread.holdsLock(o);
    }

    synchronized int recursive(int depth) {
        return depth == 0 ? 0 : 1 + recursive(depth - 1);
    }

    synchronized String catching() {
        try {
            return String.valueOf(failing(0));
        } catch (ArithmeticException e) {
            return "caught " + Thread.holdsLock(this);
        } finally {
            NOTES.add("finally " + Thread.holdsLock(this));
        }
    }

    synchronized void never() {
        while (true) {
            if (lock != null) {
                throw new UnsupportedOperationException();
            }
        }
    }

    /** Runs out of stack inside a synchronized block, at every depth, and must leave all monitors. */
    private int deep(Object[] locks, int depth) {
        synchronized (locks[depth % locks.length]) {
            return 1 + deep(locks, depth + 1);
        }
    }

    private synchronized int deepMethod() {
        return 1 + deepMethod();
    }

    public static String overflow() {
        Monitors o = new Monitors();
        Object[] locks = {new Object(), new Object(), new Object()};
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            try {
                o.deep(locks, i);
            } catch (StackOverflowError e) {
                out.append("overflow ");
            }
            try {
                o.deepMethod();
            } catch (StackOverflowError e) {
                out.append("overflow ");
            }
        }
        for (Object lock : locks) {
            out.append(Thread.holdsLock(lock));
        }
        return out.append(Thread.holdsLock(o)).toString();
    }

    public static String run() {
        Monitors o = new Monitors();
        NOTES.clear();
        Object none = null;
        return "" + block() + throwing() + nested() + loop() + staticMethod() + instanceMethod() + failingMethod()
                + o.method(false) + o.recursive(50) + o.catching() + NOTES + Fields.failure(o::never)
                + Thread.holdsLock(o) + overflow()
                + Fields.failure(() -> {
                    synchronized (none) {
                        NOTES.add("impossible");
                    }
                });
    }
}
