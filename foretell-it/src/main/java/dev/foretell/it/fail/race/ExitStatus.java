// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/**
 * Two threads count without a lock, and nothing but the exit code, made of the very last read, shows that one count is
 * lost.
 */
// harm: done exit exit code 1 instead of 0
public final class ExitStatus {
    private static int done;

    private static void work() {
        done++; // race: done
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(ExitStatus::work);
        Thread second = new Thread(ExitStatus::work);
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
        System.exit(2 - done);
    }
}
