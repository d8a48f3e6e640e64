// SPDX-License-Identifier: Apache-2.0
package sample;

import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** References to methods that order threads. */
public class References {
    interface Action<T> {
        void on(T target) throws Exception;
    }

    interface Bounded {
        void await(long millis) throws InterruptedException;
    }

    /** In an interface, the method that is made must be one of an interface. */
    interface Starter {
        static void start(Thread thread) {
            Runnable start = thread::start;
            start.run();
        }
    }

    private static final class Worker extends Thread {
        private static int runs;

        @Override
        public void run() {
            runs++;
        }
    }

    public static Object bound() throws Exception {
        Worker worker = new Worker();
        Starter.start(worker);
        Callable<Object> join = () -> {
            Action<Thread> unbound = Thread::join;
            unbound.on(worker);
            return Worker.runs;
        };
        return join.call();
    }

    public static Object waiting() throws Exception {
        Runnable lock = () -> {};
        Bounded bounded = lock::wait;
        Runnable notify = lock::notify;
        Consumer<Object> all = Object::notifyAll;
        synchronized (lock) {
            bounded.await(1);
            notify.run();
            all.accept(lock);
        }
        return "done";
    }

    public static Object failing() {
        Runnable notify = new Object()::notify;
        try {
            notify.run();
            return "?";
        } catch (IllegalMonitorStateException e) {
            return "not the owner";
        }
    }

    public static String run() throws Exception {
        return "" + bound() + waiting() + failing();
    }
}
