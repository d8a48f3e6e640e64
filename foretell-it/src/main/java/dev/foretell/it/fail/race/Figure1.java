// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/**
 * The first figure of the PECAN paper. The ordinary run passes between the two assignments of x, so both conditions are
 * evaluated and the error is not reached.
 */
// harm: y exception reached
public final class Figure1 {
    private static int x;
    private static int y;

    public static void main(String[] args) throws InterruptedException {
        Thread second = new Thread(Figure1::assign);
        second.start();
        Thread.sleep(150);
        if (x > 0) { // race: x#1 x#2
            if (y > 0) { // race: y
                throw new IllegalStateException("the error was reached");
            }
        }
        second.join();
        System.out.println("no error");
    }

    private static void assign() {
        x = 1; // race: x#1
        pause();
        x = 2; // race: x#2
        y = 1; // race: y
    }

    private static void pause() {
        try {
            Thread.sleep(300);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
