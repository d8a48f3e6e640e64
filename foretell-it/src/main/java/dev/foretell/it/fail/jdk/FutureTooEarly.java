// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.jdk;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** The result of a task is used without waiting for the task; by luck it is complete. */
// harm: result output
public final class FutureTooEarly {
    private static int result;

    private static int compute() {
        result = 42; // race: result
        return result;
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        FutureTask<Integer> task = new FutureTask<>(FutureTooEarly::compute);
        new Thread(task).start();
        Thread.sleep(100);
        System.out.println("the result is " + result); // race: result
        System.out.println("the task says " + task.get());
    }
}
