// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.jdk;

import java.util.concurrent.Phaser;

/** A worker says that it has arrived before it has done its part of the phase. */
// harm: part output
public final class PhaserTooEarly {
    private static int part;

    public static void main(String[] args) throws InterruptedException {
        Phaser phaser = new Phaser(2);
        Thread worker = new Thread(() -> {
            phaser.arrive();
            part = 1; // race: part
        });
        worker.start();
        phaser.arriveAndAwaitAdvance();
        Thread.sleep(100);
        System.out.println(part); // race: part
        worker.join();
    }
}
