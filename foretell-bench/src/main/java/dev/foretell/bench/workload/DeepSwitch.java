package dev.foretell.bench.workload;

/**
 * Eight threads with a million accesses each, one after the other, and then a race: its clip has to lead through eight
 * million probes before its only interesting switch.
 */
public final class DeepSwitch {
    private static final int THREADS = 8;

    private final int[] slots = new int[1024];
    private int finished;

    private void work(int rounds) {
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < slots.length; i++) {
                slots[i] = i + round;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int rounds = 1000 * Clock.scale(args);
        Clock clock = new Clock();
        DeepSwitch[] parts = new DeepSwitch[THREADS];
        DeepSwitch shared = new DeepSwitch();
        Runnable[] bodies = new Runnable[THREADS];
        for (int t = 0; t < THREADS; t++) {
            DeepSwitch mine = new DeepSwitch();
            parts[t] = mine;
            bodies[t] = () -> {
                mine.work(rounds);
                shared.finished++;
            };
        }
        Clock.run(bodies);
        clock.stop(parts[3].slots[1]);
    }
}
