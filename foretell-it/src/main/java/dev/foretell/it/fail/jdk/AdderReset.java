// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.jdk;

import java.util.concurrent.atomic.LongAdder;

/** Takes the sum and then resets the adder: what is added in between is lost. */
// options: --fail-on warning
// harm: content output
public final class AdderReset {
    private static final LongAdder ADDER = new LongAdder();

    private static long take() {
        long taken = ADDER.sum(); // order: content
        ADDER.reset();
        return taken;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            ADDER.increment(); // order: content
        });
        other.start();
        Thread.sleep(100);
        long taken = take();
        other.join();
        System.out.println(taken + ADDER.sum());
    }
}
