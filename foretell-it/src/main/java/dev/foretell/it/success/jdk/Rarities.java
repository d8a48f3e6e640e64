// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.jdk;

import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.DoubleAccumulator;

/** What is seldom used to tell another thread that something is done, and does tell it. */
public final class Rarities {
    private static final AtomicLongFieldUpdater<Rarities> STEPS =
            AtomicLongFieldUpdater.newUpdater(Rarities.class, "steps");
    private static final DoubleAccumulator SUM = new DoubleAccumulator(Double::sum, 0);

    private volatile long steps;
    private int first;
    private int second;
    private int third;

    private void work(PipedWriter out) {
        first = 1;
        STEPS.incrementAndGet(this);
        second = 1;
        SUM.accumulate(1);
        third = 1;
        try (out) {
            out.write('x');
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Rarities all = new Rarities();
        PipedReader in = new PipedReader();
        PipedWriter out = new PipedWriter(in);
        Thread worker = new Thread(() -> all.work(out));
        worker.start();
        while (STEPS.get(all) == 0) {
            Thread.onSpinWait();
        }
        all.first++;
        while (SUM.get() == 0) {
            Thread.onSpinWait();
        }
        all.second++;
        in.read();
        all.third++;
        System.out.println(all.first + all.second + all.third);
        worker.join();
    }
}
