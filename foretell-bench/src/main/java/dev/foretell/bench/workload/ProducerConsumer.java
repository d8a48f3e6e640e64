// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload;

/** Two producers and two consumers around one bounded buffer with one monitor: contention and little else. */
public final class ProducerConsumer {
    private final int[] slots = new int[64];
    private int count;
    private int in;
    private int out;

    private synchronized void put(int value) throws InterruptedException {
        while (count == slots.length) {
            wait();
        }
        slots[in] = value;
        in = (in + 1) % slots.length;
        count++;
        notifyAll();
    }

    private synchronized int take() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        int value = slots[out];
        out = (out + 1) % slots.length;
        count--;
        notifyAll();
        return value;
    }

    private static final class Sum {
        private long value;
    }

    private void produce(int items) {
        try {
            for (int i = 0; i < items; i++) {
                put(i);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void consume(int items, Sum sum) {
        try {
            for (int i = 0; i < items; i++) {
                sum.value += take();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int items = 100_000 * WorkloadTimer.scale(args);
        WorkloadTimer clock = new WorkloadTimer();
        ProducerConsumer buffer = new ProducerConsumer();
        Sum first = new Sum();
        Sum second = new Sum();
        WorkloadTimer.run(new Runnable[] {
            () -> buffer.produce(items),
            () -> buffer.produce(items),
            () -> buffer.consume(items, first),
            () -> buffer.consume(items, second)
        });
        clock.stop(first.value + second.value);
    }
}
