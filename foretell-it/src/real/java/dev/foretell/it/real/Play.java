// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

/** Threads for the drivers. */
final class Play {
    private Play() {}

    /** What a thread does; what it throws leaves the thread as it is. */
    interface Act {
        void run() throws Exception;
    }

    static Thread start(String name, Act act) {
        Thread thread = new Thread(
                () -> {
                    try {
                        act.run();
                    } catch (Exception e) {
                        Play.<RuntimeException>rethrow(e);
                    }
                },
                name);
        thread.start();
        return thread;
    }

    /**
     * The order without the bug: returns when the thread has ended or waits. Reading a thread's state makes no
     * happens-before edge, so all other orders remain possible.
     */
    static void settle(Thread thread) throws InterruptedException {
        int quiet = 0;
        for (int i = 0; i < 400 && quiet < 3; i++) {
            Thread.sleep(20);
            quiet = isBusy(thread) ? 0 : quiet + 1;
        }
    }

    private static boolean isBusy(Thread thread) {
        Thread.State state = thread.getState();
        return state == Thread.State.RUNNABLE || state == Thread.State.BLOCKED;
    }

    static void join(Thread... threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> void rethrow(Exception e) throws E {
        throw (E) e;
    }
}
