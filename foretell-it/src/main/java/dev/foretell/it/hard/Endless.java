package dev.foretell.it.hard;

/** Two threads race once and then count under a lock for ever; "ready" says that there is something to see. */
public final class Endless {
    private int locked;
    private int unlocked;

    private void count() {
        unlocked++;
        for (int round = 0; true; round++) {
            synchronized (this) {
                locked++;
            }
            if (round == 5000) {
                System.out.println("ready");
            }
        }
    }

    public static void main(String[] args) {
        Endless endless = new Endless();
        new Thread(endless::count).start();
        endless.count();
    }
}
