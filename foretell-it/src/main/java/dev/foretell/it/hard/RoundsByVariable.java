// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.hard;

/** Does as much as a variable of the environment says. */
public final class RoundsByVariable {
    private int total;

    private void add(int rounds) {
        for (int i = 0; i < rounds; i++) {
            total++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int rounds = Integer.parseInt(System.getenv("ROUNDS"));
        RoundsByVariable counter = new RoundsByVariable();
        Thread first = new Thread(() -> counter.add(rounds));
        Thread second = new Thread(() -> counter.add(rounds));
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println("done");
    }
}
