// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.watch;

/** Two threads count without a lock until the process is killed. */
public final class Forever {
    private int counted;

    private void count() {
        while (true) {
            counted++;
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    public static void main(String[] args) {
        Forever forever = new Forever();
        new Thread(forever::count).start();
        forever.count();
    }
}
