// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.hard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Sets itself up the first time it is started, and does its real work every other time; the argument is the file that
 * tells.
 */
public final class FirstStart {
    private static int built;
    private static int served;

    private FirstStart() {}

    private static void build() {
        built++;
        rest();
        built++;
    }

    private static void serve() {
        served++;
        rest();
        served++;
    }

    /** Long enough for the other thread to come in between. */
    private static void rest() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException, IOException {
        Path done = Path.of(args[0]);
        boolean first = !Files.exists(done);
        Runnable work = first ? FirstStart::build : FirstStart::serve;
        Thread one = new Thread(work);
        Thread other = new Thread(work);
        one.start();
        Thread.sleep(50);
        other.start();
        one.join();
        other.join();
        if (first) {
            Files.createFile(done);
        }
        System.out.println(built + served);
    }
}
