// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/** Start and join are all the ordering there is: parents prepare, children work, parents collect. */
public final class ForkJoin {
    private static final class Task extends Thread {
        private final int[] numbers;
        private final int from;
        private final int to;
        private long sum;

        Task(int[] numbers, int from, int to) {
            this.numbers = numbers;
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            if (to - from <= 4) {
                for (int i = from; i < to; i++) {
                    numbers[i] *= 2;
                    sum += numbers[i];
                }
                return;
            }
            int middle = (from + to) / 2;
            Task left = new Task(numbers, from, middle);
            Task right = new Task(numbers, middle, to);
            left.start();
            right.run();
            try {
                left.join();
            } catch (InterruptedException e) {
                return;
            }
            sum = left.sum + right.sum;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] numbers = new int[16];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i;
        }
        Task all = new Task(numbers, 0, numbers.length);
        all.start();
        all.join();
        numbers[0] = 1;
        System.out.println("sum " + all.sum + ", first " + numbers[0]);
    }
}
