// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

/** Exceptions that leave synchronized methods and blocks, on all sorts of objects used as monitors. */
public final class MonitorsLeft {
    private static final int[] ARRAY = {0};
    private static final String TEXT = new String("monitor");
    private static int entered;

    private static synchronized void leaveMethod(Object monitor) {
        synchronized (monitor) {
            entered++;
            throw new IllegalStateException("out");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object[] monitors = {new Object(), ARRAY, TEXT, MonitorsLeft.class, Thread.currentThread(), (Runnable) () -> {}
        };
        for (Object monitor : monitors) {
            try {
                leaveMethod(monitor);
            } catch (IllegalStateException e) {
                System.out.print(Thread.holdsLock(monitor) + " ");
            }
        }
        Thread other = new Thread(() -> {
            for (Object monitor : monitors) {
                synchronized (monitor) {
                    entered++;
                }
            }
        });
        other.start();
        other.join();
        System.out.println(entered);
        try {
            leaveMethod(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }
}
