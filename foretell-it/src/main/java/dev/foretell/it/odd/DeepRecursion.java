// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

/** Overflows its stack, on purpose, also with a monitor held and in a thread with little stack, and recovers. */
// schedule: depends on the depth of the stack
public final class DeepRecursion {
    private final Object lock = new Object();
    private int depth;

    private void plain() {
        depth++;
        plain();
    }

    private synchronized void locked() {
        depth++;
        synchronized (lock) {
            locked();
        }
    }

    private boolean overflows(Runnable recursion) {
        depth = 0;
        try {
            recursion.run();
        } catch (StackOverflowError e) {
            return depth > 100;
        }
        return false;
    }

    private synchronized String free() {
        synchronized (lock) {
            return "free";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        DeepRecursion program = new DeepRecursion();
        System.out.println("plain " + program.overflows(program::plain));
        System.out.println("locked " + program.overflows(program::locked));
        Thread other =
                new Thread(null, () -> System.out.println("small " + program.overflows(program::locked)), "x", 1);
        other.start();
        other.join();
        Thread last = new Thread(() -> System.out.println("monitors are " + program.free()));
        last.start();
        last.join();
    }
}
