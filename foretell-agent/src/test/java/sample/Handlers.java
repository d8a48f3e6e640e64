// SPDX-License-Identifier: Apache-2.0
package sample;

/** Monitors left inside handlers, where locals live that no stack map has mentioned yet. */
public class Handlers {
    private final Object lock = new Object();
    private int n;

    private static void fail(boolean really) {
        if (really) {
            throw new IllegalStateException("planted");
        }
    }

    /** The range of {@code finally} covers the handler it ends in, and the block in it. */
    void inCatchWithFinally(boolean fails) {
        try {
            fail(fails);
        } catch (Throwable t) {
            synchronized (lock) {
                n = 1;
            }
            throw t;
        } finally {
            fail(false);
        }
    }

    /** The outer handler asks for locals of two kinds and sizes that were stored since the inner one began. */
    long withLocalsOfAllSizes(boolean fails) {
        double before = 0.5;
        try {
            fail(fails);
        } catch (IllegalStateException e) {
            long count = 3;
            int small = 4;
            String text = e.getMessage();
            try {
                synchronized (lock) {
                    n += 2;
                    fail(fails);
                }
                fail(fails);
            } catch (IllegalStateException again) {
                return count + small + text.length() + again.getMessage().length() + (long) before;
            } finally {
                n += small;
            }
        }
        return n;
    }

    /** Two handlers ask for the same local, one as what it is and one as what it extends. */
    Object withTwoReaders(boolean fails) {
        Object result;
        try {
            fail(fails);
            result = "none";
        } catch (IllegalStateException e) {
            RuntimeException first = e;
            try {
                try {
                    synchronized (lock) {
                        n++;
                        fail(true);
                    }
                } catch (IllegalArgumentException other) {
                    first = other;
                }
            } catch (IllegalStateException other) {
                return first.getMessage() + other.getMessage();
            }
            result = first;
        }
        return result;
    }

    /** No stack map stands before the block. */
    int fromTheStart(long a, Object held, int b) {
        synchronized (held) {
            n = (int) a + b;
        }
        return n;
    }

    /**
     * The object is not initialised yet where the two ways meet, and a line begins with the instruction that makes it.
     */
    static String madeAcrossABranch(boolean fails) {
        StringBuilder made = new StringBuilder(fails ? "one" : "other");
        return made.toString();
    }

    public static String run() {
        Handlers handlers = new Handlers();
        StringBuilder log = new StringBuilder();
        for (boolean fails : new boolean[] {false, true}) {
            try {
                handlers.inCatchWithFinally(fails);
            } catch (IllegalStateException e) {
                log.append(e.getMessage());
            }
            log.append(handlers.withLocalsOfAllSizes(fails));
            log.append(handlers.withTwoReaders(fails));
            log.append(handlers.fromTheStart(5L, log, 6)).append(madeAcrossABranch(fails));
            log.append(handlers.n).append(Thread.holdsLock(handlers.lock)).append(' ');
        }
        return log.toString();
    }
}
