// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/** ConTest's airline: each counter looks how many seats are sold, and then sells one more. */
// harm: sold exception oversold
public final class Airline {
    private static final int SEATS = 2;

    private int sold;

    private boolean sell() {
        int before = sold; // race: sold
        if (before == SEATS) {
            return false;
        }
        sold = before + 1; // race: sold
        return true;
    }

    /** A counter with one passenger. */
    private static final class Counter extends Thread {
        private final Airline airline;
        private boolean seated;

        Counter(Airline airline) {
            this.airline = airline;
        }

        @Override
        public void run() {
            seated = airline.sell();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Airline airline = new Airline();
        Counter[] counters = {new Counter(airline), new Counter(airline), new Counter(airline)};
        for (Counter counter : counters) {
            counter.start();
            Thread.sleep(100);
        }
        int seated = 0;
        for (Counter counter : counters) {
            counter.join();
            seated += counter.seated ? 1 : 0;
        }
        if (seated > SEATS) {
            throw new IllegalStateException("oversold: " + seated + " passengers for " + SEATS + " seats");
        }
        System.out.println(seated + " passengers");
    }
}
