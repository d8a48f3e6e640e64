// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One thread closes a channel on which others send; what is sent too late is refused by an exception. One sender leaves
 * it to its thread group, the other to the default handler of the program; neither takes it for an error.
 */
public final class SendAfterClose {
    private static final class Senders extends ThreadGroup {
        Senders() {
            super("senders");
        }

        @Override
        public void uncaughtException(Thread thread, Throwable exception) {
            refused(exception);
        }
    }

    private final Deque<String> sent = new ArrayDeque<>();
    private boolean closed;

    private synchronized void send(String text) {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        sent.add(text);
    }

    private synchronized void close() {
        closed = true;
    }

    private static void refused(Throwable exception) {
        if (!(exception instanceof IllegalStateException)) {
            System.exit(3);
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler((thread, exception) -> refused(exception));
        SendAfterClose channel = new SendAfterClose();
        Thread first = new Thread(new Senders(), () -> channel.send("a"), "first");
        Thread second = new Thread(() -> channel.send("b"), "second");
        first.start();
        second.start();
        Thread.sleep(100);
        channel.close();
        first.join();
        second.join();
        System.out.println("closed");
    }
}
