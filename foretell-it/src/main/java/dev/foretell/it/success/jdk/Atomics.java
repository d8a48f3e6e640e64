// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.jdk;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;

/** Values that many threads may change in one step; and what was done before such a change is seen after it. */
public final class Atomics {
    private static final AtomicLong COUNT = new AtomicLong();
    private static final AtomicBoolean OPEN = new AtomicBoolean();
    private static final AtomicReference<int[]> BOX = new AtomicReference<>();
    private static final AtomicIntegerArray INTS = new AtomicIntegerArray(2);
    private static final AtomicLongArray LONGS = new AtomicLongArray(2);
    private static final AtomicReferenceArray<int[]> BOXES = new AtomicReferenceArray<>(2);
    private static final AtomicMarkableReference<String> MARKED = new AtomicMarkableReference<>("a", false);
    private static final AtomicStampedReference<String> STAMPED = new AtomicStampedReference<>("a", 0);
    private static final DoubleAdder ADDER = new DoubleAdder();
    private static final LongAccumulator LARGEST = new LongAccumulator(Math::max, 0);
    private static int hidden;

    private static void count(int me) {
        COUNT.incrementAndGet();
        INTS.addAndGet(0, me);
        LONGS.getAndIncrement(me % 2);
        ADDER.add(me);
        LARGEST.accumulate(me);
        boolean marked = MARKED.attemptMark("a", true);
        int[] stamp = new int[1];
        String now = STAMPED.get(stamp);
        while (!STAMPED.compareAndSet(now, now, stamp[0], stamp[0] + (marked ? 1 : 2))) {
            now = STAMPED.get(stamp);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            count(1);
            hidden = 5;
            OPEN.set(true);
            BOX.set(new int[] {6});
            BOXES.set(1, new int[] {7});
        });
        other.start();
        count(2);
        while (!OPEN.get() || BOX.get() == null || BOXES.get(1) == null) {
            Thread.sleep(1);
        }
        hidden += BOX.get()[0]++ + BOXES.get(1)[0]++;
        other.join();
        System.out.println(hidden + " " + COUNT.get() + " " + INTS.get(0) + " " + (LONGS.get(0) + LONGS.get(1)) + " "
                + ADDER.sum() + " " + LARGEST.get() + " " + MARKED.isMarked());
    }
}
