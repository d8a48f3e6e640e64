// SPDX-License-Identifier: Apache-2.0
package sample;

import java.lang.reflect.Field;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does a bit of everything, tells all about it, fails in a thread, and ends with exit code 3. */
public class Program {
    private int total;

    private synchronized void add(int n) {
        total += n;
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println(Fields.run());
        System.out.println(Arrays.run());
        System.out.println(Monitors.run());
        System.out.println(Threads.run());
        System.out.println(Shapes.run());
        Program program = new Program();
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        Future<?>[] tasks = new Future<?>[10];
        for (int i = 0; i < tasks.length; i++) {
            int n = i;
            tasks[i] = pool.submit(() -> {
                map.merge(n % 2, n, Integer::sum);
                program.add(n);
            });
        }
        for (Future<?> task : tasks) {
            task.get();
        }
        pool.shutdown();
        System.out.println(program.total + " " + map);
        for (Class<?> type : new Class<?>[] {Program.class, Fields.class, Shapes.Point.class, Saved.class}) {
            for (Field field : type.getDeclaredFields()) {
                System.out.println(field);
            }
        }
        Thread failing = new Thread(() -> {
            throw new IllegalStateException("on purpose");
        });
        failing.start();
        failing.join();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("bye " + program.total)));
        System.exit(3);
    }
}
