// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.order;

/**
 * A connection is handed out before its multiplexer is there; who is quick finds none. The shape of a bug in OpenJMS.
 */
// harm: multiplexer exception no multiplexer yet
public final class UseBeforeSetup {
    private String multiplexer;

    private synchronized void setUp() {
        multiplexer = "tcp"; // order: multiplexer
    }

    private synchronized String send(String message) {
        String target = multiplexer; // order: multiplexer
        if (target == null) {
            throw new IllegalStateException("no multiplexer yet for " + message);
        }
        return target + " " + message;
    }

    public static void main(String[] args) throws InterruptedException {
        UseBeforeSetup connection = new UseBeforeSetup();
        Thread server = new Thread(connection::setUp, "server");
        Thread client = new Thread(() -> connection.send("hello"), "client");
        server.start();
        Thread.sleep(100);
        client.start();
        server.join();
        client.join();
        System.out.println("sent");
    }
}
