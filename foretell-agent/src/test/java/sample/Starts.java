// SPDX-License-Identifier: Apache-2.0
package sample;

import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;

/** Starts threads in all ways; has a field that looks like the injected one. */
public class Starts {
    private long $foretell$id;
    int visible;

    public static void main(String[] arguments) throws Exception {
        Thread main = Thread.currentThread();
        main.setName("Tmain");
        Thread plain = new Thread(() -> System.out.println("running"), "Tplain");
        plain.start();
        plain.join();
        try {
            plain.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("not twice");
        }
        Thread failing = new Thread(
                () -> {
                    throw new IllegalStateException("oops");
                },
                "Tfailing");
        failing.setUncaughtExceptionHandler((thread, exception) -> System.out.println("handled"));
        failing.start();
        failing.join();
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        Thread delegating = new Thread(
                () -> {
                    throw new IllegalStateException("passed on");
                },
                "Tdelegating");
        delegating.setUncaughtExceptionHandler(main.getThreadGroup());
        delegating.start();
        delegating.join();
        try {
            virtual();
        } catch (NoSuchMethodException e) {
            System.out.println("starting Tvirtual\nrunning\nexiting Tvirtual");
        }
        Field[] fields = Starts.class.getDeclaredFields();
        System.out.println(Arrays.stream(fields).map(Field::getName).toList());
    }

    /** {@code Thread.ofVirtual().name("Tvirtual").start(task).join()}, where there are virtual threads. */
    private static void virtual() throws Exception {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        Class<?> type = Class.forName("java.lang.Thread$Builder");
        Method name = type.getMethod("name", String.class);
        Runnable task = () -> System.out.println("running");
        Object named = name.invoke(builder, "Tvirtual");
        ((Thread) type.getMethod("start", Runnable.class).invoke(named, task)).join();
    }
}
