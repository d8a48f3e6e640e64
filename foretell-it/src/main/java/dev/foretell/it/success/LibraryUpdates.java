// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

import java.util.concurrent.ConcurrentHashMap;

/** The map lets one update of a key run at a time, so what it does to the value needs no lock of its own. */
public final class LibraryUpdates {
    private static final ConcurrentHashMap<String, int[]> COUNTS = new ConcurrentHashMap<>();

    private static void count() {
        COUNTS.compute("all", (key, old) -> {
            int[] cell = old == null ? new int[1] : old;
            cell[0]++;
            return cell;
        });
        COUNTS.computeIfPresent("all", (key, cell) -> {
            cell[0]++;
            return cell;
        });
        COUNTS.merge("all", new int[1], (cell, added) -> {
            cell[0]++;
            return cell;
        });
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(LibraryUpdates::count);
        other.start();
        Thread.sleep(50);
        count();
        other.join();
        System.out.println(COUNTS.get("all")[0]);
    }
}
