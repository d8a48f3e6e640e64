// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.order;

/** The result is fetched after a pause that is long enough, most of the time: a volatile field instead of a join. */
// harm: total exception no total
public final class EarlyResult {
    private volatile int total = -1;

    private void add(int[] numbers) {
        int sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        total = sum; // order: total
    }

    public static void main(String[] args) throws InterruptedException {
        EarlyResult result = new EarlyResult();
        Thread adder = new Thread(() -> result.add(new int[] {1, 2, 3}), "adder");
        adder.start();
        Thread.sleep(100);
        int total = result.total; // order: total
        if (total < 0) {
            throw new IllegalStateException("no total");
        }
        System.out.println("total " + total);
        adder.join();
    }
}
