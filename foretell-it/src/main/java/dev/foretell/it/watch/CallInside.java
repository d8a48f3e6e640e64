// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.watch;

import java.util.concurrent.locks.ReentrantLock;

/** The same with a lock of the library, taken by a method that the section calls, and with synchronized methods. */
public final class CallInside {
    private static final int ROUNDS = 20;

    private final ReentrantLock printer = new ReentrantLock();
    private int page;
    private int printed;

    private void print() {
        printer.lock();
        try {
            printed++;
        } finally {
            printer.unlock();
        }
    }

    private synchronized void skip() {
        page++;
    }

    private void number() {
        for (int i = 0; i < ROUNDS; i++) {
            int before = page; // enter CallInside.page
            Pause.shortly();
            print();
            skip();
            page = before + 1; // end CallInside.page
        }
    }

    private void reset() {
        for (int i = 0; i < ROUNDS; i++) {
            printer.lock();
            try {
                synchronized (this) {
                    Pause.shortly();
                    page = 0;
                    printed++;
                }
            } finally {
                printer.unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CallInside inside = new CallInside();
        Pause.both(inside::number, inside::reset);
        System.out.println(inside.printed + " printed");
    }
}
