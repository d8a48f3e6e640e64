// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

/** Halts: no hook runs, nothing is flushed that was not. */
// exit: 5
public final class Halt {
    private int steps;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("never printed")));
        Halt halt = new Halt();
        for (int i = 0; i < 1000; i++) {
            halt.steps++;
        }
        System.out.println(halt.steps + " steps");
        System.out.flush();
        Runtime.getRuntime().halt(5);
    }
}
