// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

/** Main ends while daemons run on and hold monitors; a hook prints the last word. */
public final class DaemonAtExit {
    private static final Object LOCK = new Object();
    private static volatile boolean held;
    private static int spins;

    public static void main(String[] args) {
        Thread holder = new Thread(() -> {
            synchronized (LOCK) {
                held = true;
                while (true) {
                    spins++;
                }
            }
        });
        holder.setDaemon(true);
        holder.start();
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(1_000_000);
            } catch (InterruptedException e) {
                System.out.println("never printed");
            }
        });
        sleeper.setDaemon(true);
        sleeper.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("the last word")));
        while (!held) {
            Thread.onSpinWait();
        }
        System.out.println("main ends");
    }
}
