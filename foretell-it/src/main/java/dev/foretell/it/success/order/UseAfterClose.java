// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.order;

/** The main thread knows that the writer is done before it closes the log. */
public final class UseAfterClose {
    private volatile boolean open = true;
    private volatile int lines;

    private void append() {
        if (!open) {
            throw new IllegalStateException("the log is closed");
        }
        lines = 1;
    }

    private void close() {
        open = false;
    }

    public static void main(String[] args) throws InterruptedException {
        UseAfterClose log = new UseAfterClose();
        Thread writer = new Thread(log::append, "writer");
        writer.start();
        writer.join();
        log.close();
        System.out.println("lines");
    }
}
