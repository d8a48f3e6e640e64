// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The total is kept under a lock, and {@code last} is a race that nothing depends on. The file has the time, an
 * identity hash code and the number of runs so far: it differs each time, and none of that is harm.
 */
public final class StampedFile {
    private static int total;
    private static int last;

    private StampedFile() {}

    public static void main(String[] args) throws InterruptedException, IOException {
        Thread first = new Thread(() -> add(1), "clerk-1");
        Thread second = new Thread(() -> add(2), "clerk-2");
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
        Path runs = Path.of("runs.txt");
        int number =
                Files.exists(runs) ? Integer.parseInt(Files.readString(runs).strip()) + 1 : 1;
        Files.writeString(runs, number + "\n");
        Files.writeString(
                Path.of("stamped.txt"),
                "run " + number + " at " + System.currentTimeMillis() + " by " + new Object() + "\n"
                        + (number % 2 == 0 ? "an even run\n" : "")
                        + "total " + total + "\n");
        Files.write(Path.of("stamped.bin"), new byte[] {0, (byte) number});
    }

    private static void add(int amount) {
        last = amount;
        synchronized (StampedFile.class) {
            total += amount;
        }
    }
}
