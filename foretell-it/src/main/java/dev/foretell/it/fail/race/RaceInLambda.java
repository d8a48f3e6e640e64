// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/** A lambda and an inner class update the same field of the object around them. */
// harm: total output
public final class RaceInLambda {
    private int total;

    private void run() throws InterruptedException {
        Thread lambda = new Thread(() -> {
            total += 1; // race: total
        });
        Thread inner = new Thread() {
            @Override
            public void run() {
                total += 2; // race: total
            }
        };
        lambda.start();
        Thread.sleep(100);
        inner.start();
        lambda.join();
        inner.join();
        System.out.println("total " + total);
    }

    public static void main(String[] args) throws InterruptedException {
        new RaceInLambda().run();
    }
}
