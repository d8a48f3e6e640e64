// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.evidence;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.CountDownLatch;

/**
 * Looks as if nothing could happen any more, but something can: a connection comes in, a line is read, a time limit is
 * over, or a signal comes. The first argument says which.
 */
public final class StillAlive {
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private StillAlive() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Thread other = new Thread(StillAlive::waitForEver, "other");
        other.start();
        switch (args[0]) {
            case "socket" -> {
                try (ServerSocket server = new ServerSocket(0)) {
                    server.accept().close();
                }
            }
            case "input" -> {
                if (System.in.read() < 0) {
                    System.out.println("end of input");
                }
            }
            case "timed" -> {
                while (!NEVER.await(1, java.util.concurrent.TimeUnit.HOURS)) {
                    System.out.println("an hour later");
                }
            }
            case "signal" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(NEVER::countDown));
                NEVER.await();
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void waitForEver() {
        try {
            NEVER.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
