// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.jdk;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** A part is forked off, and not joined before the result is used. */
// harm: part output
public final class ForkedAndForgotten extends RecursiveAction {
    private int part;

    @Override
    protected void compute() {
        part = 1; // race: part
    }

    public static void main(String[] args) throws InterruptedException {
        ForkJoinPool pool = new ForkJoinPool(1);
        ForkedAndForgotten task = new ForkedAndForgotten();
        pool.execute(task);
        Thread.sleep(100);
        System.out.println(task.part); // race: part
        task.join();
        pool.shutdown();
    }
}
