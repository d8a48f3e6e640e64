// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/** Monitors entered again by their owner, left by exceptions, and released in full by wait. */
public final class ReentrantMonitors {
    private int depth;
    private int deepest;
    private boolean done;

    private synchronized void dive(int levels) {
        depth++;
        deepest = Math.max(deepest, depth);
        try {
            if (levels == 0) {
                throw new IllegalStateException("bottom");
            }
            dive(levels - 1);
        } finally {
            depth--;
        }
    }

    private void run() {
        synchronized (this) {
            try {
                dive(4);
            } catch (IllegalStateException e) {
                deepest++;
            }
            done = true;
            notifyAll();
        }
    }

    private synchronized int await() throws InterruptedException {
        synchronized (this) {
            while (!done) {
                wait();
            }
            return deepest;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantMonitors monitors = new ReentrantMonitors();
        Thread diver = new Thread(monitors::run);
        diver.start();
        System.out.println("deepest " + monitors.await());
        diver.join();
    }
}
