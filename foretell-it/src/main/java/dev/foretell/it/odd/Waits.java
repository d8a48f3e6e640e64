// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

/** Waits that end by time or interrupt, monitors not held, and the interrupt flag after each of them. */
public final class Waits {
    private final Object lock = new Object();
    private boolean waiting;

    private static void show(String what, Throwable e) {
        System.out.println(what + " " + e + " " + Thread.currentThread().isInterrupted());
    }

    private void interrupted() {
        synchronized (lock) {
            try {
                waiting = true;
                lock.notifyAll();
                while (true) {
                    lock.wait();
                }
            } catch (InterruptedException e) {
                show("wait, lock held " + Thread.holdsLock(lock), e);
            }
        }
    }

    private void nested() {
        synchronized (lock) {
            synchronized (lock) {
                try {
                    lock.wait(20, 1);
                    System.out.println("timed out, lock held " + Thread.holdsLock(lock));
                } catch (InterruptedException e) {
                    show("nested", e);
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Waits waits = new Waits();
        Thread waiter = new Thread(waits::interrupted);
        waiter.start();
        synchronized (waits.lock) {
            while (!waits.waiting) {
                waits.lock.wait();
            }
        }
        waiter.interrupt();
        waiter.join();
        waits.nested();
        try {
            waits.lock.wait();
        } catch (IllegalMonitorStateException e) {
            show("wait", e);
        }
        try {
            waits.lock.notify();
        } catch (IllegalMonitorStateException e) {
            show("notify", e);
        }
        Thread.currentThread().interrupt();
        try {
            synchronized (waits.lock) {
                waits.lock.wait(1000);
            }
        } catch (InterruptedException e) {
            show("interrupted before", e);
        }
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                show("sleep", e);
            }
        });
        sleeper.start();
        sleeper.join(20);
        System.out.println("alive " + sleeper.isAlive());
        sleeper.interrupt();
        sleeper.join();
        System.out.println("alive " + sleeper.isAlive() + " " + sleeper.getState());
        try {
            sleeper.start();
        } catch (IllegalThreadStateException e) {
            show("start", e);
        }
    }
}
