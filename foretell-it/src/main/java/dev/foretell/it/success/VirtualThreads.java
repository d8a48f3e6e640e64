// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

import java.lang.reflect.Method;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads that share what they may. Made by reflection: there are none before Java 21. */
// java: 21
public final class VirtualThreads {
    private static final Lock LOCK = new ReentrantLock();
    private static int count;
    private static int result;

    private static void add() {
        LOCK.lock();
        try {
            count++;
        } finally {
            LOCK.unlock();
        }
    }

    private static int compute() {
        add();
        result = 7;
        return result;
    }

    public static void main(String[] args)
            throws ReflectiveOperationException, InterruptedException, ExecutionException {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        Thread first = (Thread) start.invoke(null, (Runnable) VirtualThreads::add);
        Thread second = (Thread) start.invoke(null, (Runnable) VirtualThreads::add);
        ExecutorService pool = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        Future<Integer> future = pool.submit(VirtualThreads::compute);
        int got = future.get();
        result++;
        pool.shutdown();
        first.join();
        second.join();
        System.out.println(count + got + result);
    }
}
