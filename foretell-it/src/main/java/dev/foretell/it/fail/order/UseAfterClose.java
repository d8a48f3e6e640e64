// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.order;

/** The main thread closes the log when it thinks that the writer is done. */
// harm: open exception the log is closed
public final class UseAfterClose {
    private volatile boolean open = true;
    private volatile int lines;

    private void append() {
        if (!open) { // order: open
            throw new IllegalStateException("the log is closed");
        }
        lines = 1;
    }

    private void close() {
        open = false; // order: open
    }

    public static void main(String[] args) throws InterruptedException {
        UseAfterClose log = new UseAfterClose();
        Thread writer = new Thread(log::append, "writer");
        writer.start();
        Thread.sleep(100);
        log.close();
        writer.join();
        System.out.println("lines");
    }
}
