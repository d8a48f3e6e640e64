// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

import java.util.Timer;
import java.util.TimerTask;

/** A timer's task is done by the timer's thread; waiting long enough orders nothing. */
// harm: ticks output
public final class TimerTick {
    private static int ticks;

    public static void main(String[] args) throws InterruptedException {
        Timer timer = new Timer();
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        ticks++; // race: ticks
                    }
                },
                10);
        Thread.sleep(200);
        System.out.println(ticks); // race: ticks
        timer.cancel();
    }
}
