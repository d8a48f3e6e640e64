// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.jdk;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** The twin of a result that is used too early: the task is joined first. */
public final class FutureAwaited {
    private static int result;

    private static int compute() {
        result = 42;
        return result;
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        FutureTask<Integer> task = new FutureTask<>(FutureAwaited::compute);
        new Thread(task).start();
        Thread.sleep(100);
        System.out.println("the task says " + task.get());
        System.out.println("the result is " + result);
    }
}
