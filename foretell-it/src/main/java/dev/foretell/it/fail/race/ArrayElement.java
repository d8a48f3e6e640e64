// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/** Two threads sort votes into buckets; they share one bucket, not the others. */
// harm: buckets[] output
public final class ArrayElement {
    private final long[] buckets = new long[3];

    private void vote(int[] votes) {
        for (int vote : votes) {
            buckets[vote] += 1; // race: buckets[]
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ArrayElement election = new ArrayElement();
        Thread north = new Thread(() -> election.vote(new int[] {0, 1, 1}));
        Thread south = new Thread(() -> election.vote(new int[] {2, 1, 2}));
        north.start();
        Thread.sleep(100);
        south.start();
        north.join();
        south.join();
        System.out.println(election.buckets[0] + " " + election.buckets[1] + " " + election.buckets[2]);
    }
}
