// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.order;

/** Who comes too early waits until the multiplexer is there. */
public final class UseBeforeSetup {
    private String multiplexer;

    private synchronized void setUp() {
        multiplexer = "tcp";
        notifyAll();
    }

    private synchronized String send(String message) throws InterruptedException {
        while (multiplexer == null) {
            wait();
        }
        return multiplexer + " " + message;
    }

    public static void main(String[] args) throws InterruptedException {
        UseBeforeSetup connection = new UseBeforeSetup();
        Thread server = new Thread(connection::setUp, "server");
        Thread client = new Thread(
                () -> {
                    try {
                        connection.send("hello");
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                "client");
        server.start();
        Thread.sleep(100);
        client.start();
        server.join();
        client.join();
        System.out.println("sent");
    }
}
