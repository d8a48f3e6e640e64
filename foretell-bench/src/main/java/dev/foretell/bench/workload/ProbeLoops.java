// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Loops of one kind of probed instruction each, on one thread. Prints {@code loop NAME NANOS}: CPU time of one access,
 * best of several rounds. The argument is the number of rounds.
 */
public final class ProbeLoops {
    private static final int SIZE = 1 << 20;

    private final int[] array = new int[SIZE];
    private final Cell[] cells = new Cell[1 << 12];
    private final Cell one = new Cell();
    private final Object lock = new Object();
    private volatile int flag;
    private long sink;

    private static final class Cell {
        int value;
        /** Read in one loop only, so that a schedule can count its reads. */
        int counted;
    }

    /** One round; returns the number of accesses, or of monitor instructions. */
    private interface Loop {
        int run();
    }

    private ProbeLoops() {
        for (int i = 0; i < cells.length; i++) {
            cells[i] = new Cell();
        }
    }

    public static void main(String[] args) {
        ProbeLoops loops = new ProbeLoops();
        Map<String, Loop> all = new LinkedHashMap<>();
        all.put("elements", loops::elements);
        all.put("fields", loops::fields);
        all.put("field", loops::field);
        all.put("random", loops::random);
        all.put("volatile", loops::volatiles);
        all.put("monitor", loops::monitors);
        int rounds = WorkloadTimer.scale(args);
        for (Map.Entry<String, Loop> each : all.entrySet()) {
            double best = Double.MAX_VALUE;
            for (int i = 0; i < rounds; i++) {
                long begin = cpu();
                int accesses = each.getValue().run();
                best = Math.min(best, (double) (cpu() - begin) / accesses);
            }
            System.out.printf(Locale.ROOT, "loop %s %.3f%n", each.getKey(), best);
        }
        System.out.println("result " + loops.sink);
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private int elements() {
        int[] a = array;
        for (int i = 0; i < SIZE; i++) {
            a[i] = a[i] + i;
        }
        return 2 * SIZE;
    }

    /** Three accesses to each of many objects, in order. */
    private int fields() {
        long sum = 0;
        Cell[] all = cells;
        for (int round = 0; round < SIZE / all.length; round++) {
            for (int i = 0; i < all.length; i++) {
                Cell cell = all[i];
                sum += cell.value;
                cell.value = (int) sum;
            }
        }
        sink = sum;
        return 3 * SIZE;
    }

    private int field() {
        Cell cell = one;
        for (int i = 0; i < SIZE; i++) {
            cell.counted = cell.counted + i;
        }
        return 2 * SIZE;
    }

    /** An element and a field of it. */
    private int random() {
        int random = 1;
        long sum = 0;
        Cell[] all = cells;
        for (int i = 0; i < SIZE; i++) {
            random = random * 1103515245 + 12345;
            sum += all[random >>> 16 & all.length - 1].value;
        }
        sink = sum;
        return 2 * SIZE;
    }

    private int volatiles() {
        int sum = 0;
        for (int i = 0; i < SIZE; i++) {
            sum += flag;
        }
        sink = sum;
        return SIZE;
    }

    private int monitors() {
        Object monitor = lock;
        long sum = 0;
        for (int i = 0; i < SIZE; i++) {
            synchronized (monitor) {
                sum += i;
            }
        }
        sink = sum;
        return 2 * SIZE;
    }
}
