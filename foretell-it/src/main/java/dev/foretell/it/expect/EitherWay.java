// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.expect;

/** Looks for a message once before and once after it may have come, as its argument says; both are fine. */
public final class EitherWay {
    private volatile String message;

    private void send() {
        message = "hello";
    }

    private String look() {
        return message;
    }

    public static void main(String[] args) throws InterruptedException {
        boolean late = args[0].equals("late");
        EitherWay box = new EitherWay();
        Thread sender = new Thread(
                () -> {
                    pause(late ? 0 : 400);
                    box.send();
                },
                "sender");
        sender.start();
        pause(late ? 400 : 0);
        box.look();
        sender.join();
        System.out.println("looked");
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
