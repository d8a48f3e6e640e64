// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Two clerks add to a total without a lock. What they lose is seen nowhere but in the file. */
public final class LostTotal {
    private static int total;

    private LostTotal() {}

    public static void main(String[] args) throws InterruptedException, IOException {
        Thread first = new Thread(LostTotal::add, "clerk-1");
        Thread second = new Thread(LostTotal::add, "clerk-2");
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
        String text = "the report of " + System.currentTimeMillis() + "\ntotal " + total + "\n";
        Files.writeString(Path.of("total.txt"), text);
    }

    private static void add() {
        total = total + 1;
    }
}
