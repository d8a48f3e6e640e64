package dev.foretell.it.hard;

/**
 * Threads note under a lock what the clocks told them last, and throw when time goes back or a wait was too short. Beside that they
 * race for a plain counter, so that they are re-executed in other orders.
 */
public final class ClockWatcher {
    private long latest;
    private long latestMillis;
    private int rounds;

    private synchronized long look() {
        long now = System.nanoTime();
        long millis = System.currentTimeMillis();
        if (now < latest || millis < latestMillis) {
            throw new IllegalStateException("time went back");
        }
        latest = now;
        latestMillis = millis;
        return now;
    }

    private synchronized void rest(long millis) {
        long end = look() + millis * 1_000_000;
        for (long left = millis; left > 0; left = (end - look() + 999_999) / 1_000_000) {
            try {
                wait(left);
            } catch (InterruptedException e) {
                return;
            }
        }
        if (look() < end) {
            throw new IllegalStateException("too early");
        }
    }

    private void work(long pause, int turns) {
        for (int i = 0; i < turns; i++) {
            long start = look();
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                return;
            }
            if (look() - start < pause * 1_000_000) {
                throw new IllegalStateException("slept too short");
            }
            rest(2);
            rounds++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ClockWatcher watcher = new ClockWatcher();
        watcher.latest = System.nanoTime();
        watcher.latestMillis = System.currentTimeMillis();
        Thread first = new Thread(() -> watcher.work(1, 5));
        Thread second = new Thread(() -> watcher.work(60, 2));
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println("done");
    }
}
