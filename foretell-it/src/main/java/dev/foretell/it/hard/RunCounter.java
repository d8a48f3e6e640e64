// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.hard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Counts its own runs in a file, and does another thing each time: it cannot be replayed. */
public final class RunCounter {
    private int total;

    private void add(int times, long pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            return;
        }
        for (int i = 0; i < times; i++) {
            total++;
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Path file = Path.of(args[0]);
        int runs = Files.exists(file) ? Integer.parseInt(Files.readString(file)) : 9;
        Files.writeString(file, Integer.toString(Math.max(runs - 4, 1)));
        RunCounter counter = new RunCounter();
        Thread first = new Thread(() -> counter.add(runs, 0));
        Thread second = new Thread(() -> counter.add(1, 60));
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println("run " + runs);
    }
}
