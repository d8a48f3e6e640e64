// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

/** Exceptions leave threads: one meets the default behaviour, one a handler of its own; main goes on. */
public final class UncaughtInThread {
    private static int[] nothing;

    public static void main(String[] args) throws InterruptedException {
        Thread plain = new Thread(() -> System.out.println(nothing[0]), "plain");
        plain.start();
        plain.join();
        Thread handled = new Thread(
                () -> {
                    throw new IllegalStateException("mine");
                },
                "handled");
        handled.setUncaughtExceptionHandler((thread, e) -> System.out.println(thread.getName() + " " + e));
        handled.start();
        handled.join();
        System.out.println("main goes on");
    }
}
