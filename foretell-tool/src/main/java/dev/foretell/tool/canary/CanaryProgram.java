package dev.foretell.tool.canary;

/**
 * One planted race and one planted deadlock, neither of which happens by itself: each thread is joined in spirit, not in
 * fact, by waiting until it has ended in a way that the analysis must not take for an ordering.
 */
final class CanaryProgram {
    private static final Object LEFT = new Object();
    private static final Object RIGHT = new Object();
    private static int counter;

    private CanaryProgram() {}

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> counter++, "race-1");
        Thread second = new Thread(() -> counter++, "race-2");
        Thread third = new Thread(() -> both(LEFT, RIGHT), "deadlock-1");
        Thread fourth = new Thread(() -> both(RIGHT, LEFT), "deadlock-2");
        for (Thread thread : new Thread[] {first, second, third, fourth}) {
            thread.start();
            Thread.sleep(10);
        }
        for (Thread thread : new Thread[] {first, second, third, fourth}) {
            thread.join();
        }
    }

    private static void both(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) {
                inner.notifyAll();
            }
        }
    }
}
