// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.order;

/** Readers and writers of a slot wait for one monitor, and all are woken to look whether it is their turn. */
public final class AllAreWoken {
    private static final int WRITERS = 4;

    private static final class Slot {
        private Integer value;

        void put(int next) throws InterruptedException {
            synchronized (this) {
                while (value != null) {
                    wait();
                }
                value = next;
                notifyAll();
            }
        }

        void take() throws InterruptedException {
            synchronized (this) {
                while (value == null) {
                    wait();
                }
                value = null;
                notifyAll();
            }
        }
    }

    private interface Act {
        void run() throws InterruptedException;
    }

    private static Thread start(Act act) throws InterruptedException {
        Thread thread = new Thread(() -> {
            try {
                act.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        Thread.sleep(100);
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        Slot slot = new Slot();
        Thread first = start(() -> slot.put(0));
        Thread reader = start(() -> {
            for (int i = 0; i < WRITERS; i++) {
                slot.take();
            }
        });
        Thread[] writers = new Thread[WRITERS - 1];
        for (int i = 0; i < writers.length; i++) {
            int value = i + 1;
            writers[i] = start(() -> slot.put(value));
        }
        for (Thread writer : writers) {
            writer.join();
        }
        first.join();
        reader.join();
    }
}
